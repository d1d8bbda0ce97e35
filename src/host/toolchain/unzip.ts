import { createWriteStream } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { inputFailure } from '../../contract/failure.ts';
import { makeFolders } from '../files/make-folders.ts';

export interface UnzipOptions {
  readonly archive: string;
  /** Must not exist or be empty. */
  readonly folder: string;
  /** Which entries are taken, and under which name inside the folder; null leaves one out. */
  readonly choose: (name: string) => string | null;
  /** Refuse more than this many unpacked bytes in all. */
  readonly maxBytes: number;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Unpacks chosen files of a zip archive. No entry leaves the folder, links are refused, sizes are those of the
 * archive's directory. Files that were executable in the archive are so here.
 * @returns the paths written.
 * @throws FailureError `archive-broken` when the archive is none, or holds what it must not.
 */
export async function unzip(options: UnzipOptions): Promise<readonly string[]> {
  const zip = await openPromise(options.archive).catch((error: unknown) => {
    throw broken(options.archive, error);
  });
  try {
    return await unpackAll(zip, options);
  } catch (error) {
    throw error instanceof Error && error.name === 'FailureError' ? error : broken(options.archive, error);
  } finally {
    zip.close();
  }
}

async function unpackAll(zip: ZipFile, options: UnzipOptions): Promise<readonly string[]> {
  const total = (await stat(options.archive)).size;
  const written: string[] = [];
  let unpacked = 0;
  let read = 0;
  for await (const entry of zip.eachEntry()) {
    options.signal?.throwIfAborted();
    read += entry.compressedSize;
    const name = options.choose(entry.fileName);
    if (name === null || entry.fileName.endsWith('/')) continue;
    const mode = entry.externalFileAttributes >>> 16;
    if ((mode & 0o170000) === 0o120000) throw new Error(`${entry.fileName} is a link`);
    unpacked += entry.uncompressedSize;
    if (unpacked > options.maxBytes) throw new Error(`it holds more than ${options.maxBytes} bytes`);
    const path = inside(options.folder, name);
    await makeFolders(dirname(path));
    await unpackOne(zip, entry, path, options.signal);
    await chmod(path, (mode & 0o111) === 0 ? 0o644 : 0o755);
    written.push(path);
    options.onProgress?.(Math.min(read, total), total);
  }
  return written;
}

async function unpackOne(
  zip: ZipFile,
  entry: Entry,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const content = await zip.openReadStreamPromise(entry);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(content, file, signal === undefined ? {} : { signal });
}

function inside(folder: string, name: string): string {
  const path = resolve(folder, name);
  const way = relative(resolve(folder), path);
  if (way === '' || way.split(sep)[0] === '..' || way !== join(way))
    throw new Error(`${name} leaves its folder`);
  return path;
}

function broken(archive: string, error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return inputFailure(
    'archive-broken',
    `${archive} could not be unpacked: ${why}.`,
    'Remove it and try again.',
  );
}
