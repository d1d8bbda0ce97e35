import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolders } from '../files/make-folders.ts';
import { DownloadError, showUrl } from './download-failure.ts';
import { cancelled, type GetOptions, get } from './http-get.ts';

export interface DownloadOptions extends GetOptions {
  readonly url: string;
  /** Where the file goes. It may hold the first part of an earlier try, which is then carried on. */
  readonly file: string;
  /** Lower-case hexadecimal; the file is removed when it does not match. */
  readonly sha256: string;
  /** Refuse what is longer, in bytes. */
  readonly maxBytes: number;
  readonly onProgress?: (doneBytes: number, totalBytes: number | null) => void;
  /** Called when all has arrived and the digest is being computed. */
  readonly onVerify?: () => void;
  /** Tries after a broken transfer, each carried on where the last one ended. */
  readonly tries?: number;
}

/**
 * Fetches one file whose digest is known. When it resolves, the file is complete and its digest matches; until then
 * nobody may use it. What has arrived before a break, a stall or a cancel stays in the file for the next call.
 * @throws DownloadError
 */
export async function download(options: DownloadOptions): Promise<void> {
  const { file } = options;
  await makeFolders(dirname(file));
  const tries = options.tries ?? 3;
  for (let attempt = 1; ; attempt += 1) {
    const resumedFrom = await sizeOf(file);
    try {
      await transfer(options, resumedFrom);
      options.onVerify?.();
      await verify(options);
      return;
    } catch (error) {
      if (!(error instanceof DownloadError)) throw diskError(file, error);
      // A first part from another time can belong to another file: once more from the start.
      const again =
        error.reason === 'wrong-digest' || error.reason === 'too-long'
          ? resumedFrom > 0
          : error.reason === 'short' || error.reason === 'stalled';
      if (!again || attempt >= tries) throw error;
      await pause(
        Math.min(250 * 2 ** attempt, 4000),
        undefined,
        options.signal ? { signal: options.signal } : {},
      ).catch(() => {
        throw cancelled(options.url);
      });
    }
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Brings the file up to its full length, from byte `from` on where the server can do that. */
async function transfer(options: DownloadOptions, from: number): Promise<void> {
  const range = from > 0 ? { range: `bytes=${from}-` } : {};
  const { response } = await get(options.url, { ...options, headers: { ...options.headers, ...range } });
  try {
    const start = startOf(response, from, options.url);
    if (start === 'complete') return;
    const total = totalOf(response, start);
    if (total !== null && total > options.maxBytes) throw await tooLong(options);
    const handle = await open(options.file, start > 0 ? 'r+' : 'w', 0o600);
    try {
      await write(options, response, handle, start, total);
    } finally {
      await handle.close();
    }
  } finally {
    response.destroy();
  }
}

/** At which byte the body starts; `complete` when the server says that there is nothing after what we have. */
function startOf(response: IncomingMessage, from: number, url: string): number | 'complete' {
  switch (response.statusCode) {
    case 200:
      return 0;
    case 206: {
      const first = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1];
      if (Number(first) === from) return from;
      throw new DownloadError(
        'refused',
        `${showUrl(url)} answered with another part than the one asked for.`,
      );
    }
    case 416:
      return 'complete';
    case 404:
    case 410:
      throw new DownloadError('not-found', `${showUrl(url)} is not there (${response.statusCode}).`);
    default:
      throw new DownloadError(
        'refused',
        `${showUrl(url)} was refused: the server answered ${response.statusCode}.`,
      );
  }
}

/** Length of the whole file as announced, or null. */
function totalOf(response: IncomingMessage, start: number): number | null {
  const length = response.headers['content-length'];
  return length === undefined || !/^\d+$/.test(length) ? null : start + Number(length);
}

async function write(
  options: DownloadOptions,
  response: IncomingMessage,
  handle: FileHandle,
  start: number,
  total: number | null,
): Promise<void> {
  let position = start;
  options.onProgress?.(position, total);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (position + chunk.length > options.maxBytes) throw await tooLong(options);
      await handle.write(chunk, 0, chunk.length, position).catch((error: unknown) => {
        throw diskError(options.file, error);
      });
      position += chunk.length;
      options.onProgress?.(position, total);
    }
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    if (options.signal?.aborted === true) throw cancelled(options.url);
    throw short(options.url, position, total);
  }
  if (total !== null && position < total) throw short(options.url, position, total);
}

function short(url: string, position: number, total: number | null): DownloadError {
  const of = total === null ? '' : ` of ${total}`;
  return new DownloadError('short', `${showUrl(url)} broke off after ${position}${of} bytes.`);
}

async function tooLong(options: DownloadOptions): Promise<DownloadError> {
  await rm(options.file, { force: true });
  return new DownloadError(
    'too-long',
    `${showUrl(options.url)} is longer than the ${options.maxBytes} bytes that it may have.`,
  );
}

async function verify(options: DownloadOptions): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(options.file)) {
    if (options.signal?.aborted === true) throw cancelled(options.url);
    hash.update(chunk as Buffer);
  }
  const digest = hash.digest('hex');
  if (digest === options.sha256.toLowerCase()) return;
  await rm(options.file, { force: true });
  throw new DownloadError(
    'wrong-digest',
    `${showUrl(options.url)} is not the expected file: its SHA-256 is ${digest}, it should be ${options.sha256}.`,
  );
}

function diskError(file: string, error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  const code =
    error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
  return new DownloadError('disk', `${file} could not be written (${code}).`);
}

/** Fetches a small text: an index page, a checksum file. @throws DownloadError */
export async function fetchText(
  url: string,
  options: GetOptions & { readonly maxBytes: number },
): Promise<{ text: string; contentType: string; url: string }> {
  const { response, url: last } = await get(url, options);
  try {
    startOf(response, 0, url);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > options.maxBytes)
        throw new DownloadError(
          'too-long',
          `${showUrl(url)} is longer than the ${options.maxBytes} bytes that it may have.`,
        );
      chunks.push(chunk);
    }
    const contentType = response.headers['content-type'] ?? '';
    return { text: Buffer.concat(chunks).toString('utf8'), contentType, url: last.href };
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    if (options.signal?.aborted === true) throw cancelled(url);
    throw new DownloadError('short', `${showUrl(url)} broke off.`);
  } finally {
    response.destroy();
  }
}
