import { homedir } from 'node:os';
import { join } from 'node:path';
import { readSmallFile } from '../files/small-file.ts';

/** Where pip would look for packages. */
export interface PipIndexes {
  /** In the order in which they are asked; addresses of simple indexes, without a slash at the end. */
  readonly indexes: readonly string[];
}

export const DEFAULT_INDEX = 'https://pypi.org/simple';

export interface PipConfigOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home?: string;
  /** Reads a file, or null when there is none; replaced in tests. */
  readonly read?: (path: string) => string | null;
}

/**
 * pip's own index setting, as its manual ("Configuration") gives it: site file over user file over global file, a
 * command's section (`install`, `download`) over `global`, the environment over all files.
 */
export function pipIndexes(options: PipConfigOptions): PipIndexes {
  const read = options.read ?? readOrNull;
  const settings = new Map<string, string>();
  for (const path of configFiles(options)) {
    const text = read(path);
    if (text === null) continue;
    const sections = parseIni(text);
    for (const section of ['global', 'download', 'install']) {
      for (const [key, value] of sections.get(section) ?? []) settings.set(key, value);
    }
  }
  const { env } = options;
  const main = env.PIP_INDEX_URL ?? settings.get('index-url') ?? DEFAULT_INDEX;
  const extra = env.PIP_EXTRA_INDEX_URL ?? settings.get('extra-index-url') ?? '';
  const all = [main, ...extra.split(/\s+/)].map((url) => url.trim().replace(/\/+$/, ''));
  return { indexes: [...new Set(all.filter((url) => URL.canParse(url)))] };
}

/** pip's files, weakest first. */
function configFiles({ env, platform, home = homedir() }: PipConfigOptions): readonly string[] {
  const chosen = env.PIP_CONFIG_FILE;
  if (chosen === '/dev/null' || chosen === 'nul') return [];
  const files: string[] = [];
  if (platform === 'win32') {
    files.push(join(env.PROGRAMDATA ?? 'C:\\ProgramData', 'pip', 'pip.ini'), join(home, 'pip', 'pip.ini'));
    if (env.APPDATA !== undefined) files.push(join(env.APPDATA, 'pip', 'pip.ini'));
  } else {
    const xdg = (env.XDG_CONFIG_DIRS ?? '/etc/xdg').split(':').filter((folder) => folder !== '');
    files.push(...xdg.reverse().map((folder) => join(folder, 'pip', 'pip.conf')), '/etc/pip.conf');
    if (platform === 'darwin') files.push('/Library/Application Support/pip/pip.conf');
    files.push(join(home, '.pip', 'pip.conf'));
    if (platform === 'darwin') files.push(join(home, 'Library', 'Application Support', 'pip', 'pip.conf'));
    files.push(join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'pip', 'pip.conf'));
  }
  if (env.VIRTUAL_ENV !== undefined)
    files.push(join(env.VIRTUAL_ENV, platform === 'win32' ? 'pip.ini' : 'pip.conf'));
  if (chosen !== undefined && chosen !== '') files.push(chosen);
  return files;
}

/** Sections of a configuration file as Python's configparser reads it: comments, `=` or `:`, indented lines go on. */
export function parseIni(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | null = null;
  let key: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) {
      section = sections.get(header) ?? new Map();
      sections.set(header, section);
      key = null;
      continue;
    }
    if (section === null) continue;
    if (/^\s/.test(line) && key !== null) {
      section.set(key, `${section.get(key) ?? ''}\n${line.trim()}`.trim());
      continue;
    }
    const pair = /^([^=:]+)[=:](.*)$/.exec(line);
    if (pair === null) continue;
    key = (pair[1] ?? '').trim().toLowerCase().replaceAll('_', '-');
    section.set(key, (pair[2] ?? '').trim());
  }
  return sections;
}

function readOrNull(path: string): string | null {
  try {
    return readSmallFile(path);
  } catch {
    return null;
  }
}
