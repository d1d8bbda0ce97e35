import { randomBytes } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathFolders } from './paths.ts';
import { runProgram } from './run-program.ts';

/**
 * The folders on the PATH of the user's login shell. A program started from a desktop has only the system's short
 * PATH; what the user's shell adds (Homebrew, asdf …) is known to that shell alone.
 *
 * The shell may print a banner, before and after: the value is taken between two marks that nobody can guess.
 * @returns no folders when there is no such shell, it fails, or it does not answer within five seconds.
 */
export async function loginShellFolders(
  shell: string | undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  if (shell === undefined || !isAbsolute(shell) || process.platform === 'win32') return [];
  const mark = randomBytes(16).toString('hex');
  try {
    const { stdout } = await runProgram({
      program: shell,
      args: ['-i', '-l', '-c', `echo ${mark}; printenv PATH; echo ${mark}`],
      env,
      timeoutMs: 5000,
      maxOutputBytes: 1024 * 1024,
      endWhenFull: true,
    });
    return pathFolders(betweenMarks(stdout, mark));
  } catch {
    return [];
  }
}

/** The one line between the last two lines that are exactly the mark; nothing when they are not both there. */
export function betweenMarks(output: string, mark: string): string | undefined {
  const parts = output.split(mark);
  return parts.length < 3 ? undefined : parts.at(-2)?.trim();
}
