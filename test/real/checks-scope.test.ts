import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type ClaimId, checkScopes, claims } from '../../src/domain/checks/scope.ts';
import { runAnalyze, runPrecheck } from '../../src/host/checks/checks.ts';
import { createPrivateFolder } from '../../src/host/inject/private-folder.ts';
import { runProgram } from '../../src/host/process/run-program.ts';
import { analyze, checkContext, GATEWAY, VIRTUAL_SERVICE, validate } from './checks.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';

let plane: ControlPlane;
let admin: string;
beforeAll(async () => {
  plane = await startControlPlane();
  admin = plane.kubeconfig('admin.kubeconfig', plane.tokens.admin);
}, 120_000);
afterAll(() => plane.stop());

const object = (apiVersion: string, kind: string, name: string, rest: object = {}, meta: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name, ...meta },
  ...rest,
});

/** A Deployment as JSON, which is YAML. */
function deployment(name: string, pod: object, labels: object = {}, meta: object = {}) {
  const own = { app: name, version: 'v1', ...labels };
  const template = { metadata: { labels: own }, spec: { containers: [{ name: 'c', image: 'x' }], ...pod } };
  const spec = { selector: { matchLabels: { app: name } }, template };
  return object('apps/v1', 'Deployment', name, { spec }, meta);
}

const text = (...objects: readonly object[]): string =>
  objects.map((one) => JSON.stringify(one, null, 2)).join('\n---\n');

const HOST_NETWORK = deployment('host', { hostNetwork: true });
const ODD_LABEL = deployment('label', {}, { 'sidecar.istio.io/inject': 'maybe' });
const SYSTEM = deployment('system', {}, { 'sidecar.istio.io/inject': 'true' }, { namespace: 'kube-system' });
const USER = deployment('user', { securityContext: { runAsUser: 1337 } });
const AUTO = deployment('auto', { containers: [{ name: 'istio-proxy', image: 'auto' }] });
const TYPO = deployment('typo', { contaners: [] });
const ODD_SERVICE = object('v1', 'Service', 'odd', { spec: { ports: [{ name: 'oddname', port: 80 }] } });
const WRONG_GATEWAY = object('networking.istio.io/v1', 'Gateway', 'door', {
  spec: { servers: [{ port: { number: 70000, name: 'http', protocol: 'HTTP' }, hosts: ['*'] }] },
});
/** In block style: items that begin with a brace istioctl takes for JSON. */
const listOf = (...items: readonly object[]): string =>
  stringify({ apiVersion: 'v1', kind: 'List', items }, { aliasDuplicateObjects: false });
const PASSED_OVER = ['Pod', 'Service', 'Namespace']
  .map((kind) => object('v1', kind, 'a', { spec: [1] }))
  .concat(['StatefulSet', 'DaemonSet'].map((kind) => object('apps/v1', kind, 'a', { spec: [1] })))
  .concat(['Job', 'CronJob'].map((kind) => object('batch/v1', kind, 'a', { spec: [1] })));

async function codes(name: string, of: string): Promise<readonly (string | null)[]> {
  return (await analyze(name, of)).findings.map(({ code }) => code);
}

/** `analyze` as a person types it, without the flags that this app gives. */
async function plainAnalyze(name: string, of: string) {
  const folder = await createPrivateFolder();
  try {
    await folder.write(name, of);
    const args = ['analyze', '--use-kube=false', name];
    const program = (await checkContext()).istioctl;
    return await runProgram({ program, args, cwd: folder.path, timeoutMs: 60_000 });
  } finally {
    await folder.dispose();
  }
}

async function inCluster(namespace: string, ...workloads: readonly ReturnType<typeof object>[]) {
  await plane.apply('/api/v1/namespaces', object('v1', 'Namespace', namespace));
  for (const workload of workloads) {
    const path = workload.kind === 'Deployment' ? '/apis/apps/v1' : '/api/v1';
    const plural = `${workload.kind.toLowerCase()}s`;
    const own = { ...workload, metadata: { ...workload.metadata, namespace } };
    await plane.apply(`${path}/namespaces/${namespace}/${plural}`, own);
  }
  const { findings } = await runAnalyze(await checkContext(), { files: [], kubeconfig: admin, namespace });
  return findings.map(({ code, resource }) => `${code} ${resource}`);
}

/** One proof a claim; a claim without one does not compile. */
const proofs: Readonly<Record<ClaimId, () => Promise<void>>> = {
  'analyze-references': async () =>
    expect(await codes('a.yaml', VIRTUAL_SERVICE)).toEqual(['IST0101', 'IST0101', 'IST0132']),
  'analyze-schema': async () => expect(await codes('a.yaml', GATEWAY)).toEqual(['IST0106']),
  'analyze-cluster': async () => {
    const found = await inCluster('looked-at', USER, ODD_SERVICE);
    expect(found).toContain('IST0144 Deployment looked-at/user');
    expect(found).toContain('IST0118 Service looked-at/odd');
    expect(found).toContain('IST0102 Namespace looked-at');
  },
  'analyze-traffic': async () => {
    const run = await analyze('a.yaml', GATEWAY.replace('70000', '80'));
    expect(run).toMatchObject({ exitCode: 0, findings: [] });
  },
  'analyze-kinds': async () => {
    const run = await analyze('a.yaml', text(...PASSED_OVER));
    expect(run).toMatchObject({ exitCode: 0, findings: [] });
  },
  'analyze-template': async () => {
    for (const one of [TYPO, USER, AUTO])
      expect(await analyze('a.yaml', text(one))).toMatchObject({ exitCode: 0, findings: [] });
  },
  'analyze-lists': async () => {
    expect(await codes('a.yaml', listOf(WRONG_GATEWAY))).toEqual(['IST0106']);
    const mixed = await analyze('a.yaml', listOf(WRONG_GATEWAY, ODD_SERVICE));
    expect(mixed).toMatchObject({ exitCode: 0, findings: [], coverage: [{ objects: 2, read: 0 }] });
  },
  'analyze-injection': async () => {
    const run = await analyze('a.yaml', text(HOST_NETWORK, ODD_LABEL, SYSTEM));
    expect(run).toMatchObject({ exitCode: 0, findings: [] });
    const found = await inCluster('injection', HOST_NETWORK, ODD_LABEL);
    expect(found).toEqual(['IST0102 Namespace injection']);
    expect(await inCluster('kube-system', SYSTEM)).toEqual([]);
  },
  'analyze-outside': async () => {
    const gateway = GATEWAY.replace('door', 'no-such-gateway').replace('70000', '80');
    const missing = (findings: readonly { readonly message: string }[]) =>
      findings.filter(({ message }) => message.startsWith('Referenced gateway not found'));
    expect(missing((await analyze('a.yaml', VIRTUAL_SERVICE)).findings)).toHaveLength(1);
    expect(missing((await analyze('a.yaml', `${VIRTUAL_SERVICE}---\n${gateway}`)).findings)).toEqual([]);
  },
  'analyze-namespaces': async () => {
    expect((await plainAnalyze('a.yaml', GATEWAY)).exitCode).toBe(0);
    expect((await analyze('a.yaml', GATEWAY)).exitCode).toBe(79);
    expect((await analyze('a.yaml', GATEWAY, 'mesh-lab')).exitCode).toBe(79);
    expect((await analyze('a.yaml', GATEWAY, 'other')).exitCode).toBe(0);
  },
  'analyze-endings': async () => {
    const own = GATEWAY.replace('mesh-lab', 'default');
    expect((await plainAnalyze('a.yaml', own)).exitCode).toBe(79);
    const { exitCode, output } = await plainAnalyze('a.txt', own);
    expect(output).toContain('No validation issues found');
    expect(exitCode).toBe(0);
    expect((await analyze('a.txt', own)).exitCode).toBe(79);
  },
  'validate-schema': async () => {
    expect((await validate('a.yaml', GATEWAY)).exitCode).toBe(1);
    for (const spec of [{ hst: 'a' }, { host: 1 }, { host: '' }])
      expect(
        (await validate('a.yaml', text(object('networking.istio.io/v1', 'DestinationRule', 'a', { spec }))))
          .exitCode,
      ).toBe(1);
  },
  'validate-ports': async () => expect((await validate('a.yaml', text(ODD_SERVICE))).exitCode).toBe(1),
  'validate-labels': async () => {
    const run = await validate('a.yaml', text(deployment('a', {}, { version: undefined })));
    expect(run).toMatchObject({ exitCode: 0, findings: [{ severity: 'Warning' }] });
  },
  'validate-references': async () =>
    expect(await validate('a.yaml', VIRTUAL_SERVICE)).toMatchObject({ exitCode: 0, findings: [] }),
  'validate-rest': async () =>
    expect((await validate('a.yaml', `a: [\n---\n${GATEWAY}`)).output).not.toContain('70000'),
  'validate-kinds': async () => {
    const kinds = text(...PASSED_OVER.filter(({ kind }) => kind !== 'Service'));
    expect(await validate('a.yaml', kinds)).toMatchObject({ exitCode: 0, findings: [] });
  },
  'validate-lists': async () => {
    const bare = deployment('a', {}, { version: undefined });
    const { findings, coverage } = await validate('a.yaml', listOf(WRONG_GATEWAY, ODD_SERVICE, bare));
    expect(findings.map(({ resource }) => resource).sort()).toEqual(['Deployment a', 'Service odd']);
    expect(coverage).toMatchObject([{ objects: 3, read: 2, unread: ['Gateway door'] }]);
    expect((await validate('a.yaml', text(WRONG_GATEWAY))).exitCode).toBe(1);
  },
  'validate-template': async () => {
    const run = await validate('a.yaml', text(TYPO, HOST_NETWORK, ODD_LABEL, USER));
    expect(run).toMatchObject({ exitCode: 0, findings: [] });
  },
  'validate-system': async () => {
    const system = { namespace: 'istio-system' };
    const service = { ...ODD_SERVICE, metadata: { name: 'odd', ...system } };
    const bare = deployment('a', {}, { version: undefined }, system);
    expect(await validate('a.yaml', text(service, bare))).toMatchObject({ exitCode: 0, findings: [] });
  },
  'precheck-version': async () => {
    const { output } = await runPrecheck(await checkContext());
    expect(output).toContain('failed to get the Kubernetes version');
  },
  'precheck-permissions': async () => {
    const reader = plane.kubeconfig('reader.kubeconfig', plane.tokens.nobody);
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
    const rbac = 'rbac.authorization.k8s.io';
    await plane.apply(`/apis/${rbac}/v1/clusterroles`, object(`${rbac}/v1`, 'ClusterRole', 'all', { rules }));
    const binding = object(`${rbac}/v1`, 'ClusterRoleBinding', 'all', {
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'all' },
      subjects: [{ apiGroup: rbac, kind: 'User', name: 'nobody' }],
    });
    await plane.apply(`/apis/${rbac}/v1/clusterrolebindings`, binding);
    const { findings } = await runPrecheck(await checkContext(), reader);
    expect(findings.map(({ code, resource }) => [code, resource])).toContainEqual(['IST0141', 'Cluster']);
    expect(findings.length).toBeGreaterThan(5);
  },
  'precheck-gateway-api': async () => {
    const schema = { openAPIV3Schema: { type: 'object' } };
    const spec = {
      group: 'gateway.networking.k8s.io',
      scope: 'Namespaced',
      names: { plural: 'httproutes', singular: 'httproute', kind: 'HTTPRoute', listKind: 'HTTPRouteList' },
      versions: [{ name: 'v1alpha2', served: true, storage: true, schema }],
    };
    const annotations = { 'api-approved.kubernetes.io': 'unapproved, a test' };
    const name = 'httproutes.gateway.networking.k8s.io';
    const crd = object(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      name,
      { spec },
      { annotations },
    );
    await plane.apply('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
    const { findings } = await runPrecheck(await checkContext(), admin);
    expect(findings.map(({ severity, code, resource }) => [severity, code, resource])).toEqual([
      ['Error', 'IST0156', `CustomResourceDefinition ${name}`],
      ['Warning', 'IST0172', `CustomResourceDefinition ${name}`],
    ]);
  },
  'precheck-files': async () => {
    const { exitCode, findings } = await runPrecheck(await checkContext());
    expect(exitCode).toBe(1);
    expect(findings).toHaveLength(1);
  },
  'precheck-nodes': async () => {
    // This API server has no node, no scheduler and no controller.
    const { output, exitCode } = await runPrecheck(await checkContext(), admin);
    expect(output).toContain('Istio is safe to install or upgrade!');
    expect(exitCode).toBe(0);
  },
  'precheck-workloads': async () => {
    await inCluster('workloads', HOST_NETWORK, ODD_LABEL, USER);
    const { findings } = await runPrecheck(await checkContext(), admin);
    expect(findings).toEqual([]);
  },
};

/** The last: it leaves the cluster unfit. */
const LAST: ClaimId = 'precheck-gateway-api';

describe('what the checks look at and what they pass over', () => {
  const ids = Object.keys(claims) as ClaimId[];
  it.each([...ids.filter((id) => id !== LAST), LAST])('%s', async (id) => {
    await proofs[id]();
  });

  it('every claim belongs to one check', () => {
    const listed = checkScopes.flatMap(({ looksAt, passesOver }) => [...looksAt, ...passesOver]);
    expect([...listed].sort()).toEqual([...ids].sort());
  });
});
