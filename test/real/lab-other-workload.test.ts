import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint, freePort, labCli } from './lab-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'lab-other-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OTHER = `apiVersion: apps/v1
kind: Deployment
metadata: { name: ledger }
spec:
  selector: { matchLabels: { app: ledger } }
  template:
    metadata: { labels: { app: ledger } }
    spec: { containers: [{ name: ledger, image: "registry.example.com/ledger:1" }] }
`;
writeFileSync(join(folder, 'ledger.yaml'), OTHER);

const remove = (out: string, path: string): void => rmSync(join(folder, out, path));
const text = (out: string, path: string): string => readFileSync(join(folder, out, path), 'utf8');

describe('a step of the bootstrap lab done in a folder that is there', () => {
  test('is refused for another workload than the folder’s, and nothing is written', async () => {
    const port = await freePort();
    expect((await labCli(folder, ['lab', 'bootstrap', '--out', 'b', '--admin-port', port])).code).toBe(0);
    remove('b', '08-report.md');
    const before = fingerprint(join(folder, 'b'));
    const { code, stderr } = await labCli(folder, [
      'lab',
      'bootstrap',
      'ledger.yaml',
      '--out',
      'b',
      '--steps',
      '8',
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        'inject.yaml in b is of Deployment payments, and this would be of Deployment ledger: nothing was written.',
      ),
    ]);
    expect(JSON.parse(fingerprint(join(folder, 'b')))[1]).toEqual(JSON.parse(before)[1]);
    // Whole, the folder is of the other one.
    const whole = ['lab', 'bootstrap', 'ledger.yaml', '--out', 'b', '--admin-port', port, '--force'];
    expect((await labCli(folder, whole)).code).toBe(0);
    expect(text('b', '08-report.md')).toContain('Deployment ledger');
  });

  test('names in its report the admin port that the folder has', async () => {
    const port = await freePort();
    expect((await labCli(folder, ['lab', 'bootstrap', '--out', 'p', '--admin-port', port])).code).toBe(0);
    remove('p', '08-report.md');
    const { code, stdout } = await labCli(folder, ['lab', 'bootstrap', '--out', 'p', '--steps', '8']);
    expect(text('p', '08-report.md')).toContain(`- Admin port: ${port} instead of the lab's 9982.`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('8 of 8 steps pass')]);
  });
});

test('a step of the install lab is refused for another workload than the folder’s', async () => {
  expect((await labCli(folder, ['lab', 'install', '--out', 'i'])).code).toBe(0);
  remove('i', 'out/sidecar.json');
  const { code, stderr } = await labCli(folder, [
    'lab',
    'install',
    'ledger.yaml',
    '--out',
    'i',
    '--steps',
    '7',
  ]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      'injected.yaml in i is of Deployment payments, and this would be of Deployment ledger: nothing was written.',
    ),
  ]);
  expect((await labCli(folder, ['lab', 'install', '--out', 'i', '--steps', '7'])).code).toBe(0);
});
