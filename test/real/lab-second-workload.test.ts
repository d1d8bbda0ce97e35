import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { labCli } from './lab-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'lab-second-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const deployment = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: ${name}, image: "registry.k8s.io/pause:3.9"}]}
`;
writeFileSync(join(folder, 'both.yaml'), `${deployment('a')}---\n${deployment('orders')}`);
const states = (stdout: string): readonly string[] =>
  [...stdout.matchAll(/^[✓✗·?] \d \w+ +(\w+)/gm)].map(([, state = '']) => state);

describe('the second workload of a file', () => {
  test('is what an export of four steps is judged by, which has no report yet', async () => {
    const made = await labCli(folder, [
      'lab',
      'bootstrap',
      'both.yaml',
      '--workload',
      '2',
      '--steps',
      '1-4',
      '--out',
      'd',
    ]);
    expect(made.code, made.stderr).toBe(0);
    const { stdout } = await labCli(folder, ['lab', 'check', 'bootstrap', 'd']);
    expect(stdout).toMatch(/^Deployment orders\n/);
    expect(states(stdout)).toEqual([...Array(4).fill('pass'), ...Array(4).fill('missing')]);
    expect(stdout).toContain('Judged by Deployment orders, whose values its files have, of 2 in inject.yaml');
  });

  test('is what an install lab is judged by whose sidecar.json names no workload', async () => {
    const made = await labCli(folder, ['lab', 'install', 'both.yaml', '--workload', '2', '--out', 'i']);
    expect(made.code, made.stderr).toBe(0);
    const sidecar = join(folder, 'i/out/sidecar.json');
    const silent = readFileSync(sidecar, 'utf8').replace(
      /"interception": ".*"/,
      '"interception": "all goes through iptables"',
    );
    writeFileSync(sidecar, silent);
    const { code, stdout } = await labCli(folder, ['lab', 'check', 'install', 'i']);
    expect([code, stdout.split('\n', 1)[0]]).toEqual([0, 'Deployment orders']);
  });
});
