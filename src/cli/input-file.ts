import { open, realpath, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { FailureError, inputFailure } from '../contract/failure.ts';
import { MAX_INPUT_BYTES } from '../contract/limits.ts';
import type { CliContext } from './context.ts';

export interface InputFile {
  /** Without folders: what people know it by. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a file that was named on the command line (`-`: standard input), at most as much of it as the app takes.
 * Throws FailureError `cannot-read`; a file that is too large comes back one byte too long, for the reader to refuse.
 */
export async function readInputFile(context: CliContext, path: string): Promise<InputFile> {
  if (path === '-') return { name: 'stdin.yaml', bytes: await readStandardInput(context) };
  const absolute = resolve(context.cwd, path);
  try {
    const file = await open(absolute, 'r');
    try {
      return { name: basename(absolute), bytes: await readUpTo(file, MAX_INPUT_BYTES + 1) };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw cannotRead(path, error);
  }
}

async function readUpTo(file: Awaited<ReturnType<typeof open>>, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < limit) {
    const chunk = Buffer.alloc(Math.min(1024 * 1024, limit - length));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}

async function readStandardInput(context: CliContext): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of context.stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_INPUT_BYTES) break;
  }
  return Buffer.concat(chunks);
}

function cannotRead(path: string, error: unknown): FailureError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
      return inputFailure('cannot-read', `There is no file ${path}.`, 'Check the name and the folder.');
    case 'EISDIR':
      return inputFailure('cannot-read', `${path} is a folder.`, 'Name a file in it.');
    default:
      return inputFailure(
        'cannot-read',
        `${path} cannot be read${code === '' ? '' : ` (${code})`}.`,
        'Check whether you may read it.',
      );
  }
}

/**
 * Writes a result to the file named by `--out`, else to standard output. The input is never written over.
 * Throws FailureError `out-is-input` or `cannot-write`.
 */
export async function writeResult(
  context: CliContext,
  out: string | undefined,
  inputs: readonly string[],
  result: string | Uint8Array,
): Promise<void> {
  if (out === undefined) return context.out(result);
  const target = resolve(context.cwd, out);
  for (const input of inputs)
    if ((await real(target)) === (await real(resolve(context.cwd, input))))
      throw new FailureError({
        code: 'out-is-input',
        kind: 'usage',
        message: `${out} is the input itself and would be lost.`,
        hint: 'Name another file after --out.',
        source: null,
      });
  try {
    await writeFile(target, result);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw inputFailure(
      'cannot-write',
      `${out} cannot be written (${code}).`,
      'Name another file after --out.',
    );
  }
}

/** The file behind links; the path itself where there is none. */
async function real(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}
