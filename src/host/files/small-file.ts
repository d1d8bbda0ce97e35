import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemSentence } from '../failures.ts';

/** Bytes; a bundle of certificates has a tenth of it. */
const MAX_BYTES = 4_000_000;

/** A file that is there and cannot be taken; `message` says why, to follow its name: `it is a folder`. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

/**
 * Reads a text that a variable or a setting names, at once and whole. What would never come to an end (a pipe, a device),
 * or is far too large, is not read.
 * @returns null when there is no such file
 * @throws UnusableFile
 */
export function readSmallFile(path: string, maxBytes: number = MAX_BYTES): string | null {
  let file: number;
  try {
    // Without NONBLOCK the opening of a pipe waits for somebody who writes into it.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw new UnusableFile(systemSentence(error));
  }
  try {
    const found = fstatSync(file);
    if (found.isDirectory()) throw new UnusableFile('it is a folder');
    if (!found.isFile()) throw new UnusableFile('it is no regular file');
    return readAll(file, maxBytes);
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile(systemSentence(error));
  } finally {
    closeSync(file);
  }
}

function readAll(file: number, maxBytes: number): string {
  const bytes = Buffer.alloc(64 * 1024);
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const count = readSync(file, bytes);
    if (count === 0) return Buffer.concat(chunks).toString('utf8');
    length += count;
    if (length > maxBytes) throw new UnusableFile(`it is larger than ${maxBytes / 1e6} MB`);
    chunks.push(Buffer.from(bytes.subarray(0, count)));
  }
}
