import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/contract/failure.ts';
import type { OpenManifest } from '../../src/contract/manifest.ts';
import type { RequestInput } from '../../src/contract/requests.ts';
import { choosingInWindow } from '../../src/host/cluster/choose-kubeconfig.ts';
import { generateManifest } from '../../src/host/manifest/generate.ts';
import type { Manifests } from '../../src/host/manifest/manifests.ts';
import { createWorkerManifests } from '../../src/host/manifest/worker-manifests.ts';
import { inlineManifests } from '../helpers/manifests.ts';
import { type BuiltWorker, buildWorker } from './built-worker.ts';
import { failureOf, toolchain } from './injecting.ts';

let worker: BuiltWorker | null = null;
let manifests: Manifests = inlineManifests(toolchain);

beforeAll(async () => {
  worker = await buildWorker();
  const { file } = worker;
  manifests = inlineManifests(toolchain, { reader: createWorkerManifests({ file }) });
});
afterAll(async () => {
  await manifests.close();
  worker?.remove();
});

const generated = (profile: string | null, ...sets: readonly string[]): RequestInput<'manifest:open'> => ({
  source: { kind: 'generated', profile, sets: [...sets] },
});
const fileOf = (name: string, text: string): RequestInput<'manifest:open'> => ({
  source: { kind: 'file', file: { name, base64: Buffer.from(text).toString('base64') } },
});

/** The number of an object, found as a person finds it. */
async function numberOf({ id }: OpenManifest, query: string, kind: string | null = null): Promise<number> {
  const { objects, total } = await manifests.find(id, { query, kind });
  expect(total).toBe(1);
  return objects[0]?.index ?? Number.NaN;
}

describe('the manifests that a window looks at, read on another thread', () => {
  it('come as an overview, a generated one as the same one from a file', async () => {
    const made = await manifests.open(generated(null));
    const { text } = await generateManifest(await toolchain.require('istioctl'), { profile: null, sets: [] });
    const file = await manifests.open(fileOf('C:\\x\\manifest.yaml', text.text));
    const { id: _, words, from, commands, ...rest } = made;
    expect(file).toMatchObject(rest);
    expect([words, from, commands.length]).toEqual(['profile default', 'istioctl', 1]);
    expect([file.words, file.from, file.commands.length]).toEqual(['manifest.yaml', 'file', 0]);
    expect(made.objects).toBe(text.text.match(/^kind: /gm)?.length);
    // What crosses is the model, not the megabyte of text.
    expect(JSON.stringify(made).length).toBeLessThan(30_000);
  });

  it('give each object with its own lines only', async () => {
    const made = await manifests.open(generated(null));
    const view = await manifests.object(made.id, await numberOf(made, 'istiod', 'Deployment'));
    const { text } = await generateManifest(await toolchain.require('istioctl'), { profile: null, sets: [] });
    const lines = text.text.split('\n');
    const own = view.text.trimEnd().split('\n');
    expect(own).toEqual(lines.slice(view.firstLine - 1, view.firstLine - 1 + own.length));
    expect(lines[view.firstLine - 2]).toBe('---');
    expect(view).toMatchObject({ indent: 0, left: 0, object: { kind: 'Deployment', name: 'istiod' } });
    expect(await failureOf(manifests.object(made.id, 9999))).toMatchObject({ code: 'no-such-object' });
  });

  it('are compared, and one object of both side by side', async () => {
    const [before, after] = [await manifests.open(generated(null)), await manifests.open(generated('demo'))];
    const compared = await manifests.compare(before.id, after.id);
    expect(compared.added.map(({ name }) => name)).toContain('istio-egressgateway');
    expect(compared.same + compared.changedCount + compared.removedCount).toBe(before.objects);
    expect(compared.same + compared.changedCount + compared.addedCount).toBe(after.objects);
    const istiod = compared.changed.find(
      ({ after: one }) => one.kind === 'Deployment' && one.name === 'istiod',
    );
    const both = await manifests.difference({
      before: before.id,
      after: after.id,
      beforeIndex: istiod?.before.index ?? null,
      afterIndex: istiod?.after.index ?? null,
    });
    expect(both.changeCount).toBe(istiod?.fields);
    expect(both.changes).toContainEqual({
      path: 'spec.template.spec.containers[name=discovery].resources.requests.cpu',
      before: '"500m"',
      after: '"10m"',
      lines: null,
      text: false,
    });
    const mesh = compared.changed.find(({ after: one }) => one.kind === 'ConfigMap' && one.name === 'istio');
    const texts = await manifests.difference({
      before: before.id,
      after: after.id,
      beforeIndex: mesh?.before.index ?? null,
      afterIndex: mesh?.after.index ?? null,
    });
    expect(texts.changes).toMatchObject([{ path: 'data.mesh', text: true, lines: { removed: 0 } }]);
    const [one, other] = [texts.before ?? '', texts.after ?? ''].map((text) => text.split('\n'));
    expect((other?.length ?? 0) - (one?.length ?? 0)).toBe(texts.changes[0]?.lines?.added);
    const added = compared.added[0]?.index ?? null;
    expect(
      await manifests.difference({
        before: before.id,
        after: after.id,
        beforeIndex: null,
        afterIndex: added,
      }),
    ).toMatchObject({ before: null, after: expect.stringContaining('istio-egressgateway'), changes: [] });
  });

  it('say of one from a cluster that only its order is another, that nothing changed', async () => {
    const { text } = await generateManifest(await toolchain.require('istioctl'), { profile: null, sets: [] });
    const shuffled = text.text
      .split(/^---\n/m)
      .reverse()
      .join('---\n');
    const [before, after] = [
      await manifests.open(generated(null)),
      await manifests.open(fileOf('turned.yaml', shuffled)),
    ];
    expect(await manifests.compare(before.id, after.id)).toMatchObject({
      addedCount: 0,
      removedCount: 0,
      changedCount: 0,
      same: before.objects,
    });
  });

  it('are refused or empty with a sentence, and called off when asked', async () => {
    expect(await failureOf(manifests.open(fileOf('x.yaml', '[1]')))).toMatchObject({ code: 'no-objects' });
    expect(await failureOf(manifests.open(fileOf('x.yaml', 'a:\n\tb: 1')))).toMatchObject({
      code: 'yaml-tab',
    });
    expect(await failureOf(manifests.open(generated('no-such')))).toMatchObject({ code: 'profile-unknown' });
    const empty = await manifests.open(generated('empty'));
    expect(empty).toMatchObject({ objects: 0, notes: [{ code: 'manifest-empty' }] });
    const called = failureOf(manifests.open(generated(null)));
    setTimeout(() => manifests.cancel(), 100);
    expect((await called).code).toBe('cancelled');
    expect((await manifests.open(generated(null))).objects).toBeGreaterThan(0);
  });

  it('are held, eight of them; the one that was not used for longest is said to be gone', async () => {
    const small = (name: string) => fileOf(`${name}.yaml`, `kind: Pod\nmetadata: {name: ${name}}\n`);
    const first = await manifests.open(small('first'));
    const second = await manifests.open(small('second'));
    for (let at = 0; at < 6; at++) await manifests.open(small(`n${at}`));
    await manifests.find(first.id, { query: '', kind: null });
    await manifests.open(small('ninth'));
    expect((await manifests.find(first.id, { query: '', kind: null })).total).toBe(1);
    expect((await failureOf(manifests.find(second.id, { query: '', kind: null }))).code).toBe(
      'no-such-manifest',
    );
  });
});

describe('a large manifest', () => {
  it('of ten thousand objects is counted whole, and crosses cut', async () => {
    const crd = (at: number) =>
      `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: n${at}.g${at % 7}.io}\nspec: {group: g${at % 7}.io, versions: [{name: v1, served: true, storage: true}]}\n`;
    const text = Array.from({ length: 10_000 }, (_, at) => crd(at)).join('---\n');
    const open = await manifests.open(fileOf('large.yaml', text));
    expect([open.objects, open.crdCount]).toEqual([10_000, 10_000]);
    expect(open.crds.reduce((sum, { crds }) => sum + crds.length, 0)).toBe(500);
    const found = await manifests.find(open.id, { query: 'g3.io', kind: null });
    expect([found.objects.length, found.total]).toEqual([200, 1429]);
  });
});

function given<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}

describe('the program that generates manifests', () => {
  it('says its version, and precheck its own error where no cluster was chosen', async () => {
    const asked = await manifests.program(null);
    const [version, precheck] = [given(asked.version), given(asked.precheck)];
    const istioctl = await toolchain.require('istioctl');
    expect(version.output).toBe(execFileSync(istioctl, ['version', '--remote=false']).toString());
    expect(version.exitCode).toBe(0);
    expect(precheck.exitCode).toBe(1);
    expect(precheck.output).toMatch(/^Error: failed to get the Kubernetes version: .*connection refused/);
    expect(precheck.command.line).toMatch(/ x precheck$/);
    expect(asked.cluster).toMatchObject({ chosen: false, words: expect.stringContaining('127.0.0.1:9') });
  });

  it('asks the cluster that was chosen; precheck says its error though a version never comes', async () => {
    const kubeconfig = join(worker?.folder ?? '', 'silent.kubeconfig');
    writeFileSync(
      kubeconfig,
      'current-context: here\ncontexts: [{name: here, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: "https://127.0.0.1:8"}}]\n',
    );
    const chosen = inlineManifests(toolchain, { cluster: choosingInWindow(undefined) });
    const { version, precheck, cluster } = await chosen.program(kubeconfig);
    expect(given(precheck).output).toContain('https://127.0.0.1:8/version');
    expect(given(precheck).command.line).toContain(`-c ${kubeconfig}`);
    expect(version).toMatchObject({ ok: false, failure: { code: 'istioctl-timeout' } });
    expect(cluster).toEqual({ chosen: true, words: `The cluster of ${kubeconfig}, named in the window.` });
    expect(await failureOf(chosen.program(join(worker?.folder ?? '', 'gone')))).toMatchObject({
      code: 'kubeconfig-missing',
    });
    // Asking again, and closing, end what was asked before.
    const first = failureOf(chosen.program(kubeconfig));
    const second = failureOf(chosen.program(kubeconfig));
    expect(await first).toMatchObject({ code: 'cancelled' });
    chosen.cancelProgram();
    expect(await second).toMatchObject({ code: 'cancelled' });
    await chosen.close();
  }, 60_000);

  it('is asked for its profiles once', async () => {
    const [one, other] = await Promise.all([manifests.profiles(), manifests.profiles()]);
    expect(one).toBe(other);
    expect(one).toContain('demo');
  });
});
