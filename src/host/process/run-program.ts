import type { Readable } from 'node:stream';
import { FailureError } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import { commandLine } from './command-line.ts';
import { type Ended, type Launched, launch } from './launch.ts';
import { BoundedBytes, textDecoder } from './output.ts';
import { isQuarantined } from './quarantine.ts';
import { explainSpawnFailure } from './spawn-failure.ts';

const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_BYTES = 1024 * 1024;
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** A program may end before what it wrote has been read; a grandchild that keeps the pipe open is not waited for. */
const DRAIN_MS = 500;

export interface RunOptions {
  /** Absolute path, or a bare name that is looked up on PATH. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Added to the scrubbed environment, and shown in the command line. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the program reads on standard input; the null device when absent. */
  readonly stdin?: string | Uint8Array;
  /** After this it gets TERM, two seconds later KILL. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Of standard output; default 64 MiB. Standard error is kept up to 1 MiB. What is over is read and dropped. */
  readonly maxOutputBytes?: number;
  /** Called once the program runs. */
  readonly onStart?: () => void;
  /** Hears standard output while the program runs. */
  readonly onStdout?: (chunk: string) => void;
  /** Hears standard error while the program runs. */
  readonly onStderr?: (chunk: string) => void;
}

export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order in which they came, the first MiB. */
  readonly output: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** One of the streams was longer than is kept. */
  readonly truncated: boolean;
  readonly ms: number;
  readonly run: CommandRun;
}

/**
 * Runs a program to its end: argument vector (never a shell string), scrubbed environment, time limit, bounded output,
 * cancellable; it ends with us. Any exit code is a result.
 * @throws FailureError `tool-cannot-run` in one sentence when the program could not run at all; `cancelled` when the
 *   signal was aborted before the start.
 */
export async function runProgram(options: RunOptions): Promise<RunResult> {
  if (options.signal?.aborted === true) {
    throw new FailureError({
      code: 'cancelled',
      kind: 'input',
      message: `${options.program} was not run: it was cancelled before.`,
      hint: 'Start it again.',
      source: null,
    });
  }
  const begin = performance.now();
  const launched = await launch({ ...options, stdin: options.stdin !== undefined });
  const streams = collect(launched, options);
  feed(launched, options.stdin);
  const limits = endAtLimits(launched, options);
  options.onStart?.();
  const ended = await launched.exited;
  limits.release();
  await streams.drained();
  const ms = performance.now() - begin;
  const stderr = streams.stderr.text();
  if (!limits.reached.timedOut && !limits.reached.cancelled)
    await refuseIfItNeverRan(launched, ended, stderr);
  const argv = [launched.program, ...options.args];
  return {
    stdout: streams.stdout.text(),
    stderr,
    output: streams.both.text(),
    ...ended,
    ...limits.reached,
    truncated: streams.stdout.truncated || streams.stderr.truncated,
    ms,
    run: { argv, line: commandLine(argv, options.env), ...ended, ms, stderr },
  };
}

function collect(launched: Launched, options: RunOptions) {
  const stdout = new BoundedBytes(options.maxOutputBytes ?? MAX_STDOUT_BYTES);
  const stderr = new BoundedBytes(MAX_STDERR_BYTES);
  const both = new BoundedBytes(MAX_OUTPUT_BYTES);
  let lastData = 0;
  const closed: Promise<void>[] = [];
  const follow = (stream: Readable | null, into: BoundedBytes, hear?: (text: string) => void): void => {
    if (stream === null) return;
    const decode = textDecoder();
    stream.on('data', (chunk: Buffer) => {
      lastData = performance.now();
      into.add(chunk);
      const text = decode(chunk);
      both.add(Buffer.from(text, 'utf8'));
      hear?.(text);
    });
    closed.push(
      new Promise((done) => {
        stream.once('close', done);
        stream.once('error', () => done());
      }),
    );
  };
  follow(launched.child.stdout, stdout, options.onStdout);
  follow(launched.child.stderr, stderr, options.onStderr);
  const drained = async (): Promise<void> => {
    let open = true;
    const all = Promise.all(closed).then(() => {
      open = false;
    });
    const since = performance.now();
    while (open) {
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<void>((done) => {
        timer = setTimeout(done, DRAIN_MS);
      });
      await Promise.race([all, pause]);
      clearTimeout(timer);
      if (open && performance.now() - Math.max(lastData, since) >= DRAIN_MS) break;
    }
    launched.child.stdout?.destroy();
    launched.child.stderr?.destroy();
  };
  return { stdout, stderr, both, drained };
}

function feed(launched: Launched, stdin: string | Uint8Array | undefined): void {
  const pipe = launched.child.stdin;
  if (pipe === null || stdin === undefined) return;
  // A program may end without reading all of its input (EPIPE): its exit code tells what that means.
  pipe.on('error', () => undefined);
  pipe.end(stdin);
}

function endAtLimits(launched: Launched, options: RunOptions) {
  const reached = { timedOut: false, cancelled: false };
  const end = (why: keyof typeof reached): void => {
    if (reached.timedOut || reached.cancelled) return;
    reached[why] = true;
    void launched.stop();
  };
  const cancel = (): void => end('cancelled');
  const timer = setTimeout(() => end('timedOut'), options.timeoutMs);
  options.signal?.addEventListener('abort', cancel, { once: true });
  if (options.signal?.aborted === true) cancel();
  const release = (): void => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  };
  return { reached, release };
}

async function refuseIfItNeverRan(launched: Launched, ended: Ended, stderr: string): Promise<void> {
  const failure = explainSpawnFailure({
    program: launched.program,
    platform: process.platform,
    arch: process.arch,
    exists: true,
    stderr,
    ...ended,
    ...(launched.format === undefined ? {} : { format: launched.format }),
    quarantined: ended.signal === 'SIGKILL' && (await isQuarantined(launched.program)),
  });
  if (failure !== null) throw failure;
}
