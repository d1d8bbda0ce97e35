import { describe, expect, it } from 'vitest';
import type { Note } from '../../src/domain/anatomy/model.ts';
import { readYaml } from '../../src/domain/yaml/document.ts';
import { failureOf, inject, injectCase, payments } from './injecting.ts';

async function notesOf(name: string): Promise<readonly Note[]> {
  return (await injectCase(name)).notes;
}
const note = (code: string, line: number | null, message: RegExp, workload?: number) => ({
  code,
  source: line === null ? null : expect.objectContaining({ line }),
  message: expect.stringMatching(message),
  ...(workload === undefined ? {} : { workload }),
});

describe('what kube-inject did not say', () => {
  it('is nothing for the sample', async () => {
    expect((await inject('payments.yaml', payments())).notes).toEqual([]);
  });

  it('a label on the workload’s own metadata has no effect (08)', async () => {
    const notes = await notesOf('08-label-on-deployment-metadata.yaml');
    expect(notes).toMatchObject([
      note('label-on-workload-metadata', 7, /no effect.*spec\.template\.metadata\.labels/, 0),
    ]);
  });

  it('hostNetwork keeps a sidecar away, whatever the label says (14)', async () => {
    const result = await injectCase('14-hostnetwork-daemonset.yaml');
    expect(result.notes).toMatchObject([
      note('host-network', 12, /DaemonSet node-agent was not injected/, 0),
    ]);
    expect(result.injected.text).not.toContain('istio-proxy');
  });

  it('a boolean label is taken by istioctl and refused by the API server (16)', async () => {
    const notes = await notesOf('16-unquoted-boolean-label.yaml');
    expect(notes).toMatchObject([
      note('text-expected', 14, /boolean.*“true”.*API server.*refuses.*quotes/, 0),
    ]);
  });

  it('an old API group is kept, an unknown kind passed through (17)', async () => {
    const result = await injectCase('17-old-api-group.yaml');
    expect(result.notes).toMatchObject([
      note('kind-not-handled', 16, /Rollout \(canary-web\).*unchanged, without a sidecar/),
      note('old-api-version', 1, /extensions\/v1beta1.*apps\/v1/, 0),
    ]);
    expect(result.injected.text).toContain('apiVersion: extensions/v1beta1');
  });

  it('a Template is not looked into, the DeploymentConfig beside it is injected (18)', async () => {
    const result = await injectCase('18-openshift-template.yaml');
    expect(result.notes).toMatchObject([note('template-kind', 2, /oc process/)]);
    expect(result.injected.text.match(/name: istio-proxy$/gm)).toHaveLength(1);
  });

  it('of duplicate keys the last counts, here against injection (34)', async () => {
    const result = await injectCase('34-duplicate-keys.yaml');
    expect(result.notes).toMatchObject([
      note('duplicate-key', 12, /sidecar\.istio\.io\/inject stands twice \(first on line 11\)/),
      note('inject-label-false', 12, /Deployment twice was not injected.*"false"/, 0),
    ]);
  });

  it('a DeploymentList is passed through (53)', async () => {
    expect(await notesOf('53-typed-list-kinds.yaml')).toMatchObject([
      note('typed-list', 2, /DeploymentList.*kind List/),
    ]);
  });

  it('an unknown value of the label falls back to the policy (58)', async () => {
    const result = await injectCase('58-yes-label.yaml');
    expect(result.notes).toMatchObject([note('inject-value-unknown', 14, /“yes”.*"true" and "false"/, 0)]);
    expect(result.injected.text).toContain('name: istio-proxy');
  });

  it('the label counts where an annotation disagrees (59)', async () => {
    expect(await notesOf('59-annotation-vs-label.yaml')).toMatchObject([
      note('label-beats-annotation', 16, /label counts/, 0),
    ]);
  });

  it('misspelt fields of a workload are dropped, and named with what is meant (74)', async () => {
    const result = await injectCase('74-typo-field-dropped.yaml');
    expect(result.notes).toMatchObject([
      note(
        'field-dropped',
        9,
        /spec\.template\.spec\.container is in the input.*containers is probably meant/,
        0,
      ),
      note(
        'field-dropped',
        11,
        /terminationGracePeriodSecond is .*terminationGracePeriodSeconds is probably meant/,
        0,
      ),
    ]);
  });

  it('in a List the workloads and the rest are told apart (05)', async () => {
    expect(await notesOf('05-list-kind.yaml')).toMatchObject([
      note('not-a-workload', null, /2 objects.*Service cart, ConfigMap cart-settings/),
      note('inject-label-false', 32, /StatefulSet store/, 1),
    ]);
  });

  it('misspelt keys of the proxy configuration annotation are named on their line', async () => {
    const text = payments()
      .toString()
      .replace(
        /^ {8}version: v1\n {4}spec/m,
        '        version: v1\n      annotations:\n        proxy.istio.io/config: |\n          concurency: 2\n    spec',
      );
    expect((await inject('in.yaml', text)).notes).toMatchObject([
      note('proxy-config-key-unknown', 21, /concurency.*concurrency is probably meant/, 0),
    ]);
  });

  it('a bare Pod in kube-system is left alone, an annotation can refuse', async () => {
    const pod = (meta: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: a, ${meta}}\nspec: {containers: [{name: c, image: i}]}\n`;
    const text = `${pod('namespace: kube-system')}---\n${pod('annotations: {sidecar.istio.io/inject: "false"}')}`;
    expect((await inject('in.yaml', text)).notes).toMatchObject([
      note('ignored-namespace', 3, /kube-system/, 0),
      note('inject-annotation-false', 8, /annotation/, 1),
    ]);
  });

  it('fields that only say the default, other spellings and rewritten probes are not called dropped', async () => {
    const text = payments()
      .toString()
      .replace(
        '      serviceAccountName',
        '      hostNetwork: false\n      hostPID: false\n      Volumes: []\n      serviceAccountName',
      )
      .replace('httpGet:\n              path: /healthz\n              port: 8080', 'grpc: {port: 8080}');
    expect(text).toContain('grpc');
    expect((await inject('in.yaml', text)).notes).toEqual([]);
  });
});

describe('what istioctl says nothing about', () => {
  const pod = (tail: string) =>
    `apiVersion: v1\nkind: Pod\nspec:\n  containers: [{name: a, image: b}]\nmetadata:\n  name: x\n  annotations:\n${tail}`;

  it.each([4096, 8192, 65_536])('a last line of %d bytes without a line end is not lost', async (length) => {
    const line = `    big: ${'x'.repeat(length - 9)}`;
    const { injected, notes } = await inject('big.yaml', pod(line));
    expect(injected.text).toContain(line);
    expect(notes).toMatchObject([{ code: 'last-line-lost', source: { line: 8 } }]);
  });

  it('a block of text that the end of the file cuts has the same line ends before and after', async () => {
    const { original, injected } = await inject('block.yaml', pod('    text: |\n      one'));
    const value = ({ name, text }: typeof original) =>
      readYaml(name, text).documents[0]?.text(['metadata', 'annotations', 'text']);
    expect([value(original), value(injected)]).toEqual(['one\n', 'one\n']);
  });

  it('a file of nothing but null is refused like an empty one; beside a workload it is told of', async () => {
    for (const text of ['null\n', '~\n', '---\nnull\n---\n~'])
      expect(await failureOf(inject('null.yaml', text))).toMatchObject({
        code: 'no-documents',
        message: 'null.yaml holds no documents: nothing but null, which is no object.',
      });
    const { notes } = await inject('pod.yaml', `${pod('    a: b\n')}---\n~\n`);
    expect(notes).toMatchObject([{ code: 'null-document', source: { line: 10 } }]);
  });
});
