import { isAbsolute, join } from 'node:path';
import { inputFailure } from '../../contract/failure.ts';
import { isRecord } from '../files/json-shape.ts';
import { readSmallFile, UnusableFile } from '../files/small-file.ts';
import { homeFolder } from './home.ts';

/** What the user set: which programs to use, whatever else is on the machine, and which cluster may be asked. */
export interface Settings {
  readonly istioctl?: string;
  readonly envoy?: string;
  /** A whole path. Without it no cluster is asked. */
  readonly kubeconfig?: string;
}

/** A few paths need no more. */
const MAX_BYTES = 1_000_000;

/** `$XDG_CONFIG_HOME/sidecar-anatomy/settings.json`, or the system's own place; `SIDECAR_ANATOMY_SETTINGS` overrides. */
export function settingsFile(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(),
): string {
  const own = env.SIDECAR_ANATOMY_SETTINGS;
  if (own !== undefined && isAbsolute(own)) return own;
  if (platform === 'darwin')
    return join(home, 'Library', 'Application Support', 'sidecar-anatomy', 'settings.json');
  if (platform === 'win32')
    return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'sidecar-anatomy', 'settings.json');
  const xdg = env.XDG_CONFIG_HOME;
  return join(
    xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.config'),
    'sidecar-anatomy',
    'settings.json',
  );
}

/**
 * Reads the settings; none when there is no such file.
 * @throws FailureError `settings-broken` when there is one that cannot be read: a choice must not be lost silently.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const file = settingsFile(env);
  let text: string | null;
  try {
    text = readSmallFile(file, MAX_BYTES);
  } catch (error) {
    throw error instanceof UnusableFile ? broken(file, error.message) : error;
  }
  if (text === null) return {};
  const settings = settingsIn(text);
  if (settings === null)
    throw broken(file, 'it must be a JSON object such as {"istioctl": "/path/to/istioctl"}');
  return settings;
}

const KEYS = ['istioctl', 'envoy', 'kubeconfig'] as const;

/** Null for a text that is no JSON object, or names a file by something else than a text. */
function settingsIn(text: string): Settings | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isRecord(read)) return null;
    const settings: { -readonly [K in keyof Settings]: string } = {};
    for (const key of KEYS) {
      const path = read[key];
      if (!isPath(path)) return null;
      if (path !== undefined) settings[key] = path;
    }
    return settings;
  } catch {
    return null;
  }
}

function isPath(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function broken(file: string, why: string) {
  return inputFailure(
    'settings-broken',
    `The settings file ${file} cannot be read: ${why}.`,
    'Correct or remove it.',
  );
}
