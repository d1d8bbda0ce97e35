import { expect, test } from 'vitest';
import { InputFault } from '../fault.ts';
import { objectText, placeInObject } from './object-text.ts';
import { readManifest, refuseWithoutObjects } from './read-manifest.ts';

const read = (text: string) => readManifest('m.yaml', text);
const manifestOf = (text: string) => read(text).manifest;
const codes = (text: string) => manifestOf(text).notes.map(({ code }) => code);

function faultOf(work: () => unknown): InputFault {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof InputFault) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

const map = (name: string, data: string, labels = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: istio-system${labels}}\ndata:\n${data}`;
const crd = (name: string, group: string, extra = '') =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ${name}}\nspec: {group: ${group}${extra}}\n`;

test('objects are counted by kind, most frequent first, with the lines where they stand', () => {
  const manifest = manifestOf(
    'kind: B\napiVersion: v1\nmetadata: {name: one}\n---\n# comment\n\n---\nkind: A\napiVersion: apps/v1\nmetadata: {name: two, namespace: x}\n---\nkind: A\napiVersion: apps/v1\nmetadata: {name: three}\n',
  );
  expect(manifest.kinds).toEqual([
    { kind: 'A', count: 2, unread: 0 },
    { kind: 'B', count: 1, unread: 0 },
  ]);
  expect(manifest.objects[1]).toMatchObject({
    index: 1,
    group: 'apps',
    kind: 'A',
    namespace: 'x',
    name: 'two',
    source: { file: 'm.yaml', line: 8, endLine: 10 },
  });
});

test('the items of a List, and of a list of one kind that leaves it out in its items, are objects of their own', () => {
  const { objects } = manifestOf(
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n  metadata: {name: a}\n- apiVersion: apps/v1\n  kind: DeploymentList\n  items:\n  - metadata: {name: b}\n',
  );
  expect(objects.map(({ kind, group, name, source }) => [kind, group, name, source.line])).toEqual([
    ['Service', '', 'a', 4],
    ['Deployment', 'apps', 'b', 10],
  ]);
});

test('an object is shown alone, with its own lines, also where it was an item of a List', () => {
  const whole = read(
    'kind: List\nitems:\n  - kind: Service\n    metadata:\n      name: a\n  - kind: Pod\n    metadata: {name: b}\n',
  );
  const text = objectText(whole, 0);
  expect(text).toEqual({ text: 'kind: Service\nmetadata:\n  name: a\n', firstLine: 3, indent: 4, left: 0 });
  const place = whole.places[0]?.document.entryRange(['items', 0, 'metadata', 'name']);
  if (text === null || !place) throw new Error('no text');
  expect(placeInObject(place, text)).toMatchObject({ line: 3, column: 3, endLine: 3, endColumn: 10 });
  expect(objectText(whole, 7)).toBeNull();
});

test('an object too long to be shown is cut at a line, and what is left out is counted', () => {
  const data = Array.from({ length: 30_000 }, (_, at) => `  key${at}: ${'x'.repeat(80)}\n`).join('');
  const text = objectText(read(`kind: ConfigMap\ndata:\n${data}`), 0);
  if (text === null) throw new Error('no text');
  expect(text.text.length).toBeLessThanOrEqual(2_000_000);
  expect(text.text.endsWith('x\n')).toBe(true);
  expect(text.text.split('\n').length - 1 + text.left).toBe(30_002);
});

test('CRDs go by the group of what they define; only istio.io and what is under it is Istio’s', () => {
  const versions =
    ', scope: Cluster, names: {kind: W}, versions: [{name: v1, served: true, storage: true}, {name: v1beta1, served: false, deprecated: true}]';
  const { crds, istioCrds } = manifestOf(
    [
      crd('w.notistio.io', 'notistio.io'),
      crd('b.networking.istio.io', 'networking.istio.io', versions),
      crd('a.networking.istio.io', 'networking.istio.io'),
      crd('x.istio.io', 'istio.io'),
      crd('y.istio.io.example.com', 'istio.io.example.com'),
    ].join('---\n'),
  );
  expect(crds.map(({ group, istio, crds: own }) => [group, istio, own.map(({ name }) => name)])).toEqual([
    ['istio.io', true, ['x.istio.io']],
    ['istio.io.example.com', false, ['y.istio.io.example.com']],
    ['networking.istio.io', true, ['a.networking.istio.io', 'b.networking.istio.io']],
    ['notistio.io', false, ['w.notistio.io']],
  ]);
  expect(istioCrds).toBe(3);
  expect(crds[2]?.crds[1]).toMatchObject({
    kind: 'W',
    scope: 'Cluster',
    versions: [
      { name: 'v1', served: true, storage: true, deprecated: false },
      { name: 'v1beta1', served: false, storage: null, deprecated: true },
    ],
  });
});

test('of the five named CRDs each is there or missing, and another kind of the same name is none', () => {
  const whole =
    ', names: {kind: Gateway, plural: gateways}, versions: [{name: v1, served: true, storage: true}]';
  const { named } = manifestOf(
    `${crd('gateways.networking.istio.io', 'networking.istio.io', whole)}---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: virtualservices.networking.istio.io}\n`,
  );
  expect(named.filter(({ object }) => object !== null)).toEqual([
    { name: 'gateways.networking.istio.io', object: 0, problem: null },
  ]);
});

test('the texts for injection are found whatever the revision, and what is missing says why', () => {
  const labels = ', labels: {istio.io/rev: canary}';
  const both = manifestOf(
    [
      map('istio-sidecar-injector', '  config: |\n    templates: {}\n  values: "{}"\n'),
      map('istio-sidecar-injector-canary', '  values: "{}"\n  config: |\n    templates: {}\n', labels),
    ].join('---\n'),
  );
  const [config, values, mesh] = both.injection;
  expect(config?.found.map(({ configMap, revision, source }) => [configMap, revision, source?.line])).toEqual(
    [
      ['istio-sidecar-injector', null, 5],
      ['istio-sidecar-injector-canary', 'canary', 14],
    ],
  );
  expect(values?.found).toHaveLength(2);
  expect(mesh).toMatchObject({
    found: [],
    missing: 'No ConfigMap holds .data.mesh (it is usually named istio).',
  });
  expect(
    manifestOf(map('istio-sidecar-injector', '  config: x\n')).injection.map(({ missing }) => missing),
  ).toEqual([
    'The ConfigMap istio-sidecar-injector holds no .data.values.',
    'The ConfigMap istio-sidecar-injector holds no .data.values.',
    'No ConfigMap holds .data.mesh (it is usually named istio).',
  ]);
});

test('webhooks tell their selectors as kubectl does, whom they ask, and whether a CA certificate is written', () => {
  const { webhooks } = manifestOf(`apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: v}
webhooks:
- name: one
  clientConfig: {url: "https://example.com/x", caBundle: aGk=}
  namespaceSelector: {}
  objectSelector:
    matchLabels: {app: a}
    matchExpressions: [{key: b, operator: Exists}, {key: c, operator: Odd, values: ["1", "2"]}]
  timeoutSeconds: 5
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: m}
`);
  expect(webhooks.map(({ name, mutating }) => [name, mutating])).toEqual([
    ['m', true],
    ['v', false],
  ]);
  expect(webhooks[1]?.webhooks).toMatchObject([
    {
      name: 'one',
      failurePolicy: null,
      namespaceSelector: '',
      objectSelector: 'app=a,b,c Odd (1,2)',
      target: 'https://example.com/x',
      timeoutSeconds: '5',
      caBundle: true,
      rules: [],
      source: { line: 5 },
    },
  ]);
});

test('what is no object, has no kind or name, or stands twice is told with its line', () => {
  const { notes, objects } = manifestOf(
    '- 1\n---\nplain\n---\nmetadata: {name: x}\n---\nkind: Pod\napiVersion: v1\n---\nkind: Pod\napiVersion: v1\nmetadata: {name: p}\n---\nkind: Pod\napiVersion: v1\nmetadata: {name: p}\n',
  );
  expect(objects).toHaveLength(4);
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringContaining('m.yaml is no install manifest: it holds 3 workloads'),
    'm.yaml:1: a list stands where a Kubernetes object is expected; it is not counted.',
    'm.yaml:3: a plain value stands where a Kubernetes object is expected; it is not counted.',
    'm.yaml:5: an object has no kind and no apiVersion; a cluster would refuse it.',
    'm.yaml:7: Pod has no metadata.name; a cluster would refuse it.',
    'm.yaml:14: Pod p stands in it already (line 10); applied in order, the later one stays.',
  ]);
});

test('a thousand oddities are told by the first twenty and their number', () => {
  const { notes } = manifestOf(
    Array(1000).fill('kind: Pod\napiVersion: v1\nmetadata: {name: p}\n').join('---\n'),
  );
  const twice = notes.filter(({ code }) => code === 'object-twice');
  expect(twice).toHaveLength(21);
  expect(twice.at(-1)?.message).toBe('… and 979 more of this sort.');
});

test('a workload is shown all the same, with a sentence; a text of no object is refused, and one that is no YAML', () => {
  expect(codes('apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n')).toEqual(['no-install-manifest']);
  expect(codes(crd('a.istio.io', 'istio.io'))).toEqual([]);
  for (const text of ['', '# nothing\n---\n', '[1, 2]\n', 'just words\n'])
    expect(faultOf(() => refuseWithoutObjects(read(text))).code).toBe('no-objects');
  expect(faultOf(() => read('kind: Pod\n\tname: x\n'))).toMatchObject({
    code: 'yaml-tab',
    source: { line: 2 },
  });
});

test('aliases, keys that are no prototype’s and a hostile kind are read as they stand', () => {
  const { manifest, places } = read(
    'x: &x {name: one}\nkind: __proto__\napiVersion: v1\nmetadata: *x\n---\nkind: constructor\napiVersion: v1\nmetadata: {name: n}\n',
  );
  expect(manifest.kinds).toEqual([
    { kind: '__proto__', count: 1, unread: 0 },
    { kind: 'constructor', count: 1, unread: 0 },
  ]);
  expect(places[0]?.name).toBe('one');
});
