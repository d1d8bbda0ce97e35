import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProgramName } from '../../contract/types.ts';
import { betweenMarks, loginShellFolders } from '../process/login-path.ts';
import { cacheFolder, cachePlace } from './cache.ts';
import { type Candidate, candidates, type FindOptions, startedFromDesktop, usualFolders } from './find.ts';
import { toolchainLock } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-find-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function place(path: string, text = '#!/bin/sh\n'): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

async function all(program: ProgramName, options: Partial<FindOptions>): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  const defaults: FindOptions = {
    env: {},
    platform: 'linux',
    settings: {},
    cacheDir: join(folder, 'cache'),
    lock: toolchainLock,
    usualFolders: [],
    loginFolders: async () => [],
  };
  for await (const candidate of candidates(program, { ...defaults, ...options })) found.push(candidate);
  return found;
}

describe('where a program is looked for', () => {
  const onPath = place(join(folder, 'bin', 'istioctl'));
  const usual = place(join(folder, 'usual', 'istioctl'));
  const { version } = toolchainLock.istioctl.goBuild;
  const cached = place(cachePlace(join(folder, 'cache'), 'istioctl', version, 'linux').program);
  const env = { PATH: `relative:${join(folder, 'bin')}::${join(folder, 'bin')}`, SHLVL: '1' };

  it('PATH comes before the usual folders, and those before the cache; relative entries do not count', async () => {
    expect(await all('istioctl', { env, usualFolders: [join(folder, 'usual')] })).toEqual([
      { path: onPath, source: 'path', chosen: false },
      { path: usual, source: 'path', chosen: false },
      { path: cached, source: 'cache', chosen: false },
    ]);
  });

  it('the environment variable comes before PATH, the setting before both; what is chosen has no substitute', async () => {
    const named = { ...env, SIDECAR_ANATOMY_ISTIOCTL: '/chosen/istioctl' };
    expect(await all('istioctl', { env: named })).toEqual([
      { path: '/chosen/istioctl', source: 'environment', chosen: true },
    ]);
    expect(await all('istioctl', { env: named, settings: { istioctl: '/set/istioctl' } })).toEqual([
      { path: '/set/istioctl', source: 'setting', chosen: true },
    ]);
    expect(await all('istioctl', { env: { ...env, SIDECAR_ANATOMY_ISTIOCTL: '' } })).toHaveLength(2);
  });

  it('a folder or a file that may not be started is passed over', async () => {
    mkdirSync(join(folder, 'odd', 'istioctl'), { recursive: true });
    writeFileSync(join(folder, 'odd', 'envoy'), '', { mode: 0o644 });
    const path = { PATH: join(folder, 'odd'), SHLVL: '1' };
    expect(await all('istioctl', { env: path, cacheDir: '/nowhere' })).toEqual([]);
    expect(await all('envoy', { env: path, cacheDir: '/nowhere' })).toEqual([]);
  });
});

describe('case 43: started from a desktop, with a short PATH', () => {
  const given = JSON.parse(readFileSync('test/cases/43-launchd-path.json', 'utf8')) as {
    readonly platform: NodeJS.Platform;
    readonly env: Readonly<Record<string, string>>;
    readonly installed: Readonly<Record<ProgramName, string>>;
    readonly shellPrints: string;
  };

  it('the folders in which the programs are installed are among the usual ones', () => {
    for (const path of Object.values(given.installed))
      expect(usualFolders(given.platform)).toContain(path.slice(0, path.lastIndexOf('/')));
    expect(startedFromDesktop(given.env)).toBe(true);
    expect(startedFromDesktop({ ...given.env, SHLVL: '1' })).toBe(false);
  });

  it("the login shell's PATH is asked for, and its banner is not taken as PATH", async () => {
    const brew = join(folder, 'homebrew', 'bin');
    const istioctl = place(join(brew, 'istioctl'));
    // A login shell that greets before and after, and sets PATH in between.
    const shell = place(
      join(folder, 'zsh'),
      `#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nprintf '${given.shellPrints.replaceAll('\n', '\\n')}'
export PATH="${brew}:/usr/bin:/bin"\neval "$1"\necho "/not/a/path:/bye"\n`,
    );
    const folders = await loginShellFolders(shell);
    expect(folders).toEqual([brew, '/usr/bin', '/bin']);
    const found = await all('istioctl', {
      env: given.env,
      cacheDir: '/nowhere',
      loginFolders: () => loginShellFolders(shell),
    });
    expect(found.at(-1)).toEqual({ path: istioctl, source: 'path', chosen: false });
  });

  it('a shell that fails, hangs up or is none gives no folders', async () => {
    expect(await loginShellFolders(place(join(folder, 'broken-shell'), '#!/bin/sh\nexit 1\n'))).toEqual([]);
    expect(await loginShellFolders('/nowhere/zsh')).toEqual([]);
    expect(await loginShellFolders(undefined)).toEqual([]);
    expect(betweenMarks('Welcome back!\n/opt/homebrew/bin:/usr/bin\n', 'mark')).toBeUndefined();
    // A shell that repeats its commands prints the marks twice.
    expect(betweenMarks('+ echo mark\nmark\n+ printenv\n/bin\nmark\n', 'mark')).toContain('/bin');
  });
});

describe('the cache folder', () => {
  it("is the system's own place unless the environment names one", () => {
    expect(cacheFolder({}, 'linux', '/home/u')).toBe('/home/u/.cache/sidecar-anatomy');
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' }, 'linux', '/home/u')).toBe('/x/sidecar-anatomy');
    expect(cacheFolder({ XDG_CACHE_HOME: 'x' }, 'linux', '/home/u')).toBe('/home/u/.cache/sidecar-anatomy');
    expect(cacheFolder({}, 'darwin', '/Users/u')).toBe('/Users/u/Library/Caches/sidecar-anatomy');
    expect(cacheFolder({ SIDECAR_ANATOMY_CACHE: '/c' }, 'darwin', '/Users/u')).toBe('/c');
  });
});
