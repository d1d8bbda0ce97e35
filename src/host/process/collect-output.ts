import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Launched } from './launch.ts';
import { BoundedBytes, textDecoder } from './output.ts';

/** So much of standard error is kept. */
export const KEPT_STDERR_BYTES = 1024 * 1024;
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** A program may end before what it wrote has been read; a grandchild that keeps the pipe open is not waited for. */
const QUIET_MS = 500;
/** A grandchild that goes on writing is not waited for either: what the program itself left fits the kernel's buffer. */
const DRAIN_MS = 2000;
/** Turns in which a thread that was held up takes what lies in that buffer. */
const LAST_TURNS = 8;

export interface CollectOptions {
  /** Of standard output: what is over is read and dropped, and nobody hears it. */
  readonly maxOutputBytes: number;
  /** Of standard error, of which less is kept. */
  readonly maxErrorBytes: number;
  /** Called once for each of the streams that is over its bound. */
  readonly onFull: () => void;
  readonly onStdout?: (chunk: string) => void;
  readonly onStderr?: (chunk: string) => void;
}

/** What a program wrote, as far as it is kept. */
export interface Collected {
  readonly stdout: BoundedBytes;
  readonly stderr: BoundedBytes;
  /** Standard error was longer than its bound. */
  readonly flooded: () => boolean;
  /** Both streams in the order in which they came. */
  readonly both: BoundedBytes;
  /** To be called when the program has ended: resolves when what it wrote was read, at the latest after two seconds. */
  drained(): Promise<void>;
}

/** Reads both streams of a program into bounded memory. */
export function collectOutput({ child }: Pick<Launched, 'child'>, options: CollectOptions): Collected {
  const stdout = new BoundedBytes(options.maxOutputBytes);
  const stderr = new BoundedBytes(KEPT_STDERR_BYTES);
  const both = new BoundedBytes(MAX_OUTPUT_BYTES);
  let lastData = 0;
  const closed: Promise<void>[] = [];
  const follow = (stream: Readable | null, hear: (chunk: Buffer, text: string) => void): void => {
    if (stream === null) return;
    const decode = textDecoder();
    stream.on('data', (chunk: Buffer) => {
      const text = decode(chunk);
      both.add(Buffer.from(text, 'utf8'));
      hear(chunk, text);
      lastData = performance.now();
    });
    closed.push(
      new Promise((done) => {
        stream.once('close', done);
        stream.once('error', () => done());
      }),
    );
  };
  follow(child.stdout, (chunk, text) => {
    const before = stdout.truncated;
    stdout.add(chunk);
    if (!stdout.truncated) options.onStdout?.(text);
    else if (!before) options.onFull();
  });
  let told = 0;
  const flooded = (): boolean => told > options.maxErrorBytes;
  follow(child.stderr, (chunk, text) => {
    const before = flooded();
    told += chunk.length;
    stderr.add(chunk);
    options.onStderr?.(text);
    if (flooded() && !before) options.onFull();
  });
  const drained = async (): Promise<void> => {
    let open = true;
    const all = Promise.all(closed).then(() => {
      open = false;
    });
    const since = performance.now();
    while (open) {
      await firstOf(all, QUIET_MS);
      const now = performance.now();
      if (now - Math.max(lastData, since) >= QUIET_MS || now - since >= DRAIN_MS) break;
    }
    for (let turn = 0; open && turn < LAST_TURNS; turn++) await setImmediate();
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  return { stdout, stderr, flooded, both, drained };
}

async function firstOf(all: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([all, pause]);
  clearTimeout(timer);
}
