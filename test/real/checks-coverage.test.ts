import { expect, it } from 'vitest';
import { coverageOf } from '../../src/domain/checks/coverage.ts';
import { depthOf } from '../../src/domain/checks/depth.ts';
import { readYaml } from '../../src/domain/yaml/document.ts';
import { runAnalyze } from '../../src/host/checks/checks.ts';
import { runProgram } from '../../src/host/process/run-program.ts';
import { analyze, checkContext, GATEWAY, VIRTUAL_SERVICE, validate } from './checks.ts';

interface Crd {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string }[];
  };
}

type Kind = readonly [apiVersion: string, kind: string];

/** Every version of every kind that this istioctl would install. */
async function ownKinds(): Promise<readonly Kind[]> {
  const { istioctl } = await checkContext();
  const { stdout } = await runProgram({
    program: istioctl,
    args: ['manifest', 'generate'],
    timeoutMs: 60_000,
  });
  return readYaml('manifest.yaml', stdout)
    .documents.map(({ value }) => value as unknown as Crd | null)
    .filter((value) => value?.kind === 'CustomResourceDefinition')
    .flatMap((crd) =>
      (crd?.spec.versions ?? []).map(
        ({ name }): Kind => [`${crd?.spec.group}/${name}`, crd?.spec.names.kind ?? ''],
      ),
    );
}

const OTHERS: readonly Kind[] = [
  ...['Pod', 'Namespace', 'ConfigMap', 'Secret', 'ServiceAccount', 'Node'].map((kind): Kind => ['v1', kind]),
  ...['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'].map((kind): Kind => ['apps/v1', kind]),
  ...['Gateway', 'HTTPRoute', 'GRPCRoute', 'GatewayClass', 'ReferenceGrant', 'TLSRoute'].map(
    (kind): Kind => ['gateway.networking.k8s.io/v1', kind],
  ),
  ['gateway.networking.k8s.io/v1beta1', 'HTTPRoute'],
  ['gateway.networking.k8s.io/v1beta1', 'Gateway'],
  ['gateway.networking.k8s.io/v1alpha2', 'GRPCRoute'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition'],
  ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['networking.istio.io/v9', 'VirtualService'],
  ['networking.istio.io/v1', 'EnvoyFilter'],
  ['networking.istio.io/v1', 'Nothing'],
  ['extensions/v1beta1', 'Deployment'],
  ['example.org/v1', 'VirtualService'],
  ['install.istio.io/v1alpha1', 'IstioOperator'],
];

const malformed = ([apiVersion, kind]: Kind, index: number): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: a${index}\nspec: [1]\n`;

it('analyze says something of a malformed object of every kind that it is said to read, and of no other', async () => {
  const kinds = [...(await ownKinds()), ...OTHERS, ['v1', 'Service'] as const];
  const { findings } = await analyze('kinds.yaml', kinds.map(malformed).join('---\n'));
  const told = new Set(findings.map(({ message }) => Number(/^Document (\d+) of /.exec(message)?.[1]) - 1));
  const said = kinds.filter((_, index) => told.has(index));
  expect(said).toEqual(kinds.filter(([apiVersion, kind]) => depthOf('analyze', apiVersion, kind) !== 'none'));
  expect(said.length).toBeGreaterThan(30);
});

it('validate says something of a malformed object of every kind that it is said to read, and of no other', async () => {
  const kinds = [...(await ownKinds()), ...OTHERS];
  const { findings } = await validate('kinds.yaml', kinds.map(malformed).join('---\n'));
  const told = new Set(findings.map(({ resource }) => Number(/ a(\d+)$/.exec(resource ?? '')?.[1])));
  const said = kinds.filter((_, index) => told.has(index));
  expect(said).toEqual(
    kinds.filter(([apiVersion, kind]) => depthOf('validate', apiVersion, kind) !== 'none'),
  );
});

it('validate reads the port names of a Service, whatever its group', async () => {
  const service = 'kind: Service\nmetadata:\n  name: s\nspec:\n  ports:\n    - name: odd\n';
  for (const apiVersion of ['v1', 'example.org/v1']) {
    const { findings } = await validate('service.yaml', `apiVersion: ${apiVersion}\n${service}`);
    expect(findings.map(({ resource }) => resource)).toEqual(['Service s']);
    expect(depthOf('validate', apiVersion, 'Service')).toBe('content');
  }
});

/** Each with something that analyze tells of the same object in a cluster, or that can only be wrong. */
const ONLY_DECODED = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: httproutes.gateway.networking.k8s.io }
spec:
  group: gateway.networking.k8s.io
  names: { plural: httproutes, kind: HTTPRoute }
  versions: [{ name: v1alpha2, served: true, storage: true }]
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: r, namespace: default }
spec: { parentRefs: [{ name: gone }], rules: [{ backendRefs: [{ name: nowhere, port: 0 }] }] }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: g, namespace: default }
spec: { gatewayClassName: nothing, listeners: [{ name: a, port: 0, protocol: NOPE }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: d, namespace: default, annotations: { sidecar.istio.io/interceptionMode: NOPE } }
spec: { template: { spec: { securityContext: { runAsUser: 1337 }, contaners: [] } } }
`;

it('analyze says nothing of what is in an object that it only decodes', async () => {
  const run = await analyze('decoded.yaml', ONLY_DECODED);
  expect(run).toMatchObject({ exitCode: 0, findings: [] });
  expect(run.coverage).toMatchObject([{ objects: 4, read: 0, unread: [] }]);
});

it('what is passed over is counted and named, items of a List one by one', () => {
  const text = `apiVersion: v1
kind: List
items:
  - { apiVersion: v1, kind: Service, metadata: { name: s } }
  - { apiVersion: networking.istio.io/v1, kind: Gateway, metadata: { name: g } }
---
apiVersion: v1
kind: Pod
metadata: { name: p }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: d }
`;
  const file = { name: 'list.yaml', text };
  expect(coverageOf('analyze', file, readYaml)).toEqual({
    ...{ file: 'list.yaml', objects: 4, read: 0, lost: [], behind: [], elsewhere: [] },
    ...{ decoded: ['Deployment d'], unread: ['Service s', 'Gateway g', 'Pod p'] },
  });
  expect(coverageOf('validate', file, readYaml)).toMatchObject({ read: 2, unread: ['Gateway g', 'Pod p'] });
  expect(coverageOf('validate', { name: 'a.yaml', text: 'a: [' }, readYaml)).toBeNull();
});

it('analyze drops a List with an item of just the kinds that are said to make it', async () => {
  const door = `- apiVersion: networking.istio.io/v1
  kind: Gateway
  metadata: { name: door }
  spec: { servers: [{ port: { number: 70000, name: http, protocol: HTTP }, hosts: ["*"] }] }
`;
  const lists = OTHERS.map(([apiVersion, kind], index) => ({
    name: `a${index}.yaml`,
    text: `apiVersion: v1\nkind: List\nitems:\n${door.replace('door', `door${index}`)}- apiVersion: ${apiVersion}\n  kind: ${kind}\n  metadata: { name: other }\n`,
  }));
  const run = await runAnalyze(await checkContext(), { files: lists, kubeconfig: null, namespace: null });
  const told = new Set(run.findings.map(({ resource }) => /^Gateway door(\d+)$/.exec(resource ?? '')?.[1]));
  expect(run.coverage.map(({ read }) => read > 0)).toEqual(lists.map((_, index) => told.has(String(index))));
  expect(told.size).toBeGreaterThan(5);
});

it('of one namespace analyze tells just of the objects that are counted as looked into', async () => {
  const kinds = ['DestinationRule', 'Gateway', 'ServiceEntry', 'Sidecar', 'VirtualService', 'WorkloadEntry'];
  const places = ['default', 'mesh-lab', 'istio-system', '""', null];
  const each = kinds.flatMap((kind) =>
    places.map((place, index) => {
      const name = `${kind.toLowerCase()}${index}`;
      const meta = place === null ? `{ name: ${name} }` : `{ name: ${name}, namespace: ${place} }`;
      return { kind, name, text: `kind: ${kind}\nmetadata: ${meta}\nspec: {}\n` };
    }),
  );
  const text = each.map((one) => `apiVersion: networking.istio.io/v1\n${one.text}`).join('---\n');
  for (const namespace of ['mesh-lab', 'default', 'other', '', null]) {
    const { findings, coverage } = await analyze('a.yaml', text, namespace);
    const told = new Set(findings.map(({ resource }) => /(\w+)$/.exec(resource ?? '')?.[1]));
    const quiet = each.filter(({ name }) => !told.has(name)).map(({ kind, name }) => `${kind} ${name}`);
    expect(coverage).toMatchObject([{ objects: 30, read: told.size, elsewhere: quiet }]);
  }
});

it('what others name counts for them, wherever it is; what cannot be decoded is told, too', async () => {
  const door = GATEWAY.replace('70000', '80').replace('mesh-lab', 'default');
  const rule =
    'apiVersion: networking.istio.io/v1\nkind: DestinationRule\nmetadata: { name: r, namespace: default }\n';
  const text = `${VIRTUAL_SERVICE.replace('no-such-gateway', 'default/door')}---\n${door}---\n${rule}spec: { host: 1 }\n`;
  const { findings, coverage } = await analyze('a.yaml', text, 'mesh-lab');
  expect(findings.filter(({ message }) => message.startsWith('Referenced gateway'))).toEqual([]);
  expect(coverage).toMatchObject([{ read: 1, elsewhere: ['Gateway door'], lost: ['DestinationRule r'] }]);
});

it('an object that could not be read is named, and does not count as looked into', async () => {
  const rule = `apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: { name: rule, namespace: mesh-lab }
spec: { host: x, trafficPolicy: { tls: { mode: WRONG } } }
`;
  const text = `${VIRTUAL_SERVICE}---\n${rule}`;
  const none = { behind: [], elsewhere: [], decoded: [], unread: [] };
  const coverage = [{ objects: 2, read: 1, lost: ['DestinationRule rule'], ...none }];
  const analyzed = await analyze('a.yaml', text);
  expect(analyzed.coverage).toEqual([{ file: 'a.yaml', ...coverage[0] }]);
  const left = analyzed.findings.find(({ message }) => message.startsWith('Document 2 of a.yaml'));
  expect(left).toMatchObject({ resource: 'DestinationRule mesh-lab/rule', placedBy: 'field' });
  expect(left?.source?.line).toBe(text.slice(0, text.indexOf('WRONG')).split('\n').length);
  expect(await validate('a.yaml', text)).toMatchObject({ coverage });
  const crash = 'apiVersion: v1\nkind: Service\nmetadata: { name: s }\nspec: { ports: 7 }\n';
  const crashed = await validate('a.yaml', crash);
  expect(crashed.output).toMatch(/^panic: /);
  expect(crashed.coverage).toEqual([]);
});
