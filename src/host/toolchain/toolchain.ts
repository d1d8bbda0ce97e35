import { join } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { ProgramName, ToolInfo, ToolProgress, ToolSource } from '../../contract/types.ts';
import { loginShellFolders } from '../process/login-path.ts';
import { cacheFolder, makePrivateFolder } from './cache.ts';
import { acquireLock } from './file-lock.ts';
import { candidates, type FindOptions, programVariables, startedFromDesktop } from './find.ts';
import { glibcVersion } from './glibc.ts';
import type { TransferLimits } from './http-get.ts';
import { type ToolchainLock, toolchainLock } from './lock.ts';
import { Prober } from './probe.ts';

/** A program that runs here. */
export interface FoundProgram {
  /** Absolute. */
  readonly path: string;
  readonly version: string;
}

export interface Toolchain {
  /** Where both programs are and what they say they are. Never fetches; cheap when nothing changed. */
  list(): Promise<readonly ToolInfo[]>;
  /**
   * Absolute path of a program that runs here.
   * @throws FailureError `tool-not-found` when it is not here yet, `tool-cannot-run` when the one chosen cannot run.
   */
  require(program: ProgramName): Promise<string>;
  /** The same with its version. */
  find(program: ProgramName): Promise<FoundProgram>;
  /** Finds or fetches both programs. A second call joins the first. What could not be had says why in `problem`. */
  install(signal?: AbortSignal): Promise<readonly ToolInfo[]>;
  /** Ends a running install; what was fetched so far is kept for the next one. */
  cancel(): void;
  /** Returns the way to stop listening. */
  onProgress(listener: (progress: ToolProgress) => void): () => void;
  /** The folder in which fetched programs are kept. */
  readonly cacheDir: string;
}

export interface ToolchainOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
  /** Paths that the user chose; they count before everything else. */
  readonly settings?: Readonly<Partial<Record<ProgramName, string>>>;
  readonly cacheDir?: string;
  /** What is pinned and from where it comes; replaced in tests. */
  readonly lock?: ToolchainLock;
  /** Folders looked into besides PATH; replaced in tests. */
  readonly usualFolders?: readonly string[];
  readonly home?: string;
  readonly limits?: TransferLimits;
  readonly glibc?: string | null;
  /** Ends the asking for a version that is under way. */
  readonly signal?: AbortSignal;
}

const programs: readonly ProgramName[] = ['istioctl', 'envoy'];

/** The two programs of the lab bench: found in a fixed order, fetched when asked for, never run half-finished. */
export function createToolchain(options: ToolchainOptions = {}): Toolchain {
  const env = options.env ?? process.env;
  const platform = options.platform ?? process.platform;
  const arch = options.arch ?? process.arch;
  const cacheDir = options.cacheDir ?? cacheFolder(env, platform, options.home);
  const lock = options.lock ?? toolchainLock;
  const prober = new Prober(cacheDir, options.signal);
  const listeners = new Set<(progress: ToolProgress) => void>();
  let login: Promise<readonly string[]> | null = null;
  const places: FindOptions = {
    env,
    platform,
    settings: options.settings ?? {},
    cacheDir,
    lock,
    ...(options.home === undefined ? {} : { home: options.home }),
    ...(options.usualFolders === undefined ? {} : { usualFolders: options.usualFolders }),
    loginFolders: () => {
      login ??= loginShellFolders(env.SHELL);
      return login;
    },
  };
  let running: {
    readonly controller: AbortController;
    readonly result: Promise<readonly ToolInfo[]>;
  } | null = null;

  /** The first place whose program runs; else what is wrong with the first that does not; else that there is none. */
  async function locate(program: ProgramName): Promise<ToolInfo> {
    let broken: ToolInfo | null = null;
    for await (const { path, source, chosen } of candidates(program, places)) {
      const probe = await prober.probe(program, path);
      if (probe.kind === 'runs') return { program, path, version: probe.version, source, problem: null };
      const problem = sentence(probe.failure);
      broken ??= { program, path, version: null, source, problem };
      if (chosen) return broken;
    }
    return (
      broken ?? {
        program,
        path: null,
        version: null,
        source: null,
        problem: sentence(notFound(program, env)),
      }
    );
  }

  async function find(program: ProgramName): Promise<FoundProgram> {
    const { path, version, problem } = await locate(program);
    if (path === null) throw notFound(program, env);
    if (version !== null) return { path, version };
    throw inputFailure(
      'tool-cannot-run',
      problem ?? `${path} cannot run.`,
      `Name another ${program} in the settings (sidecar-anatomy doctor says where) or in ${programVariables[program]}.`,
    );
  }

  function report(progress: ToolProgress): void {
    for (const listener of listeners) listener(progress);
  }

  function step(program: ProgramName, phase: ToolProgress['phase'], what: string, next = ''): void {
    report({ program, phase, what, next, why: '', fraction: null, doneBytes: null, totalBytes: null });
  }

  async function obtain(program: ProgramName, signal: AbortSignal): Promise<ToolInfo> {
    step(program, 'looking', `${program} on this machine`, 'fetch it if it is not here');
    const found = await locate(program);
    if (found.version !== null) return ready(found);
    // One that was chosen by name and cannot run is not replaced behind the user's back.
    if (found.source === 'setting' || found.source === 'environment') return failed(found);
    makePrivateFolder(join(cacheDir, 'tools', program));
    const release = await acquireLock(join(cacheDir, 'tools', program, 'lock'), {
      signal,
      onWait: () =>
        step(program, 'looking', `another Sidecar Anatomy is fetching ${program}`, 'use what it fetched'),
    });
    try {
      const again = await locate(program);
      if (again.version !== null) return ready(again);
      const glibc = options.glibc === undefined ? glibcVersion() : options.glibc;
      const limits = options.limits === undefined ? {} : { limits: options.limits };
      const folders = options.usualFolders === undefined ? {} : { goFolders: options.usualFolders };
      const shared = { env, platform, arch, cacheDir, lock, signal, glibc, progress: report };
      const context = { ...shared, ...limits, ...folders };
      // Fetching needs readers of archives and of web pages; whose programs are here needs none of them.
      const { installProgram } = await import('./install.ts');
      const { path, source } = await installProgram(program, context);
      return await proven(program, path, source);
    } finally {
      await release();
    }
  }

  async function proven(program: ProgramName, path: string, source: ToolSource): Promise<ToolInfo> {
    const probe = await prober.probe(program, path);
    if (probe.kind === 'runs') return ready({ program, path, version: probe.version, source, problem: null });
    return failed({ program, path, version: null, source, problem: sentence(probe.failure) });
  }

  function ready(info: ToolInfo): ToolInfo {
    step(info.program, 'ready', `${info.program} ${info.version}`);
    return info;
  }

  function failed(info: ToolInfo): ToolInfo {
    step(info.program, 'failed', info.problem ?? `${info.program} could not be had`);
    return info;
  }

  async function obtainOrSay(program: ProgramName, signal: AbortSignal): Promise<ToolInfo> {
    try {
      return await obtain(program, signal);
    } catch (error) {
      const info = { program, path: null, version: null, source: null };
      if (signal.aborted) {
        const problem = `Fetching ${program} was cancelled.`;
        step(program, 'cancelled', problem);
        return { ...info, problem };
      }
      if (error instanceof FailureError) return failed({ ...info, problem: sentence(error) });
      return failed({ ...info, problem: cacheProblem(cacheDir, error) });
    }
  }

  return {
    cacheDir,
    list: () => Promise.all(programs.map(locate)),
    require: async (program) => (await find(program)).path,
    find,
    install: (signal) => {
      if (running === null) {
        const controller = new AbortController();
        const result = Promise.all(
          programs.map((program) => obtainOrSay(program, controller.signal)),
        ).finally(() => {
          running = null;
        });
        running = { controller, result };
      }
      const { controller, result } = running;
      if (signal?.aborted === true) controller.abort();
      const abort = (): void => controller.abort();
      signal?.addEventListener('abort', abort, { once: true });
      return result.finally(() => signal?.removeEventListener('abort', abort));
    },
    cancel: () => running?.controller.abort(),
    onProgress: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function sentence({ failure }: FailureError): string {
  return failure.hint === '' ? failure.message : `${failure.message} ${failure.hint}`;
}

function notFound(program: ProgramName, env: NodeJS.ProcessEnv): FailureError {
  const desktop = startedFromDesktop(env)
    ? ' A program started from a desktop has a short PATH, so the usual folders and the login shell were asked, too.'
    : '';
  return inputFailure(
    'tool-not-found',
    `${program} was not found: not in the settings, ${programVariables[program]}, PATH or the app's cache.${desktop}`,
    `Fetch it with \`sidecar-anatomy tools --install\`, or name it in ${programVariables[program]}.`,
  );
}

function cacheProblem(cacheDir: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The cache folder ${cacheDir} could not be used: ${why}. Choose another with SIDECAR_ANATOMY_CACHE.`;
}
