import 'core-js/stable';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { performance } from 'node:perf_hooks';
import { AbortController12, AbortSignal12 } from './abort-signal.ts';
import { lend } from './lend.ts';
import { Segmenter83 } from './segmenter.ts';

// Runs before the bundle that it is lent to looks at any module of Node. What is there already is kept.
lend(globalThis, 'performance', performance);
lend(globalThis, 'AbortController', AbortController12);
lend(globalThis, 'AbortSignal', AbortSignal12);
lend(Intl, 'Segmenter', Segmenter83);
lend(crypto, 'randomUUID', randomUUID);
lend(fs.promises, 'rm', remove);
lend(fs, 'rmSync', (path: string) => fs.rmdirSync(path, { recursive: true }));
fs.readSync = wholeBufferByDefault(fs.readSync);

/** Version 4: random, with the version and variant bits of RFC 9562. */
function randomUUID(): string {
  const bytes = crypto.randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Before 12.17 `readSync` without offset and length read nothing. */
function wholeBufferByDefault(read: typeof fs.readSync): typeof fs.readSync {
  return (
    descriptor: number,
    buffer: NodeJS.ArrayBufferView,
    offset?: number | fs.ReadSyncOptions | null,
    length?: number,
    position?: fs.ReadPosition | null,
  ) => {
    const given = typeof offset === 'object' && offset !== null ? offset : { offset, length, position };
    const start = Number(given.offset ?? 0);
    return read(descriptor, buffer, start, given.length ?? buffer.byteLength - start, given.position ?? null);
  };
}

interface RemoveOptions {
  readonly recursive?: boolean;
  readonly force?: boolean;
}

async function remove(path: string, options: RemoveOptions = {}): Promise<void> {
  try {
    const stat = await fs.promises.lstat(path);
    if (stat.isDirectory()) await fs.promises.rmdir(path, { recursive: options.recursive === true });
    else await fs.promises.unlink(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!(missing && options.force === true)) throw error;
  }
}
