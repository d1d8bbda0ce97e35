import { expect, test } from 'vitest';
import { unreadWords } from './field-reader.ts';
import { readManifest } from './read-manifest.ts';

const manifestOf = (text: string) => readManifest('m.yaml', text).manifest;
const unreadable = (text: string) =>
  manifestOf(text)
    .notes.filter(({ code }) => code === 'field-unreadable')
    .map(({ message }) => message);

const HOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: w}
webhooks:
`;
const said = (what: string) =>
  `of MutatingWebhookConfiguration w could not be read: ${what}; a cluster would refuse it.`;

test('a field of a webhook that is of a wrong type is neither absent nor its widest meaning, but could not be read', () => {
  const wrong: Readonly<Record<string, [string, string]>> = {
    namespaceSelector: ['str', 'the text “str” stands where a mapping is expected'],
    objectSelector: ['[1]', 'a list stands where a mapping is expected'],
    failurePolicy: ['{a: 1}', 'a mapping stands where a text is expected'],
    rules: ['7', 'the number 7 stands where a list is expected'],
    clientConfig: ['3', 'the number 3 stands where a mapping is expected'],
    reinvocationPolicy: ['false', 'the value false stands where a text is expected'],
    sideEffects: ['[]', 'a list stands where a text is expected'],
    timeoutSeconds: ['ten', 'the text “ten” stands where a number is expected'],
    name: ['5', 'the number 5 stands where a text is expected'],
  };
  for (const [field, [value, what]] of Object.entries(wrong)) {
    const text = `${HOOK}- {name: x,\n   ${field}: ${value}}\n`.replace(/name: x,(?=\n {3}name)/, '');
    expect(unreadable(text)).toEqual([`m.yaml:6: webhooks[0].${field} ${said(what)}`]);
    const [webhook] = manifestOf(text).webhooks[0]?.webhooks ?? [];
    expect(unreadWords(webhook?.unread ?? [], field)).toBe(`could not be read: ${what} (line 6)`);
    expect(webhook?.unread).toHaveLength(1);
  }
});

test('what is within a field is read as strictly, and a webhook that is none at all is told as that', () => {
  expect(
    unreadable(`${HOOK}- null
- clientConfig: {caBundle: [a], service: {name: s, port: "443"}}
- rules: [null, {operations: CREATE, apiGroups: [""], resources: [{a: b}], scope: 1}]
`),
  ).toEqual([
    `m.yaml:5: webhooks[0] ${said('nothing (null) stands where a mapping is expected')}`,
    `m.yaml:6: webhooks[1].clientConfig.caBundle ${said('a list stands where a text is expected')}`,
    `m.yaml:6: webhooks[1].clientConfig.service.port ${said('the text “443” stands where a number is expected')}`,
    `m.yaml:7: webhooks[2].rules[0] ${said('nothing (null) stands where a mapping is expected')}`,
    `m.yaml:7: webhooks[2].rules[1].operations ${said('the text “CREATE” stands where a list is expected')}`,
    `m.yaml:7: webhooks[2].rules[1].resources[0] ${said('a mapping stands where a text is expected')}`,
    `m.yaml:7: webhooks[2].rules[1].scope ${said('the number 1 stands where a text is expected')}`,
  ]);
  expect(unreadable(`${HOOK.trimEnd()} 5\n`)).toEqual([
    `m.yaml:4: webhooks ${said('the number 5 stands where a list is expected')}`,
  ]);
});

test('versions of a CRD that cannot be read are none, and its other fields of a wrong type are told', () => {
  const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: c}
spec:
  group: [a]
  scope: 5
  names: {kind: 7}
  versions: [5, null, {name: {a: b}}, {name: v1, served: "yes", storage: 1, deprecated: no way}]
`;
  const [group] = manifestOf(text).crds;
  expect(group?.crds[0]).toMatchObject({
    kind: '',
    scope: null,
    versions: [{ name: 'v1', served: null, storage: null, deprecated: false }],
  });
  expect(group?.crds[0]?.unread.map(({ field }) => field).sort()).toEqual([
    'spec.group',
    'spec.names.kind',
    'spec.scope',
    'spec.versions[0]',
    'spec.versions[1]',
    'spec.versions[2].name',
    'spec.versions[3].deprecated',
    'spec.versions[3].served',
    'spec.versions[3].storage',
  ]);
  expect(unreadable(text)).toHaveLength(9);
});

test('a name, kind, namespace or API version of a wrong type is not said to be missing', () => {
  const { notes, objects } = manifestOf(
    'apiVersion: 1\nkind: [Pod]\nmetadata:\n  name: {a: b}\n  namespace: 5\n---\napiVersion: v1\nkind: List\nitems: 5\nmetadata: text\n',
  );
  expect(objects.map(({ name, kind, namespace }) => [name, kind, namespace])).toEqual([
    ['', '', null],
    ['', 'List', null],
  ]);
  expect(notes.filter(({ code }) => code === 'object-incomplete')).toEqual([]);
  expect(notes.filter(({ code }) => code === 'field-unreadable').map(({ message }) => message)).toEqual([
    'm.yaml:1: apiVersion of an object could not be read: the number 1 stands where a text is expected; a cluster would refuse it.',
    'm.yaml:2: kind of an object could not be read: a list stands where a text is expected; a cluster would refuse it.',
    'm.yaml:4: metadata.name of an object could not be read: a mapping stands where a text is expected; a cluster would refuse it.',
    'm.yaml:5: metadata.namespace of an object could not be read: the number 5 stands where a text is expected; a cluster would refuse it.',
    'm.yaml:9: items of List could not be read: the number 5 stands where a list is expected; a cluster would refuse it.',
    'm.yaml:10: metadata of List could not be read: the text “text” stands where a mapping is expected; a cluster would refuse it.',
  ]);
});

test('a text for injection that is of a wrong type is not said to be missing', () => {
  const text = (data: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: istio-sidecar-injector}\n${data}\n`;
  const missing = (data: string) => manifestOf(text(data)).injection[0]?.missing;
  expect(missing('data: {config: 5, values: "{}"}')).toBe(
    '.data of the ConfigMap istio-sidecar-injector could not be read: data.config: the number 5 stands where a text is expected (line 4).',
  );
  expect(missing('data: [a]')).toBe(
    '.data of the ConfigMap istio-sidecar-injector could not be read: a list stands where a mapping is expected (line 4).',
  );
  expect(missing('data: {values: "{}"}')).toBe('The ConfigMap istio-sidecar-injector holds no .data.config.');
  expect(unreadable(text('data: {config: 5, values: "{}"}'))).toHaveLength(1);
});
