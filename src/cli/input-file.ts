import { resolve } from 'node:path';
import { type FailureError, inputFailure, usageFailure } from '../contract/failure.ts';
import { isRecording } from '../domain/recording/signs.ts';
import { checkNamedFile, type NamedFile, readNamedFile, readStream } from '../host/files/named-file.ts';
import type { CliContext } from './context.ts';

/**
 * Reads a file for a command that injects, runs or checks it: a recording, which is over, is refused.
 * @throws FailureError `is-recording`, and what `readAnyFile` throws
 */
export async function readInputFile(context: CliContext, path: string): Promise<NamedFile> {
  const file = await readAnyFile(context, path);
  if (!isRecording(file.bytes)) return file;
  throw inputFailure(
    'is-recording',
    `${file.name} is a recording, and this command needs what was put into one.`,
    'Draw it with anatomy, or open it with serve.',
  );
}

/**
 * Reads a file that was named on the command line (`-`: standard input), at most as much of it as the app takes.
 * @throws FailureError `cannot-read`, `no-file-name`, `cancelled`, `read-stalled`
 */
export async function readAnyFile(context: CliContext, path: string): Promise<NamedFile> {
  if (path === '') throw noName();
  const file =
    path === '-'
      ? { name: 'stdin.yaml', bytes: await readStream(context.stdin, context.signal) }
      : await readNamedFile(resolve(context.cwd, path), path, context.signal);
  context.given(file);
  return file;
}

/**
 * Where a file is that is to be read later.
 * @throws FailureError `cannot-read`, `no-file-name`
 */
export async function inputPath(context: CliContext, path: string): Promise<string> {
  if (path === '') throw noName();
  const absolute = resolve(context.cwd, path);
  await checkNamedFile(absolute, path);
  return absolute;
}

function noName(): FailureError {
  return usageFailure(
    'no-file-name',
    'The name of a file is empty: a variable that was to hold it may be unset.',
    'Name a file, or - for standard input.',
  );
}
