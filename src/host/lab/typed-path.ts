import { isAbsolute, join, normalize } from 'node:path';
import { inputFailure } from '../../contract/failure.ts';

/**
 * A path as a person types it into a window, which has no folder of its own.
 * @throws FailureError `path-not-absolute`
 */
export function typedPath(text: string, what: 'file' | 'folder', home: string): string {
  const typed = text.trim();
  if (typed === '~') return home;
  if (/^~[\\/]/.test(typed)) return join(home, typed.slice(2));
  if (isAbsolute(typed)) return normalize(typed);
  throw inputFailure(
    'path-not-absolute',
    `${typed} does not say from where on.`,
    `Give the whole path of the ${what}, or begin it with ~/ for your home folder.`,
  );
}
