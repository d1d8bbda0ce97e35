import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import { cliStreams } from '../helpers/cli-streams.ts';
import { GATEWAY, VIRTUAL_SERVICE } from './checks.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { payments } from './injecting.ts';

let folder = '';
let plane: ControlPlane;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-check-'));
  writeFileSync(join(folder, 'payments.yaml'), payments());
  writeFileSync(join(folder, 'mesh.yaml'), `---\n${VIRTUAL_SERVICE}---\n${GATEWAY}`);
  plane = await startControlPlane();
  plane.kubeconfig('admin.kubeconfig', plane.tokens.admin);
}, 120_000);
afterAll(async () => {
  await plane.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) {
  const { stdin, stdout, stderr, text } = cliStreams();
  stdin.end(input);
  const own = {
    ...process.env,
    SIDECAR_ANATOMY_SETTINGS: join(folder, 'none.json'),
    SIDECAR_ANATOMY_CACHE: join(folder, 'cache'),
    // A cluster that a person depends on must never be asked unasked.
    KUBECONFIG: join(plane.folder, 'admin.kubeconfig'),
    ...env,
  };
  const run = createCliRun({ stdin, stdout, stderr, env: own, cwd: folder, version: '9.9.9' });
  const code = await runProgramLine(['check', ...args], run.context, run.exitCode);
  await run.end();
  return { code, ...text };
}

describe('sidecar-anatomy check', () => {
  it('shows each finding with its line, what was passed over, and ends with 1', async () => {
    const { code, stdout } = await call(['mesh.yaml', 'payments.yaml']);
    expect(code).toBe(1);
    expect(stdout).toContain(
      '  mesh.yaml:11:5: Error IST0101 VirtualService mesh-lab/reviews: Referenced gateway not found: "no-such-gateway"\n    11 |     ▸- no-such-gateway\n',
    );
    expect(stdout).toMatch(/^ {2}mesh\.yaml:\d+:17: Error Gateway mesh-lab\/door: port number 70000 must/m);
    expect(stdout).toContain(
      '  of payments.yaml it looks into 0 of 1 object: it only decodes Deployment payments\n',
    );
    expect(stdout).toContain('validate passes over:\n');
    expect(stdout).not.toContain('precheck');
  });

  it('ends with 0 where nothing is wrong, warnings included', async () => {
    const { code, stdout, stderr } = await call(
      ['-'],
      payments()
        .toString()
        .replaceAll(/^ +version: v1\n/gm, ''),
    );
    expect(code).toBe(0);
    expect(stdout).toContain('    15 |       ▸labels:\n');
    expect(stderr).toContain('No cluster was chosen');
  });

  it('writes JSON and nothing else on standard output, with both lists of what is looked at', async () => {
    const { code, stdout, stderr } = await call(['mesh.yaml', '--json']);
    expect([code, stderr]).toEqual([1, '']);
    const report = JSON.parse(stdout);
    expect(report.cluster).toMatchObject({ kubeconfig: null, from: null });
    expect(
      report.checks.map(({ check, exitCode }: { check: string; exitCode: number }) => [check, exitCode]),
    ).toEqual([
      ['analyze', 79],
      ['validate', 1],
    ]);
    expect(report.checks[0].findings[0]).toMatchObject({ source: { file: 'mesh.yaml', line: 11 } });
    expect(report.scope).toHaveLength(2);
  });

  it('names files as they were named, and shows no line of a Secret', async () => {
    writeFileSync(
      join(folder, 'secret.yaml'),
      'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  password: hunter2\n  password: hunter3\n',
    );
    const { code, stdout } = await call([`${folder}/secret.yaml`]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${folder}/secret.yaml:6:`);
    expect(stdout).not.toContain('hunter');
  });

  it('is a wrong call without a file and a cluster, and with a cluster that is not wanted', async () => {
    const nothing = await call([]);
    expect([nothing.code, nothing.stdout]).toEqual([2, '']);
    expect(nothing.stderr).toMatch(/^sidecar-anatomy: There is no file to check\. No cluster was chosen/);
    expect((await call(['a.yaml', '--kubeconfig', 'b', '--no-cluster'])).code).toBe(2);
    const gone = await call(['mesh.yaml', '--kubeconfig', 'gone']);
    expect([gone.code, gone.stdout]).toEqual([1, '']);
    expect(gone.stderr).toMatch(
      /^sidecar-anatomy: The kubeconfig gone, named after --kubeconfig, is not there\.\n/,
    );
    const empty = await call(['mesh.yaml', '--namespace', '']);
    expect([empty.code, empty.stdout]).toEqual([2, '']);
    expect(empty.stderr).toContain('--namespace names no namespace.');
  });

  it('says of one namespace that what is in another one was not looked into', async () => {
    const { code, stdout } = await call(['mesh.yaml', '--namespace', 'other']);
    expect(code).toBe(1);
    const [analyzed] = stdout.split('$ istioctl validate');
    expect(analyzed).toContain('  ended with exit code 0: nothing found, and nothing looked into\n');
    expect(analyzed).toContain(
      'it looks into 0 of 2 objects: it says nothing of what is in other namespaces: VirtualService reviews, Gateway door\n',
    );
  });

  it('asks the cluster of the kubeconfig that was named, and only that', async () => {
    const admin = join(plane.folder, 'admin.kubeconfig');
    const asked = await call(['--kubeconfig', admin, '--namespace', 'default']);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`x precheck -c ${admin}\n  ended with exit code 0: nothing found\n`);
    expect(asked.stdout).toContain('Info IST0102 Namespace default: ');
    expect(asked.stderr).toBe(`The cluster of ${admin}, named with --kubeconfig.\n`);
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ kubeconfig: admin }));
    const env = { SIDECAR_ANATOMY_SETTINGS: join(folder, 'settings.json') };
    const set = await call(['mesh.yaml', '--json'], '', env);
    expect(JSON.parse(set.stdout).cluster).toMatchObject({ kubeconfig: admin, from: 'setting' });
    const off = await call(['mesh.yaml', '--no-cluster', '--json'], '', env);
    expect(JSON.parse(off.stdout).cluster).toMatchObject({ kubeconfig: null });
  });

  it('leaves a kubeconfig with secrets out of everything it says', async () => {
    const stranger = plane.kubeconfig('stranger.kubeconfig', 'stranger-token');
    const { code, stdout, stderr } = await call(['--kubeconfig', stranger, '--json']);
    expect(code).toBe(1);
    expect(readFileSync(stranger, 'utf8')).toContain('stranger-token');
    expect(stdout + stderr).not.toContain('stranger-token');
  });
});
