import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { windowProblem } from '../../scripts/lib/window-problem.mjs';
import { browserFinding, nodeFinding, platformFindings, settingsFinding, windowFinding } from './doctor.ts';

describe('doctor', () => {
  it('tells a Node that is too old from one that will do', () => {
    expect(nodeFinding('20.19.0').state).toBe('ok');
    expect(nodeFinding('22.1.0').state).toBe('ok');
    expect(nodeFinding('20.18.9')).toMatchObject({
      state: 'missing',
      todo: expect.stringContaining('20.19'),
    });
  });

  it('says that the app opens in a browser where there is no Electron', () => {
    expect(windowFinding({}, '/nowhere/dist')).toMatchObject({ state: 'note' });
    expect(windowFinding({}, null).what).toContain('browser');
  });

  it('calls nothing ok that npm start cannot use: no window as root, no window and no browser without a screen', () => {
    const folder = mkdtempSync(join(tmpdir(), 'anatomy-doctor-'));
    const names = ['electron', 'electron.exe', 'xdg-open', 'Electron.app/Contents/MacOS/Electron'];
    mkdirSync(join(folder, 'Electron.app/Contents/MacOS'), { recursive: true });
    for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o755 });
    const screen = { DISPLAY: ':0', PATH: folder };
    expect(windowFinding(screen, folder, false).state).toBe('ok');
    expect(browserFinding(screen, 'linux').state).toBe('ok');
    const none = { PATH: folder };
    expect(browserFinding(none, 'linux')).toMatchObject({
      state: 'note',
      what: 'no browser can be opened from here (there is no screen here)',
      todo: expect.stringContaining('serve'),
    });
    expect(browserFinding({ ...none, BROWSER: 'w3m' }, 'linux').state).toBe('ok');
    expect(browserFinding(none, 'darwin').state).toBe('ok');
    expect(windowProblem('linux', screen, true)).toContain('root');
    expect(windowProblem('linux', none, false)).toBe('there is no screen here');
    expect(windowProblem('darwin', none, true)).toBeNull();
    const asRoot = windowFinding(screen, folder, true);
    expect(asRoot.state).toBe(process.platform === 'linux' ? 'note' : 'ok');
    rmSync(folder, { recursive: true });
  });

  it('says where the settings are, and what to write there when there are none', () => {
    expect(settingsFinding('/home/a/settings.json', () => true).what).toBe(
      'settings in /home/a/settings.json',
    );
    expect(settingsFinding('/home/a/settings.json', () => false).what).toContain(
      'named in /home/a/settings.json: {"istioctl": "/path"',
    );
  });

  it('names the limits of a platform, and none where there are none', () => {
    expect(platformFindings('linux', 'x64', '2.36')).toEqual([]);
    expect(platformFindings('darwin', 'arm64', null)).toEqual([]);
    expect(platformFindings('darwin', 'x64', null)[0]?.what).toContain('no Envoy to fetch for darwin-x64');
    expect(platformFindings('linux', 'x64', null)[0]?.what).toContain("C library is not GNU's");
    expect(platformFindings('freebsd', 'x64', null)).toHaveLength(2);
  });
});
