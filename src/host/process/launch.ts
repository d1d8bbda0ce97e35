import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { inputFailure } from '../../contract/failure.ts';
import { type BinaryFormat, readBinaryFormat, runsHere } from './binary-format.ts';
import { childEnvironment } from './environment.ts';
import {
  findInFolders,
  isBareName,
  isExecutableFile,
  pathFolders,
  statOrNull,
  unpackedPath,
} from './paths.ts';
import { explainSpawnFailure } from './spawn-failure.ts';
import { wrap } from './wrapper.ts';

/** How long a program may take to end after TERM before it is killed, in milliseconds. */
export const STOP_GRACE_MS = 2000;

export interface LaunchOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Absolute; removed when we end before the program does. Otherwise it is the caller's to remove. */
  readonly ownFolder?: string;
  /** Added to the scrubbed environment; shown in front of the command line. */
  readonly env?: Readonly<Record<string, string>>;
  /** True: descriptor 0 is a pipe from us; false: the null device. */
  readonly stdin: boolean;
}

/** A started program: its process id and the ways to hear and end it. */
export interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The file that was started, absolute. */
  readonly program: string;
  readonly format: BinaryFormat | undefined;
  /** Resolves when the program has ended; everything it started in its group is ended then, too. */
  readonly exited: Promise<Ended>;
  /** TERM to the whole group, two seconds later KILL; resolves when the program has ended. */
  stop(): Promise<void>;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** First bytes of a file, or null when it cannot be read (a program may be executable and not readable). */
function readHead(path: string): Uint8Array | null {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const head = new Uint8Array(1024);
      return head.subarray(0, readSync(descriptor, head));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/**
 * Checks before the start what can be known before it. This is not only for a better sentence: a POSIX shell whose
 * `exec` meets a file of another format reads it as a script.
 */
function checkProgram(
  options: LaunchOptions,
  path: string | undefined,
): { program: string; format: BinaryFormat | undefined } {
  const base = { program: options.program, platform: process.platform, arch: process.arch };
  const refuse = (errorCode: string, extra: { format?: BinaryFormat; program?: string } = {}): never => {
    throw explainSpawnFailure({ ...base, errorCode, ...extra });
  };
  if ([options.program, ...options.args].some((word) => word.includes('\0'))) {
    throw inputFailure(
      'tool-cannot-run',
      `An argument of ${options.program} holds a NUL character, which no program can be given.`,
      'Remove it from the file name or setting.',
    );
  }
  const program = isBareName(options.program)
    ? (findInFolders(options.program, pathFolders(path)) ?? refuse('ENOENT'))
    : unpackedPath(resolve(options.cwd ?? process.cwd(), options.program));
  const found = statOrNull(program);
  if (found === null) return refuse('ENOENT', { program });
  if (found.isDirectory()) return refuse('EISDIR', { program });
  if (!isExecutableFile(program)) return refuse('EACCES', { program });
  const head = readHead(program);
  const format = head === null ? undefined : readBinaryFormat(head);
  if (format !== undefined && !runsHere(format, process.platform, process.arch))
    return refuse('ENOEXEC', { program, format });
  return { program, format };
}

/**
 * Starts a program behind the wrapper, in a process group of its own.
 * @throws FailureError `tool-cannot-run` in one sentence when it cannot start.
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const env = childEnvironment(options.env);
  if (options.cwd !== undefined && statOrNull(options.cwd)?.isDirectory() !== true) {
    throw inputFailure(
      'tool-cannot-run',
      `The folder ${options.cwd}, in which ${options.program} was to run, does not exist.`,
      'Create it or choose another.',
    );
  }
  const { program, format } = checkProgram(options, env.PATH);
  const vector = wrap(program, options.args, options.ownFolder);
  const posix = process.platform !== 'win32';
  const child = spawn(vector.file, [...vector.args], {
    env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    detached: posix,
    windowsHide: true,
    stdio: [options.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe', vector.lifeline ? 'pipe' : 'ignore'],
  });
  const exited = watchEnd(child, posix);
  await started(child, program, format);
  const pid = child.pid ?? 0;
  let stopping: Promise<void> | null = null;
  return {
    child,
    pid,
    program,
    format,
    exited,
    stop: () => {
      stopping ??= stopGroup(child, pid, posix, exited);
      return stopping;
    },
  };
}

/** A process id is there at once when the start succeeded; else the reason comes as an event. */
function started(child: ChildProcess, program: string, format: BinaryFormat | undefined): Promise<void> {
  if (child.pid !== undefined) return Promise.resolve();
  return new Promise((_, failed) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const facts = { program, platform: process.platform, arch: process.arch, exists: true };
      const errorCode = error.code ?? 'UNKNOWN';
      failed(
        explainSpawnFailure({ ...facts, errorCode, ...(format === undefined ? {} : { format }) }) ?? error,
      );
    });
  });
}

function watchEnd(child: ChildProcess, posix: boolean): Promise<Ended> {
  const lifeline = child.stdio[3] as Writable | null | undefined;
  // Our end of the pipe breaks when the watcher is killed: expected, and not an error of anybody's.
  lifeline?.on('error', () => undefined);
  return new Promise((done) => {
    child.once('exit', (exitCode, signal) => {
      // The watcher is still in the group, so the number cannot belong to anybody else yet.
      if (posix && child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
      lifeline?.destroy();
      done({ exitCode, signal });
    });
    child.once('error', () => done({ exitCode: null, signal: null }));
  });
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

async function stopGroup(
  child: ChildProcess,
  pid: number,
  posix: boolean,
  exited: Promise<Ended>,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = (signal: NodeJS.Signals): void => {
    if (posix) signalGroup(pid, signal);
    else child.kill(signal);
  };
  end('SIGTERM');
  const timer = setTimeout(() => end('SIGKILL'), STOP_GRACE_MS);
  await exited;
  clearTimeout(timer);
}
