import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LabReport } from '../../src/domain/lab/model.ts';
import { notPassed } from '../helpers/install-lab.ts';
import { payments } from './injecting.ts';
import { call, check, folder, shell, textIn } from './install-lab.ts';

const UNPROVED = { 3: 'unproved', 4: 'unproved', 8: 'unproved' };

function kubeconfig(name: string, server: string): string {
  const path = join(folder, `${name}.kubeconfig`);
  const contexts = `contexts: [{name: ${name}, context: {cluster: ${name}, user: ${name}}}]\ncurrent-context: ${name}`;
  writeFileSync(
    path,
    `apiVersion: v1\nkind: Config\nclusters: [{name: ${name}, cluster: {server: "${server}"}}]\nusers: [{name: ${name}, user: {}}]\n${contexts}\n`,
  );
  return path;
}

async function exportTo(name: string, ...options: readonly string[]): Promise<LabReport> {
  const { stdout, stderr } = await call([
    'lab',
    'install',
    'payments.yaml',
    '--out',
    name,
    '--json',
    ...options,
  ]);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).report as LabReport;
}

let refused = '';
beforeAll(() => {
  writeFileSync(join(folder, 'payments.yaml'), payments());
  refused = kubeconfig('refused', 'https://127.0.0.1:9');
});

describe('an export with a cluster that refuses connections', () => {
  it('does what can be done with files, and each file says what was not done and why', async () => {
    const report = await exportTo('mute', '--kubeconfig', refused);
    expect(notPassed(report)).toEqual(UNPROVED);
    const silence =
      'the cluster at https://127.0.0.1:9 (context refused) gave no answer (The API server https://127.0.0.1:9 cannot be reached: the connection was refused (ECONNREFUSED))';
    expect(textIn('mute', 'out/version.txt')).toMatch(
      /^client version: .*\nThis is istioctl itself \(--remote/,
    );
    expect(textIn('mute', 'out/precheck.txt')).toBe(
      await shell(`KUBECONFIG='${refused}' "$ISTIOCTL" x precheck 2>&1 || true`, folder),
    );
    expect(textIn('mute', 'out/analyze.txt').split('\n', 1)).toEqual([
      `istioctl analyze -n mesh-lab was not run: ${silence}.`,
    ]);
    for (const path of ['out/version.txt', 'out/injection-note.txt', 'out/mesh-readiness.json'])
      expect(textIn('mute', path)).toContain(silence.slice(4));
    const again = await exportTo('mute', '--kubeconfig', refused);
    expect(notPassed(again)).toEqual(UNPROVED);
  });

  it('is checked without blaming files for a cluster that said nothing', async () => {
    expect(notPassed((await check('mute', '--kubeconfig', refused)).report)).toEqual(UNPROVED);
    await exportTo('alone');
    expect(notPassed((await check('alone', '--kubeconfig', refused)).report)).toEqual(UNPROVED);
    // By its files it is judged when no cluster is named.
    expect(notPassed((await check('mute')).report)).toEqual({});
  });

  it('is to be made again when the cluster answers', async () => {
    const answering = createServer((_, response) => response.end('{"items":[]}'));
    await new Promise<void>((done) => answering.listen(0, '127.0.0.1', done));
    const address = answering.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const at = kubeconfig('answering', `http://127.0.0.1:${port}`);
      const { report } = await check('mute', '--kubeconfig', at);
      expect(notPassed(report)).toMatchObject({ 1: 'fail', 4: 'fail', 6: 'fail', 8: 'fail' });
      expect(report.steps[5]?.findings[0]?.message).toMatch(
        /^It says that a cluster gave no answer, and now/,
      );
    } finally {
      answering.close();
    }
  });
});
