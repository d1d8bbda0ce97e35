import type { CommandRun } from '../../contract/types.ts';
import { commandLine } from './command-line.ts';
import { type Ended, launch } from './launch.ts';
import { TextRing, textDecoder } from './output.ts';

/** How much of a supervised program's log is kept, in characters. */
const LOG_LIMIT = 256 * 1024;

export interface SuperviseOptions {
  /** Absolute path, or a bare name that is looked up on PATH. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Absolute; removed when we end before the program does. Otherwise it is the caller's to remove. */
  readonly ownFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A program that runs until it is stopped, ends by itself, or we end. */
export interface Supervised {
  /** The program's own process id. */
  readonly pid: number;
  /** Resolves once, with exactly one of exit code and signal; never rejects. */
  readonly exited: Promise<Ended>;
  /** Both streams as they come. Returns the way to stop listening. */
  onOutput(listener: (chunk: string) => void): () => void;
  /** The last 256 KiB of both streams. */
  log(): string;
  /** TERM to the program and all it started, two seconds later KILL; resolves when it has ended. */
  stop(): Promise<void>;
  /** What was started, to show and to copy; exit code and time are filled in when it has ended. */
  readonly run: CommandRun;
}

/**
 * Starts a program and lets it run; it ends with us, `kill -9` of us included.
 * @throws FailureError `tool-cannot-run` in one sentence when it cannot start.
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const begin = performance.now();
  const launched = await launch({ ...options, stdin: false });
  const ring = new TextRing(LOG_LIMIT);
  const listeners = new Set<(chunk: string) => void>();
  for (const stream of [launched.child.stdout, launched.child.stderr]) {
    const decode = textDecoder();
    stream?.on('data', (chunk: Buffer) => {
      const text = decode(chunk);
      ring.add(text);
      for (const listener of listeners) listener(text);
    });
  }
  let ended: Ended = { exitCode: null, signal: null };
  let endedMs: number | null = null;
  const closed = new Promise<void>((done) => launched.child.once('close', () => done()));
  const exited = launched.exited.then(async (result) => {
    ended = result;
    endedMs = performance.now() - begin;
    // The last lines say why it ended: they may still be in the pipe. The group is gone, so this is short.
    await Promise.race([closed, new Promise<void>((done) => setTimeout(done, 500).unref())]);
    // A grandchild that left the group may write on for ever, and nobody reads it.
    launched.child.stdout?.destroy();
    launched.child.stderr?.destroy();
    return result;
  });
  const argv = [launched.program, ...options.args];
  return {
    pid: launched.pid,
    exited,
    onOutput: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    log: () => ring.text(),
    stop: async () => {
      await launched.stop();
      await exited;
    },
    get run(): CommandRun {
      return {
        argv,
        line: commandLine(argv, options.env),
        ...ended,
        ms: endedMs ?? performance.now() - begin,
        stderr: ring.text(),
      };
    },
  };
}
