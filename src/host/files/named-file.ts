import { constants, openSync, type Stats } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import { MAX_INPUT_BYTES } from '../../contract/limits.ts';
import { cancelledFailure } from '../failures.ts';

export interface NamedFile {
  /** Without folders: what people know it by. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a file that a person named, at most as much of it as the app takes: one that is too large comes back one byte too
 * long, for the reader to refuse. A pipe is read to its end or until `signal`.
 * @param absolute where it is
 * @param path as the person wrote it, for messages
 * @throws FailureError `cannot-read`, `cancelled`, `read-stalled`
 */
export async function readNamedFile(absolute: string, path: string, signal: AbortSignal): Promise<NamedFile> {
  const within: Within = (work) => answered(work, path, signal);
  try {
    const found = await within(stat(absolute));
    if (found.isFIFO())
      return { name: `${basename(absolute)}.yaml`, bytes: await readPipe(absolute, signal) };
    if (!found.isFile() && !found.isDirectory()) throw notAFile(path);
    // Without NONBLOCK the reading of what the kernel gives piece by piece (/proc/kmsg) waits for the next piece.
    const file = await within(open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
    try {
      return { name: basename(absolute), bytes: await readUpTo(file, MAX_INPUT_BYTES + 1, within) };
    } finally {
      // It would wait for a reading that hangs.
      void file.close().catch(() => undefined);
    }
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/**
 * Reads a file that has a name of ours in a folder of a person's, as `readNamedFile` does; what is no regular file, at the
 * end of whatever links, is not read.
 * @returns null when there is none
 * @throws FailureError `cannot-read`, `cancelled`, `read-stalled`
 */
export async function readRegularFile(
  absolute: string,
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const within: Within = (work) => answered(work, path, signal);
  try {
    // Looked at before it is opened: to open a device can do something.
    const there = await within(stat(absolute));
    refuseIrregular(there, path);
    const file = await within(open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
    try {
      refuseIrregular(await within(file.stat()), path);
      return await readUpTo(file, MAX_INPUT_BYTES + 1, within, there.size);
    } finally {
      void file.close().catch(() => undefined);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw cannotRead(path, error);
  }
}

function refuseIrregular(found: Stats, path: string): void {
  if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  if (found.isFIFO())
    throw inputFailure('cannot-read', `${path} is a pipe and not a file.`, 'Put a file in its place.');
  if (!found.isFile()) throw notAFile(path);
}

/**
 * Looks whether a file that a person named is there to be read later; a pipe is left as it is.
 * @throws FailureError `cannot-read`
 */
export async function checkNamedFile(absolute: string, path: string): Promise<void> {
  try {
    const found = await stat(absolute);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (!found.isFile() && !found.isFIFO()) throw notAFile(path);
    await access(absolute, constants.R_OK);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** A pipe with a name, as a shell's `<(command)` makes one; opened so that nobody waits for a writer that never comes. */
async function readPipe(path: string, signal: AbortSignal): Promise<Uint8Array> {
  // Not a FileHandle: the socket owns the descriptor and closes it.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: true, writable: false });
  try {
    return await readStream(socket, signal);
  } finally {
    socket.destroy();
  }
}

type Within = <T>(work: Promise<T>) => Promise<T>;

/** A disk that sleeps and a share behind a slow line answer within this. */
const ANSWER_MS = 20_000;

/**
 * Waits for the system, which cannot be called off: no longer than until `signal`, and not for ever.
 * @throws FailureError `cancelled`, `read-stalled`
 */
export function answered<T>(
  work: Promise<T>,
  path: string,
  signal: AbortSignal,
  limitMs: number = ANSWER_MS,
): Promise<T> {
  return new Promise((done, failed) => {
    const release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    };
    const cancel = (): void => {
      release();
      failed(cancelledFailure());
    };
    const timer = setTimeout(() => {
      release();
      failed(stalled(path, limitMs));
    }, limitMs);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    work.then(done, failed).finally(release);
  });
}

/** A piece of a file, in bytes; of one that is known to be smaller, all of it and the sign that it ends. */
const PIECE = 1024 * 1024;

async function readUpTo(
  file: Awaited<ReturnType<typeof open>>,
  limit: number,
  within: Within,
  size: number = PIECE,
): Promise<Uint8Array> {
  const piece = Math.min(PIECE, size + 1);
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < limit) {
    const chunk = Buffer.alloc(Math.min(piece, limit - length));
    const { bytesRead } = await within(file.read(chunk, 0, chunk.length, null));
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}

/** Reads until the end, the limit, or the signal, which ends it as called off. */
export async function readStream(stream: NodeJS.ReadableStream, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  let off: () => void = () => undefined;
  const called = new Promise<never>((_, reject) => {
    off = () => reject(cancelledFailure());
    if (signal.aborted) off();
    else signal.addEventListener('abort', off, { once: true });
  });
  const reading = (async () => {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      length += bytes.length;
      if (length > MAX_INPUT_BYTES) break;
    }
  })();
  try {
    await Promise.race([reading, called]);
  } finally {
    signal.removeEventListener('abort', off);
  }
  return Buffer.concat(chunks);
}

function notAFile(path: string): FailureError {
  return inputFailure(
    'cannot-read',
    `${path} is a device and not a file.`,
    'Name a file that holds the text.',
  );
}

function stalled(path: string, limitMs: number): FailureError {
  return inputFailure(
    'read-stalled',
    `${path} was not read: the system gave nothing of it within ${limitMs / 1000} s.`,
    'Copy it to a disk of this machine, and name the copy.',
  );
}

function cannotRead(path: string, error: unknown): FailureError {
  if (error instanceof FailureError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
      return inputFailure('cannot-read', `There is no file ${path}.`, 'Check the name and the folder.');
    case 'ENOTDIR':
      return inputFailure(
        'cannot-read',
        `There is no file ${path}: a part of it is a file and no folder.`,
        'Check the name and the folder.',
      );
    case 'EACCES':
    case 'EPERM':
      return inputFailure('cannot-read', `${path} may not be read by you.`, 'Ask its owner, or copy it.');
    case 'EAGAIN':
      return inputFailure(
        'cannot-read',
        `${path} has no end: the system gives what is in it piece by piece.`,
        'Write what you want of it to a file, and name that.',
      );
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
