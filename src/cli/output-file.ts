import { constants, openSync } from 'node:fs';
import { realpath, stat, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { FailureError, inputFailure, usageFailure } from '../contract/failure.ts';
import { cancelledFailure, systemSentence } from '../host/failures.ts';
import { replaceFile } from '../host/files/replace-file.ts';
import type { CliContext } from './context.ts';
import { hearSignals } from './hear-signals.ts';

/** Reads the value of `--out`. Throws InvalidArgumentError for an empty name, as an unset variable gives it. */
export function outName(text: string): string {
  if (text === '')
    throw new InvalidArgumentError('The name is empty: a variable that was to hold it may be unset.');
  return text;
}

/**
 * Writes a result to the file named by `--out`, else (or for `-`) to standard output. No input is ever written over,
 * under whatever name, and a file that was there is replaced whole or not at all. What was called off writes nothing.
 * `evenCalledOff`: what there is by then is the result of what was called off.
 * Throws FailureError `out-is-input`, `cannot-write` or `cancelled`.
 */
export async function writeResult(
  context: CliContext,
  out: string | undefined,
  inputs: readonly (string | undefined)[],
  result: string | Uint8Array,
  { evenCalledOff = false }: { readonly evenCalledOff?: boolean } = {},
): Promise<void> {
  if (!evenCalledOff) await hearSignals(context.signal);
  if (out === undefined || out === '-') return context.out(result);
  const target = resolve(context.cwd, out);
  for (const input of inputs)
    if (input !== undefined && (await isSameFile(target, resolve(context.cwd, input))))
      throw usageFailure(
        'out-is-input',
        `${out} is an input (${input}) and would be lost.`,
        'Name another file after --out.',
      );
  try {
    await replace(target, result, evenCalledOff ? new AbortController().signal : context.signal);
  } catch (error) {
    if (error instanceof FailureError) throw error;
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
async function replace(target: string, result: string | Uint8Array, signal: AbortSignal): Promise<void> {
  const there = await stat(target).catch(() => null);
  if (there?.isFIFO() === true) return writePipe(target, result, signal);
  if (there !== null && !there.isFile()) return writeFile(target, result);
  const place = there === null ? target : await realpath(target);
  await replaceFile(place, result, { mode: there === null ? 0o666 : there.mode & 0o777, signal });
}

/** Opened so that nobody waits for a reader that never comes; a reader that stops reading is waited for until the signal. */
async function writePipe(target: string, result: string | Uint8Array, signal: AbortSignal): Promise<void> {
  // Not a FileHandle: the socket owns the descriptor and closes it.
  const pipe = new Socket({
    fd: openSync(target, constants.O_WRONLY | constants.O_NONBLOCK),
    readable: false,
    writable: true,
    signal,
  });
  await new Promise<void>((done, failed) => {
    pipe.once('error', (error) => failed(signal.aborted ? cancelledFailure() : error));
    pipe.end(result, () => done());
  });
}
