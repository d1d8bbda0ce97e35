import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabReport } from '../../src/domain/lab/model.ts';
import { openCluster } from '../../src/host/cluster/read-cluster.ts';
import type { LabRunResult } from '../../src/host/lab/run-lab.ts';
import { findingsOf, notPassed } from '../helpers/install-lab.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { payments } from './injecting.ts';
import { call, check, documentsOf, folder, jsonIn, shell, textIn, textsIn } from './install-lab.ts';

let plane: ControlPlane;
let admin = '';
let nobody = '';
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function namespace(name: string, labels: Readonly<Record<string, string>> = {}) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

async function applyCrds(manifest: string): Promise<number> {
  const crds = documentsOf(manifest).filter(({ kind }) => kind === 'CustomResourceDefinition');
  for (const { metadata, ...crd } of crds)
    await plane.apply(CRDS, { ...crd, metadata: { ...metadata, name: metadata?.name ?? '' } });
  return crds.length;
}

async function exportTo(name: string, ...options: readonly string[]) {
  const { code, stdout, stderr } = await call([
    'lab',
    'install',
    'payments.yaml',
    '--out',
    name,
    '--json',
    ...options,
  ]);
  const told = code === 1 && stdout === '' ? null : JSON.parse(stdout);
  return {
    code,
    stderr,
    report: told === null ? null : (told.report as LabReport),
    files: (told?.files ?? []) as LabRunResult['files'],
  };
}

beforeAll(async () => {
  plane = await startControlPlane();
  admin = plane.kubeconfig('admin.kubeconfig', plane.tokens.admin);
  nobody = plane.kubeconfig('nobody.kubeconfig', plane.tokens.nobody);
  writeFileSync(join(folder, 'payments.yaml'), payments());
}, 180_000);
afterAll(() => plane.stop());

describe('a cluster in which nothing was done yet', () => {
  it('is not changed, and what it lacks is said in the files and by the grader', async () => {
    const { code, report } = await exportTo('empty', '--kubeconfig', admin);
    expect([code, report === null ? null : notPassed(report)]).toEqual([
      1,
      { 3: 'missing', 4: 'fail', 8: 'fail' },
    ]);
    const where = `the cluster at ${plane.server} (context `;
    const note = textIn('empty', 'out/injection-note.txt');
    expect(note).toContain(`There is no namespace mesh-lab in ${where}`);
    expect(note).toContain('it was not created');
    expect(textIn('empty', 'out/analyze.txt')).toMatch(
      /^istioctl analyze -n mesh-lab gave no result: .*mesh-lab.*not found.*\nIn its place: istioctl analyze --use-kube=false /,
    );
    expect(textIn('empty', 'out/precheck.txt')).not.toContain('connection refused');
    expect(jsonIn('empty', 'out/mesh-readiness.json')).toEqual({
      istio_crds: 0,
      injection_namespaces: [],
      analyze_errors: 0,
    });
    const cluster = openCluster(admin);
    const names = (await cluster.namespaces()).map(({ name }) => name).sort();
    const crds = await cluster.crds();
    cluster.close();
    expect([names, crds]).toEqual([['default', 'kube-node-lease', 'kube-public', 'kube-system'], []]);
  });
});

describe('a cluster in which the lab was done', () => {
  let crds = 0;
  beforeAll(async () => {
    crds = await applyCrds(textIn('empty', 'manifest.yaml'));
    await plane.apply('/api/v1/namespaces', namespace('mesh-lab', { 'istio-injection': 'enabled' }));
    await plane.apply('/api/v1/namespaces', namespace('legacy'));
    await plane.apply('/api/v1/namespaces', namespace('shop', { 'istio.io/rev': 'canary' }));
  }, 120_000);

  it('is what the files say, without a word of files in place of it', async () => {
    const { code, report } = await exportTo('live', '--kubeconfig', admin);
    expect(report === null ? [] : findingsOf(report)).toEqual([]);
    expect([code, report?.passed]).toEqual([0, true]);
    expect(jsonIn('live', 'out/mesh-readiness.json')).toEqual({
      istio_crds: crds,
      injection_namespaces: ['mesh-lab', 'shop'],
      analyze_errors: 0,
    });
    expect(textsIn('live').has('namespaces.yaml')).toBe(false);
    expect(textIn('live', 'out/injection-note.txt').split('\n')).toHaveLength(4);
    const env = `KUBECONFIG='${admin}'`;
    expect(textIn('live', 'out/analyze.txt')).toBe(
      await shell(`${env} "$ISTIOCTL" analyze -n mesh-lab 2>&1`, folder),
    );
    expect(textIn('live', 'out/version.txt')).toBe(await shell(`${env} "$ISTIOCTL" version 2>&1`, folder));
    expect(textIn('live', 'out/precheck.txt')).toBe(
      await shell(`${env} "$ISTIOCTL" x precheck 2>&1 || true`, folder),
    );
  });

  it('decides when a folder is checked, by whatever that was made', async () => {
    const passed = await check('live', '--kubeconfig', admin);
    expect([passed.code, passed.report.passed]).toEqual([0, true]);
    const without = await check('live');
    expect([without.code, notPassed(without.report)]).toEqual([1, { 4: 'unproved', 8: 'unproved' }]);
    await exportTo('offline');
    expect(notPassed((await check('offline')).report)).toEqual({});
    expect(notPassed((await check('offline', '--kubeconfig', admin)).report)).toEqual({
      1: 'fail',
      4: 'fail',
      6: 'fail',
      8: 'fail',
    });
  });

  it('has what the app said of it before made anew, where nobody touched that', async () => {
    const { code, report, files } = await exportTo('empty', '--kubeconfig', admin);
    expect([code, report?.passed]).toEqual([0, true]);
    const remade = files.filter(({ state }) => state === 'remade').map(({ path }) => path);
    expect(remade).toEqual(
      expect.arrayContaining(['out/injection-note.txt', 'out/analyze.txt', 'out/mesh-readiness.json']),
    );
    expect(remade).not.toContain('manifest.yaml');
    for (const path of ['out/injection-note.txt', 'out/analyze.txt', 'out/mesh-readiness.json'])
      expect(textIn('empty', path)).toBe(textIn('live', path));
    expect(
      (await exportTo('empty', '--kubeconfig', admin)).files.every(({ state }) => state === 'kept'),
    ).toBe(true);
  });

  it('is asked when an export that had none goes on; a person’s file stays, but with --force', async () => {
    const path = join(folder, 'offline', 'out/version.txt');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    const refused = await exportTo('offline', '--kubeconfig', admin);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/out\/version\.txt:1 is not what/),
    ]);
    const { code, report } = await exportTo('offline', '--kubeconfig', admin, '--force');
    expect([code, report?.passed]).toEqual([0, true]);
  });

  it('shows a control namespace that somebody labelled', async () => {
    await plane.apply('/api/v1/namespaces', namespace('legacy', { 'istio-injection': 'enabled' }));
    const { report } = await check('live', '--kubeconfig', admin);
    expect(notPassed(report)).toEqual({ 4: 'fail' });
    expect(findingsOf(report)).toEqual([
      '4  legacy has istio-injection=enabled, where no label of injection is asked for.',
    ]);
  });
});

describe('a cluster that does not say everything', () => {
  it('leaves unproved what it does not', async () => {
    const { code, report } = await check('live', '--kubeconfig', nobody);
    expect([code, notPassed(report)]).toEqual([1, { 3: 'unproved', 4: 'unproved', 8: 'unproved' }]);
    expect(report.steps[2]?.notes.join()).toContain('(403)');
  });

  it('does what can be done for a user who may read nothing', async () => {
    const { code, report } = await exportTo('forbidden', '--kubeconfig', nobody);
    expect([code, report?.steps.map(({ state }) => state)]).toEqual([
      0,
      ['pass', 'pass', 'unproved', 'unproved', 'pass', 'pass', 'pass', 'unproved'],
    ]);
    expect(textIn('forbidden', 'out/analyze.txt')).toContain('(403)');
  });
});
