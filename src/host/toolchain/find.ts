import { isAbsolute, join, resolve } from 'node:path';
import type { ProgramName, ToolSource } from '../../contract/types.ts';
import { findInFolders, isExecutableFile, pathFolders } from '../process/paths.ts';
import { cachePlace } from './cache.ts';
import { homeFolder } from './home.ts';
import type { ToolchainLock } from './lock.ts';

/** A place where a program was named or found, before it was asked whether it runs. */
export interface Candidate {
  readonly path: string;
  readonly source: ToolSource;
  /** Somebody chose exactly this one: when it cannot run, that is said, and nothing else is taken instead. */
  readonly chosen: boolean;
}

export interface FindOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly settings: Readonly<Partial<Record<ProgramName, string>>>;
  readonly cacheDir: string;
  readonly lock: ToolchainLock;
  readonly home?: string;
  /** Folders that programs started from a desktop lack; replaced in tests. */
  readonly usualFolders?: readonly string[];
  /** The PATH of the user's login shell: asked for only when nothing nearer was found. */
  readonly loginFolders: () => Promise<readonly string[]>;
}

/** Environment variable that names a program. */
export const programVariables: Readonly<Record<ProgramName, string>> = {
  istioctl: 'SIDECAR_ANATOMY_ISTIOCTL',
  envoy: 'SIDECAR_ANATOMY_ENVOY',
};

/** Where package managers and installers put programs, whatever PATH says. */
export function usualFolders(platform: NodeJS.Platform, home: string = homeFolder()): readonly string[] {
  const own = [
    join(home, '.istioctl', 'bin'),
    join(home, '.local', 'bin'),
    join(home, 'bin'),
    join(home, 'go', 'bin'),
  ];
  switch (platform) {
    case 'darwin':
      return ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin', ...own];
    case 'win32':
      return own;
    default:
      return ['/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin', '/snap/bin', ...own];
  }
}

/** A desktop starts programs without a shell: then PATH is the system's and the login shell is worth a question. */
export function startedFromDesktop(env: NodeJS.ProcessEnv): boolean {
  return env.SHLVL === undefined && env.TERM === undefined && env.CI === undefined;
}

/**
 * Every place of a program, in the order in which they count: setting, environment variable, PATH (then the usual
 * folders, then the login shell's PATH), cache.
 */
export async function* candidates(program: ProgramName, options: FindOptions): AsyncGenerator<Candidate> {
  const { env, platform } = options;
  const setting = options.settings[program];
  if (setting !== undefined && setting !== '') {
    yield { path: absolute(setting), source: 'setting', chosen: true };
    return;
  }
  const named = env[programVariables[program]];
  if (named !== undefined && named !== '') {
    yield { path: absolute(named), source: 'environment', chosen: true };
    return;
  }
  const seen = new Set<string>();
  for (const folder of [
    ...pathFolders(env.PATH),
    ...(options.usualFolders ?? usualFolders(platform, options.home)),
  ]) {
    const path = findInFolders(program, [folder], platform);
    if (path === null || seen.has(path)) continue;
    seen.add(path);
    yield { path, source: 'path', chosen: false };
  }
  if (startedFromDesktop(env)) {
    const path = findInFolders(program, await options.loginFolders(), platform);
    if (path !== null && !seen.has(path)) yield { path, source: 'path', chosen: false };
  }
  for (const version of cachedVersions(program, options.lock)) {
    const place = cachePlace(options.cacheDir, program, version, platform);
    if (isExecutableFile(place.program)) yield { path: place.program, source: 'cache', chosen: false };
  }
}

function cachedVersions(program: ProgramName, lock: ToolchainLock): readonly string[] {
  switch (program) {
    case 'istioctl':
      return [lock.istioctl.release.version, lock.istioctl.goBuild.version];
    case 'envoy':
      return [lock.envoy.version];
  }
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
}
