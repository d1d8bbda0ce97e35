import { type Failure, type FailureError, inputFailure } from '../contract/failure.ts';
import type { ToolProgress } from '../contract/types.ts';
import { decodeInput } from '../domain/yaml/bytes.ts';
import { systemSentence, toFailure } from '../host/failures.ts';
import type { NamedFile } from '../host/files/named-file.ts';
import { foldersWouldStay, untilNoFolderStays } from '../host/inject/private-folder.ts';
import { readSettings } from '../host/toolchain/settings.ts';
import { createToolchain, type Toolchain } from '../host/toolchain/toolchain.ts';
import type { CliContext, ExitCode } from './context.ts';
import { hearSignals } from './hear-signals.ts';
import { oneLine } from './one-line.ts';
import type { MaybeTerminal } from './one-row.ts';
import { pointedLine } from './pointed-line.ts';
import { progressWriter } from './progress.ts';
import { waitingLine } from './waiting.ts';

/** The process as the command line sees it; replaced in tests. */
export interface CliIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: MaybeTerminal;
  readonly stderr: MaybeTerminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly version: string;
  /** Lets signals end the process at once, until what it answers is called. None where signals are somebody else's. */
  readonly letSignalsEnd?: () => () => void;
}

export interface CliRun {
  readonly context: CliContext;
  /** Aborts the context's signal. */
  interrupt(): void;
  /** Runs what was given to `onEnd`, last first; a cleaner that hangs or fails does not keep the others from running. */
  end(): Promise<void>;
  /** Set by the action that ran. */
  exitCode(): number;
  /** A call of the system may still hang, which exit() would wait for. */
  stuck(): boolean;
}

const END_LIMIT_MS = 8000;

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

function cannotPrint(error: unknown): FailureError {
  return inputFailure(
    'cannot-write',
    `The result could not be written to standard output: ${systemSentence(error)}.`,
    'Make room where it goes, or name a file after --out.',
  );
}

/** Makes the context of one run of the command line. */
export function createCliRun(io: CliIo): CliRun {
  const controller = new AbortController();
  const cleaners: (() => Promise<void>)[] = [];
  let exitCode = 0;
  let tools: Toolchain | null = null;
  let readerIsGone = false;
  let stuck = false;
  const given: NamedFile[] = [];
  // A reader that went away (`| head`) wants no more: end quietly. Nothing can be said about a broken stderr.
  io.stdout.on('error', (error) => {
    readerIsGone = isBrokenPipe(error);
    controller.abort();
  });
  io.stderr.on('error', () => undefined);

  const waiting = waitingLine(io.stderr);
  let quiet = false;
  const err = (text: string): void => {
    waiting.clear();
    io.stderr.write(text);
  };
  const fail = (error: unknown): ExitCode => {
    if (readerIsGone) return 0;
    const failure = toFailure(error);
    if (failure.code === 'read-stalled') stuck = true;
    waiting.say(null);
    err(failureLines(failure, textOf(given, failure.source?.file)));
    if (io.env.SIDECAR_ANATOMY_DEBUG === '1' && failure.evidence !== undefined) err(`${failure.evidence}\n`);
    return failure.kind === 'usage' ? 2 : 1;
  };
  const context: CliContext = {
    cwd: io.cwd,
    env: io.env,
    version: io.version,
    signal: controller.signal,
    terminal: io.stdout.isTTY === true,
    stdin: io.stdin,
    out: (data) =>
      new Promise((done, failed) => {
        if (readerIsGone) return done();
        waiting.clear();
        io.stdout.write(data, (error) => {
          if (error === null || error === undefined || isBrokenPipe(error)) done();
          else failed(cannotPrint(error));
        });
      }),
    err,
    doing: (what) => {
      if (!quiet) waiting.say(what);
    },
    quiet: () => {
      quiet = true;
    },
    fail,
    toolchain: () => {
      if (tools === null) {
        tools = createToolchain({
          env: io.env,
          settings: readSettings(io.env),
          signal: controller.signal,
        });
        tools.onProgress(progressWriter(io.stderr) satisfies (progress: ToolProgress) => void);
      }
      return tools;
    },
    given: (file) => void given.push(file),
    compute: async (work) => {
      // What only a program needs goes with us while that runs; just before and after it would stay, and is waited for.
      do {
        await untilNoFolderStays();
        await hearSignals(controller.signal);
      } while (foldersWouldStay());
      const listen = io.letSignalsEnd?.();
      try {
        return await work();
      } finally {
        listen?.();
      }
    },
    action:
      (run) =>
      async (...args) => {
        try {
          const code = await run(...args);
          exitCode = typeof code === 'number' ? code : 0;
        } catch (error) {
          exitCode = fail(error);
        } finally {
          waiting.say(null);
        }
      },
    onEnd: (clean) => {
      cleaners.push(clean);
    },
  };
  return {
    context,
    interrupt: () => controller.abort(),
    exitCode: () => exitCode,
    stuck: () => stuck || controller.signal.aborted,
    end: async () => {
      const limit = new Promise<void>((done) => setTimeout(done, END_LIMIT_MS).unref());
      const all = async (): Promise<void> => {
        for (const clean of cleaners.splice(0).reverse()) await clean().catch(() => undefined);
      };
      await Promise.race([all(), limit]);
    },
  };
}

/** The text of the one file of that name; null when there are several, or it is no text. */
function textOf(given: readonly NamedFile[], name: string | undefined): string | null {
  const [file, other] = given.filter((one) => one.name === name);
  if (file === undefined || other !== undefined) return null;
  try {
    return decodeInput(file.name, file.bytes).text;
  } catch {
    return null;
  }
}

/**
 * `sidecar-anatomy: FILE:LINE:COLUMN: what happened`, and on a second line what to do; where the text of the file is at hand,
 * that stands behind what happened, and the second line is the one that is meant.
 */
export function failureLines(failure: Failure, text: string | null = null): string {
  const { source } = failure;
  const where = source === null ? '' : `${source.file}:${source.line}:${source.column}: `;
  const named = source !== null && failure.message.includes(`${source.file}:${source.line}`) ? '' : where;
  const said = `sidecar-anatomy: ${named}${oneLine(failure.message)}`;
  const line = text === null || source === null ? '' : pointedLine(text, source);
  if (failure.hint === '') return `${said}\n${line}`;
  return line === '' ? `${said}\n${oneLine(failure.hint)}\n` : `${said} ${oneLine(failure.hint)}\n${line}`;
}
