import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The file that a person named: the first argument after the program (and, unpacked, after the folder of the app)
 * that is no switch. Chromium and debuggers put switches of their own anywhere between. Null when there is none. A
 * name of no file counts: the page then says that it cannot be read.
 */
export function startFileOf(argv: readonly string[], cwd: string, packaged: boolean): string | null {
  const words = argv.filter((argument) => argument !== '' && !argument.startsWith('-'));
  const named = words[packaged ? 1 : 2];
  return named === undefined ? null : resolve(cwd, named);
}

/** The same for a second instance: only a file that is there takes the place of what is open. */
export function fileOfSecondInstance(argv: readonly string[], cwd: string, packaged: boolean): string | null {
  const path = startFileOf(argv, cwd, packaged);
  return path !== null && existsSync(path) ? path : null;
}
