import { describe, expect, test } from 'vitest';
import { complaints, grade, labFolder } from '../../../../test/helpers/boot-lab.ts';
import { findWorkloads } from '../../anatomy/workloads.ts';
import { readYaml } from '../../yaml/document.ts';
import { readWorkloadFacts } from './facts.ts';

const INJECTED = labFolder()['inject.yaml'] ?? '';

function factsOf(text: string) {
  const [place] = findWorkloads(readYaml('inject.yaml', text));
  const facts = place === undefined ? null : readWorkloadFacts(place);
  if (facts === null) throw new Error('there is a sidecar');
  const of = (values: typeof facts.args) => Object.fromEntries(values);
  return { args: of(facts.args), env: of(facts.env), identity: of(facts.identity) };
}

function changed(from: string | RegExp, to: string): string {
  const text = INJECTED.replace(from, to);
  if (text === INJECTED) throw new Error(`there is no ${from}`);
  return text;
}

/** A pod with nothing but a proxy, as an old or a foreign injector may leave it. */
const pod = (container: string, volumes = '[]'): string =>
  `kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: istio-proxy, ${container}}], volumes: ${volumes}}\n`;

describe('what is read out of an injected workload', () => {
  test('stands as it is written, and what is not there is null', () => {
    const { args, env, identity } = factsOf(pod('args: [proxy, router, --domain=a.b]'));
    expect(args).toEqual({ role: 'router', domain: 'a.b', proxy_log_level: null, component_log_level: null });
    expect(new Set(Object.values(env))).toEqual(new Set([null]));
    expect(new Set(Object.values(identity))).toEqual(new Set([null]));
  });

  test('a variable from elsewhere stands as its source, a plain one as its value, the last of a name counts', () => {
    const { env } = factsOf(
      pod(`env: [
        {name: CA_ADDR, valueFrom: {configMapKeyRef: {name: m, key: k}}},
        {name: POD_NAMESPACE, value: fixed},
        {name: TRUST_DOMAIN, value: first}, {name: TRUST_DOMAIN, value: "0123"}]`),
    );
    expect(env).toMatchObject({
      CA_ADDR: 'configMapKeyRef:m/k',
      POD_NAMESPACE: 'fixed',
      TRUST_DOMAIN: '0123',
    });
  });

  test('the token is the one that is mounted into the proxy, whatever others the pod has', () => {
    const token = (name: string, audience: string): string =>
      `{name: ${name}, projected: {sources: [{configMap: {name: x}}, {serviceAccountToken: {audience: ${audience}, path: t}}]}}`;
    const volumes = `[${token('vault', 'vault')}, ${token('mine', 'istio-ca')}]`;
    const mounts = 'volumeMounts: [{name: mine, mountPath: /here}]';
    expect(factsOf(pod(mounts, volumes)).identity).toMatchObject({
      token_volume: 'mine',
      token_audience: 'istio-ca',
      token_mount: '/here',
    });
  });

  test('a pod without a projected token has empty lines, which pass and are told', () => {
    const injected = changed(/ {6}- name: istio-token\n(?: {8}.*\n)+/, '');
    const folder = labFolder({ injected });
    expect(folder['07-identity.txt']).toBe(
      'token_volume=\ntoken_audience=\ntoken_mount=\nca_configmap=istio-ca-root-cert\nca_mount=/var/run/secrets/istio\n',
    );
    expect(folder['08-report.md']).toContain('no volume of this pod projects a token for istio-proxy');
    const report = grade(folder);
    expect(complaints(report)).toEqual([]);
    expect(report.steps[6]?.notes).toEqual([
      'This workload has no volume or mount for token_volume, token_audience, token_mount: their lines hold nothing behind the =.',
    ]);
  });

  test('a key of metadata for which there is no variable is left out, and may not be made up', () => {
    const injected = changed('        - name: ISTIO_META_MESH_ID\n          value: cluster.local\n', '');
    const folder = labFolder({ injected });
    expect(folder['bootstrap.yaml']).not.toContain('MESH_ID');
    expect(complaints(grade(folder))).toEqual([]);
    const made = (folder['bootstrap.yaml'] ?? '').replace(
      '    NAMESPACE:',
      '    MESH_ID: mine\n    NAMESPACE:',
    );
    expect(complaints(grade({ ...folder, 'bootstrap.yaml': made }))).toEqual([
      '4 fail bootstrap.yaml:11 node.metadata.MESH_ID is "mine"; this workload has no variable for it.',
    ]);
  });

  test('node.cluster by the name of the workload counts as well, and what pilot-agent would take is told', () => {
    const folder = labFolder({ injected: INJECTED.replaceAll('app: payments', 'app: pay') });
    expect(folder['bootstrap.yaml']).toContain('cluster: pay.default');
    const byName = (text = ''): string => text.replace('cluster: pay.default', 'cluster: payments.default');
    const report = grade({
      ...folder,
      'bootstrap.yaml': byName(folder['bootstrap.yaml']),
      'boot-typo.yaml': byName(folder['boot-typo.yaml']),
    });
    expect(complaints(report)).toEqual([]);
    expect(report.steps[3]?.notes).toEqual([
      'node.cluster is payments.default, by the name of the workload; pilot-agent would take pay.default, by a label.',
    ]);
  });
});
