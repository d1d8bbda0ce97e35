import { describe, expect, it } from 'vitest';
import { INJECTOR_GLOBAL } from '../../../test/helpers/injector-values.ts';
import { kubeInjectArguments } from './arguments.ts';
import { type GivenText, resolveInjectionFiles } from './injection-set.ts';

const CONFIG = 'templates:\n  sidecar: |\n    spec: {}\n';
const MESH = 'trustDomain: example.test\n';
const valuesOf = (more: object) => JSON.stringify({ global: INJECTOR_GLOBAL, ...more });
const file = (name: string, text: string): GivenText => ({ name, text });
const map = (name: string, data: object, revision?: string): GivenText =>
  file(
    name,
    JSON.stringify({
      kind: 'ConfigMap',
      metadata: { name: 'istio', labels: revision === undefined ? {} : { 'istio.io/rev': revision } },
      data,
    }),
  );
const bare = (values: string): readonly GivenText[] => [
  file('c.yaml', CONFIG),
  file('m.yaml', MESH),
  file('v.yaml', values),
];
const maps = (values: string, injector?: string, mesh?: string): readonly GivenText[] => [
  map('i.json', { config: CONFIG, values }, injector),
  map('m.json', { mesh: MESH }, mesh),
];

describe('the revision that is injected for', () => {
  it.each<readonly [string, readonly GivenText[], string]>([
    ['that of the values', bare(valuesOf({ revision: 'canary' })), 'canary'],
    [
      'that of the global values',
      bare(valuesOf({ global: { ...INJECTOR_GLOBAL, revision: '1-20' } })),
      '1-20',
    ],
    ['the default one where the values name none', bare(valuesOf({})), 'default'],
    ['the default one where theirs is empty', bare(valuesOf({ revision: '' })), 'default'],
    ["that of the values in the injector's ConfigMap", maps(valuesOf({ revision: 'canary' })), 'canary'],
    ["that of the ConfigMap's label where the values have none", maps(valuesOf({}), 'canary'), 'canary'],
    [
      "that of the mesh ConfigMap's label where nothing else has one",
      maps(valuesOf({}), undefined, 'blue'),
      'blue',
    ],
  ])('is %s', (_, given, revision) => {
    const set = resolveInjectionFiles(given);
    expect(set.revision).toBe(revision);
    expect(set.notes.filter(({ code }) => code === 'revisions-differ')).toEqual([]);
    const files = { input: 'i', injectConfig: 'c', meshConfig: 'm', values: 'v' };
    expect(kubeInjectArguments(files, set.revision).slice(0, 3)).toEqual([
      'kube-inject',
      '--revision',
      revision,
    ]);
  });

  it('is that of the values where two files name different ones, and that is told', () => {
    const set = resolveInjectionFiles(maps(valuesOf({ revision: 'canary' }), 'canary', 'stable'));
    expect(set.revision).toBe('canary');
    expect(set.notes.find(({ code }) => code === 'revisions-differ')?.message).toBe(
      'The injection files are of two revisions: .data.values in i.json names canary, the label of the ConfigMap in m.json names stable; canary was injected. Give files of one revision: an istiod injects with its own only.',
    );
  });

  it('is refused when no revision can have such a name', () => {
    for (const revision of ['-x', 'a b', 'x'.repeat(64)])
      expect(() => resolveInjectionFiles(bare(valuesOf({ revision })))).toThrow(
        /^v\.yaml names “.*” as its revision/,
      );
  });
});
