import { chmodSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { ProgramName } from '../../contract/types.ts';
import { makeFoldersSync } from '../files/make-folders.ts';
import { homeFolder } from './home.ts';

/**
 * The app's folder for what can be fetched again. `SIDECAR_ANATOMY_CACHE` overrides the system's own place:
 * `$XDG_CACHE_HOME` or `~/.cache` (XDG Base Directory Specification), `~/Library/Caches`, `%LOCALAPPDATA%`.
 * Relative values are ignored, as that specification asks.
 */
export function cacheFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  home: string = homeFolder(),
): string {
  const own = env.SIDECAR_ANATOMY_CACHE;
  if (own !== undefined && isAbsolute(own)) return own;
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'sidecar-anatomy');
  if (platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'sidecar-anatomy', 'Cache');
  const xdg = env.XDG_CACHE_HOME;
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.cache'), 'sidecar-anatomy');
}

/** Where one version of a program lives in the cache. */
export interface CachePlace {
  readonly folder: string;
  readonly program: string;
}

export function cachePlace(
  cacheDir: string,
  program: ProgramName,
  version: string,
  platform: NodeJS.Platform,
): CachePlace {
  const folder = join(cacheDir, 'tools', program, version);
  return { folder, program: join(folder, platform === 'win32' ? `${program}.exe` : program) };
}

/** Makes a folder that only this user may enter. */
export function makePrivateFolder(path: string): void {
  makeFoldersSync(path);
  chmodSync(path, 0o700);
}
