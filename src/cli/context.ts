import type { NamedFile } from '../host/files/named-file.ts';
import type { Toolchain } from '../host/toolchain/toolchain.ts';

/**
 * What every command gets: where it may write, how it hears that it should end, and the programs. Commands never
 * touch `process` themselves, so that a test can run them in the same process.
 */
export interface CliContext {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The version of the app. */
  readonly version: string;
  /** Aborted on SIGINT and SIGTERM: stop what is running and clean up. */
  readonly signal: AbortSignal;
  /** Results only. Resolves when the text is handed on; a reader that went away ends the command quietly. */
  out(data: string | Uint8Array): Promise<void>;
  /** Notes, progress and errors. */
  err(text: string): void;
  /**
   * What the command waits for from now on (null: nothing). A terminal shows it when it takes longer than a second;
   * not after `quiet`.
   */
  doing(what: string | null): void;
  /** For output that programs read: nothing is said of what the command waits for. */
  quiet(): void;
  /** Standard output is a terminal: a person reads it. */
  readonly terminal: boolean;
  /** Tells of a file that was read for the command: an error in it is shown with its line. */
  given(file: NamedFile): void;
  /** Standard input, for commands that read it or end with it. */
  readonly stdin: NodeJS.ReadableStream;
  /**
   * Does a long piece of our own computing, in which nothing is there that would have to be cleaned up, but for programs
   * and folders that end with us: a signal that comes meanwhile ends the process at once, as if nobody listened; nobody
   * could hear it. One that came before is heard: FailureError `cancelled`. Begins when no private folder would stay.
   */
  compute<T>(work: () => T | Promise<T>): Promise<T>;
  /** The one toolchain of this run; its progress is written to standard error. */
  toolchain(): Toolchain;
  /** Writes an error as one or two lines on standard error and returns the exit code for it. */
  fail(error: unknown): ExitCode;
  /**
   * Makes a commander action of a function: its result is the exit code (nothing: 0); what it throws goes through
   * `fail`. Exit codes: 0 done, 1 the input or a program said no, 2 wrong usage; `bootstrap --validate` passes on Envoy's.
   */
  action<Args extends readonly unknown[]>(
    run: (...args: Args) => Promise<number | undefined> | Promise<void>,
  ): (...args: Args) => Promise<void>;
  /** What has to happen before the command ends, however it ends: stop children, remove private folders. */
  onEnd(clean: () => Promise<void>): void;
}

export type ExitCode = 0 | 1 | 2;
