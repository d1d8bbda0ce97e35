import { FailureError } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import { collectOutput } from './collect-output.ts';
import { commandLine } from './command-line.ts';
import { type Ended, type Launched, launch } from './launch.ts';
import { isQuarantined } from './quarantine.ts';
import { explainSpawnFailure } from './spawn-failure.ts';

const MAX_STREAM_BYTES = 64 * 1024 * 1024;

export interface RunOptions {
  /** Absolute path, or a bare name that is looked up on PATH. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Absolute; removed when we end before the program does. Otherwise it is the caller's to remove. */
  readonly ownFolder?: string;
  /** Added to the scrubbed environment, and shown in the command line. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the program reads on standard input; the null device when absent. */
  readonly stdin?: string | Uint8Array;
  /** After this it gets TERM, two seconds later KILL. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Of standard output; default 64 MiB. What is over is read and dropped. */
  readonly maxOutputBytes?: number;
  /** Of standard error, with `endWhenFull`; default 64 MiB, of which 1 MiB is kept. */
  readonly maxErrorBytes?: number;
  /** Ends the program, as its time limit does, when a stream is over its bound: nothing good comes any more. */
  readonly endWhenFull?: boolean;
  /** Called once the program runs. */
  readonly onStart?: () => void;
  /** Called as soon as the program has ended, and nobody watches `ownFolder` any more; its output may still be on the way. */
  readonly onEnd?: () => void;
  /** Hears standard output while the program runs, as much of it as is kept. */
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
  /** Standard output was longer than is kept. Standard error may have been, too: it tells, and is no result. */
  readonly truncated: boolean;
  /** Standard error was over its bound. */
  readonly flooded: boolean;
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
  const streams = collectOutput(launched, {
    ...options,
    maxOutputBytes: options.maxOutputBytes ?? MAX_STREAM_BYTES,
    maxErrorBytes: options.maxErrorBytes ?? MAX_STREAM_BYTES,
    onFull: () => {
      if (options.endWhenFull === true) void launched.stop();
    },
  });
  feed(launched, options.stdin);
  const limits = endAtLimits(launched, options);
  options.onStart?.();
  const ended = await launched.exited;
  options.onEnd?.();
  limits.release();
  await streams.drained();
  const ms = performance.now() - begin;
  const stderr = streams.stderr.text();
  const { timedOut, cancelled } = limits.reached;
  const truncated = streams.stdout.truncated;
  const flooded = streams.flooded();
  if (!timedOut && !cancelled && !truncated && !flooded) await refuseIfItNeverRan(launched, ended, stderr);
  const argv = [launched.program, ...options.args];
  return {
    stdout: streams.stdout.text(),
    stderr,
    output: streams.both.text(),
    ...ended,
    ...limits.reached,
    truncated,
    flooded,
    ms,
    run: { argv, line: commandLine(argv, options.env), ...ended, ms, stderr },
  };
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
