import { expect, test } from 'vitest';
import { readManifest } from './read-manifest.ts';
import { groupName } from './wish-words.ts';

const NAME = 'gateways.networking.istio.io';
const crd = (spec: string, api = 'apiextensions.k8s.io/v1'): string =>
  `apiVersion: ${api}\nkind: CustomResourceDefinition\nmetadata: {name: ${NAME}}\n${spec}\n`;
const spec = (change: Readonly<Record<string, string>> = {}): string => {
  const fields = {
    group: 'networking.istio.io',
    names: '{kind: Gateway, plural: gateways}',
    versions: '[{name: v1, served: true, storage: true}, {name: v1beta1, served: true, storage: false}]',
    ...change,
  };
  const lines = Object.entries(fields).map(([key, value]) => `  ${key}: ${value}`);
  return ['spec:', ...lines].join('\n');
};
const manifestOf = (text: string) => readManifest('m.yaml', text).manifest;
const named = (text: string) => manifestOf(text).named.find(({ name }) => name === NAME);

test('one of the five is there where it defines the type of its name', () => {
  for (const text of [
    crd(spec()),
    crd(spec({ versions: 'null', version: 'v1' }), 'apiextensions.k8s.io/v1beta1'),
    `apiVersion: v1\nkind: List\nitems:\n- ${crd(spec()).trimEnd().replaceAll('\n', '\n  ')}\n`,
  ])
    expect(named(text)).toEqual({ name: NAME, object: 0, problem: null });
  expect(named('kind: A\n')).toEqual({ name: NAME, object: null, problem: null });
});

test('one that cannot be read, or defines something else, is there and told as that, with its line', () => {
  const wrong: readonly (readonly [string, string])[] = [
    [
      crd(spec({ group: '5', names: '[]' })),
      'could not be read: spec.group: the number 5 stands where a text is expected (line 5), and 1 more',
    ],
    [
      crd(spec({ versions: '{v1: true}' })),
      'could not be read: spec.versions: a mapping stands where a list is expected (line 7)',
    ],
    [
      crd('spec: null'),
      'has no spec.group, no spec.names.plural, no spec.names.kind, no spec.versions (line 1)',
    ],
    [crd('spec: x'), 'could not be read: the text “x” stands where a mapping is expected (line 4)'],
    [crd(spec({ group: 'example.com' })), 'defines gateways.example.com (line 1)'],
    [crd(spec({ names: '{kind: Gateway, plural: gates}' })), 'defines gates.networking.istio.io (line 1)'],
    [crd(spec({ versions: '[]' })), 'has no spec.versions (line 1)'],
    [
      crd(spec({ versions: '[{name: v1, served: false, storage: true}]' })),
      'serves none of its versions (line 1)',
    ],
    [
      crd(spec({ versions: '[{name: v1, served: true, storage: false}]' })),
      'stores 0 of its versions, where one has to be (line 1)',
    ],
    [
      crd(spec({ versions: '[{name: v1, served: "yes", storage: true}]' })),
      'could not be read: spec.versions[0].served: the text “yes” stands where true or false is expected (line 7)',
    ],
    [crd(spec(), '5'), 'could not be read: the number 5 stands where a text is expected (line 1)'],
    [crd(spec(), 'v1'), 'has the apiVersion “v1”, where one of apiextensions.k8s.io is expected (line 1)'],
  ];
  for (const [text, problem] of wrong) expect(named(text)).toEqual({ name: NAME, object: 0, problem });
});

test('of several the one that defines the type counts', () => {
  expect(named(`${crd('spec: null')}---\n${crd(spec())}`)).toEqual({ name: NAME, object: 1, problem: null });
});

test('a group or kind of a wrong type is not told as absent', () => {
  const { crds, kinds } = manifestOf(
    `${crd(spec({ group: '5' }))}---\napiVersion: v1\nkind: [ConfigMap]\nmetadata: {name: a}\n`,
  );
  expect(crds.map(groupName)).toEqual(['(group could not be read)']);
  expect(kinds.filter(({ kind }) => kind === '')).toEqual([{ kind: '', count: 1, unread: 1 }]);
  const both = manifestOf(`${crd(spec({ group: '5' }))}---\n${crd('spec: {}')}`);
  expect(both.crds.map(groupName)).toEqual(['(no group, or one that could not be read)']);
  expect(manifestOf(crd('spec: {}')).crds.map(groupName)).toEqual(['(no group)']);
});
