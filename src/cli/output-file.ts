import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FailureError, inputFailure } from '../contract/failure.ts';
import { systemSentence } from '../host/failures.ts';
import type { CliContext } from './context.ts';

/**
 * Writes a result to the file named by `--out`, else to standard output. No input is ever written over, under whatever
 * name, and a file that was there is replaced whole or not at all. Throws FailureError `out-is-input` or `cannot-write`.
 */
export async function writeResult(
  context: CliContext,
  out: string | undefined,
  inputs: readonly (string | undefined)[],
  result: string | Uint8Array,
): Promise<void> {
  if (out === undefined) return context.out(result);
  const target = resolve(context.cwd, out);
  for (const input of inputs)
    if (input !== undefined && (await isSameFile(target, resolve(context.cwd, input))))
      throw new FailureError({
        code: 'out-is-input',
        kind: 'usage',
        message: `${out} is an input (${input}) and would be lost.`,
        hint: 'Name another file after --out.',
        source: null,
      });
  try {
    await replace(target, result);
  } catch (error) {
    throw inputFailure(
      'cannot-write',
      `${out} cannot be written: ${systemSentence(error)}.`,
      'Name another file after --out, or make room.',
    );
  }
}

/** Whether two names lead to one file: through links of either kind, too. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  try {
    const [a, b] = await Promise.all([stat(one), stat(other)]);
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    // One of them is not there, so nothing can be lost.
    return false;
  }
}

/** Writes beside the target and renames; what is no regular file (a terminal, a pipe) is written to as it is. */
async function replace(target: string, result: string | Uint8Array): Promise<void> {
  const there = await stat(target).catch(() => null);
  if (there !== null && !there.isFile()) return writeFile(target, result);
  const place = there === null ? target : await realpath(target);
  const fresh = join(
    dirname(place),
    `.${basename(place).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    const file = await open(fresh, 'wx', there === null ? 0o666 : there.mode & 0o777);
    try {
      await file.writeFile(result);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, place);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
