import { describe, expect, it } from 'vitest';
import { nodeFinding, platformFindings, settingsFinding, windowFinding } from './doctor.ts';

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
