import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import {
  chooseKubeconfig,
  choosingInWindow,
  type KubeconfigSources,
  precheckedCluster,
  shownCluster,
} from './choose-kubeconfig.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-choose-'));
const file = join(folder, 'lab.kubeconfig');
writeFileSync(file, '');
const before = { KUBECONFIG: process.env.KUBECONFIG, HOME: process.env.HOME };
afterEach(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function message(sources: KubeconfigSources): Promise<string> {
  const error = await chooseKubeconfig(sources).catch((thrown: unknown) => thrown);
  return error instanceof FailureError ? `${error.failure.code}: ${error.failure.message}` : String(error);
}

describe('the cluster that is used', () => {
  it('is none when nobody chose one, whatever lies on the machine', async () => {
    process.env.KUBECONFIG = file;
    process.env.HOME = folder;
    const choice = await chooseKubeconfig({ settings: '/home/me/settings.json', window: true });
    expect(choice.kubeconfig).toBeNull();
    expect(choice.words).toContain('never used unasked');
    expect(choice.words).toMatch(
      /Name one in the field “Kubeconfig”, or as “kubeconfig” in the settings file \/home\/me\/settings\.json\.$/,
    );
    const { chosen, words } = precheckedCluster(choice);
    expect(chosen).toBe(false);
    expect(words).toContain('The address https://127.0.0.1:9 is from this app');
  });

  it('is the one of the option before that of the settings before the desk mesh', async () => {
    const deskMesh = async () => '/desk';
    const all = { option: 'lab.kubeconfig', cwd: folder, setting: file, deskMesh };
    expect(await chooseKubeconfig(all)).toMatchObject({ kubeconfig: file, from: 'option' });
    expect(await chooseKubeconfig({ setting: file, deskMesh })).toMatchObject({
      kubeconfig: file,
      from: 'setting',
    });
    expect(await chooseKubeconfig({ deskMesh })).toMatchObject({ kubeconfig: '/desk', from: 'desk-mesh' });
  });

  it('is never another one than the one that was named, when that is not there', async () => {
    const deskMesh = async () => '/desk';
    expect(await message({ option: 'gone', cwd: folder, setting: file, deskMesh })).toBe(
      'kubeconfig-missing: The kubeconfig gone, named after --kubeconfig, is not there.',
    );
    expect(await message({ option: folder, deskMesh })).toContain('is a folder');
    expect(await message({ option: '', cwd: folder })).toContain('named after --kubeconfig, is a folder');
    expect(await message({ setting: 'relative', deskMesh })).toContain('is not a whole path');
    expect(await message({ option: '~/x', cwd: folder })).toContain('only a shell replaces “~”');
  });

  it('is in a window the one of its field, by its whole path or from the home folder on, before that of the settings', async () => {
    process.env.HOME = folder;
    const inWindow = choosingInWindow('/settings/kubeconfig');
    for (const written of [file, '~/lab.kubeconfig'])
      expect(await inWindow(written)).toEqual({
        kubeconfig: file,
        from: 'window',
        words: `The cluster of ${written}, named in the window.`,
      });
    expect(await message({ option: 'lab.kubeconfig', cwd: folder, window: true })).toBe(
      'kubeconfig-missing: The kubeconfig lab.kubeconfig, named in the window, is not a whole path.',
    );
    expect(await message({ option: '~/gone', window: true, setting: file })).toBe(
      `kubeconfig-missing: The kubeconfig ~/gone, named in the window, is not there: it would be ${join(folder, 'gone')}.`,
    );
  });

  it('is told with its address before it is asked, and refused where it could not be used', async () => {
    expect(() => shownCluster({ kubeconfig: file, from: 'window', words: 'x' })).toThrow('is no kubeconfig');
    const good = join(folder, 'good.kubeconfig');
    writeFileSync(
      good,
      'current-context: here\ncontexts: [{name: here, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: "https://127.0.0.1:9/x"}}]\n',
    );
    expect(shownCluster({ kubeconfig: good, from: 'window', words: 'The one.' })).toEqual({
      chosen: true,
      words: 'The one. Its context here leads to https://127.0.0.1:9.',
    });
    expect(shownCluster({ kubeconfig: null, from: null, words: 'None.' })).toEqual({
      chosen: false,
      words: 'None.',
    });
  });

  it('is not one that can be read only once', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await message({ option: pipe })).toContain('is a pipe or a device');
  });
});
