import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { gradeInstallLab } from '../../src/domain/lab/install/grade.ts';
import { filesOf, findingsOf, smallLab, WITHOUT_CLUSTER } from '../helpers/install-lab.ts';
import { toolchain } from './injecting.ts';

const folder = mkdtempSync(join(tmpdir(), 'lab-program-words-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Both streams of istioctl in the folder, with nothing that tells it of a cluster. */
async function said(...args: readonly string[]): Promise<string> {
  const istioctl = await toolchain.require('istioctl');
  const options = { cwd: folder, env: { HOME: folder }, encoding: 'utf8', timeout: 60_000 } as const;
  const { stdout, stderr } = spawnSync(istioctl, [...args], options);
  return `${stdout}${stderr}`;
}

const faults = (path: string, text: string, injected = ''): readonly string[] => {
  const texts = new Map([...smallLab(), [path, text]]);
  texts.set('injected.yaml', `${texts.get('injected.yaml') ?? ''}${injected}`);
  return findingsOf(gradeInstallLab(filesOf(texts), WITHOUT_CLUSTER)).filter((line) => line.includes(path));
};

describe('what the istioctl at hand says', () => {
  it.each([
    [['version', '--remote=false']],
    [['version', '--remote=false', '--short=false']],
    [['version', '--remote=false', '-o', 'json']],
    [['version', '--remote=false', '-o', 'yaml']],
  ])('of its version is taken: %j', async (args) => {
    expect(faults('out/version.txt', await said(...args))).toEqual([]);
  });

  it('of a cluster that is not there is the result of precheck, and what it says of a wrong command is none', async () => {
    writeFileSync(
      join(folder, 'kc'),
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:9' } }],
        contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
        users: [{ name: 'a', user: {} }],
        'current-context': 'a',
      }),
    );
    for (const args of [[], ['-c', 'kc'], ['-c', 'kc', '-o', 'json'], ['-c', 'nowhere']])
      expect(faults('out/precheck.txt', await said('x', 'precheck', ...args))).toEqual([]);
    for (const args of [['precheck'], ['x', 'precheck', '--cluster'], ['x', 'precheck', '--help']])
      expect(faults('out/precheck.txt', await said(...args))).toEqual([
        expect.stringContaining('no result of istioctl x precheck'),
      ]);
  });

  it('of the file is the result of validate, with faults, too, and of another file it is none', async () => {
    const service = (port: string): string =>
      `---\napiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {a: b}, ports: [{port: 80, name: ${port}}]}\n`;
    const validated = async (name: string, text: string): Promise<string> => {
      writeFileSync(join(folder, name), text);
      return said('validate', '-f', name);
    };
    const injected = smallLab().get('injected.yaml') ?? '';
    const fine = await validated('injected.yaml', injected);
    expect(fine).toBe('"injected.yaml" is valid\n');
    expect(faults('out/validate.txt', fine)).toEqual([]);
    const refused = await validated('injected.yaml', `${injected}${service('odd')}`);
    expect(refused).toMatch(/^Error: 1 error occurred:/m);
    expect(faults('out/validate.txt', refused, service('odd'))).toEqual([]);
    expect(faults('out/validate.txt', refused)).toEqual([expect.stringContaining('none of an object in')]);
    expect(faults('out/validate.txt', `${fine}${refused}`, service('odd'))).toEqual([
      expect.stringContaining('It also says'),
    ]);
    const rule =
      'apiVersion: networking.istio.io/v1\nkind: DestinationRule\nmetadata: {name: a}\nspec: {host: a, trafficPolicy: {outlierDetection: {consecutiveErrors: 5}}}\n';
    expect(faults('out/validate.txt', await validated('injected.yaml', rule))).toEqual([]);
    expect(faults('out/validate.txt', await validated('other.yaml', rule))).toEqual([
      expect.stringContaining('It is about “other.yaml”'),
    ]);
  });
});
