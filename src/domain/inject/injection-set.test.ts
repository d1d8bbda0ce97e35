import { describe, expect, it } from 'vitest';
import { INJECTOR_GLOBAL } from '../../../test/helpers/injector-values.ts';
import { InputFault } from '../fault.ts';
import { classifyInjectionFile } from './injection-files.ts';
import { chooseInjectionTexts, type GivenText, resolveInjectionFiles } from './injection-set.ts';

const CONFIG = 'policy: enabled\ntemplates:\n  sidecar: |\n    spec: {}\n';
const MESH = 'trustDomain: example.test\ndefaultConfig:\n  concurrency: 2\n';
const VALUES = JSON.stringify({ global: INJECTOR_GLOBAL });
const block = (text: string) => text.trimEnd().replace(/^/gm, '    ');
const INJECTOR = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: istio-sidecar-injector}\ndata:\n  config: |\n${block(CONFIG)}\n  values: |\n${block(VALUES)}\n`;
const MESH_MAP = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: istio}\ndata:\n  mesh: |\n${block(MESH)}\n`;

describe('an injection file is recognised by what is in it', () => {
  it.each([
    ['inject-config', CONFIG],
    ['mesh-config', MESH],
    ['mesh-config', 'trustDomian: a\n'],
    ['mesh-config', 'trust_domain: a\n'],
    ['values', VALUES],
    ['injector-configmap', INJECTOR],
    ['mesh-configmap', MESH_MAP],
    ['install-manifest', `${INJECTOR}---\n${MESH_MAP}---\nkind: Service\n`],
    [
      'install-manifest',
      JSON.stringify({
        kind: 'List',
        items: [
          { kind: 'ConfigMap', data: { config: CONFIG, values: VALUES } },
          { kind: 'ConfigMap', data: { mesh: MESH } },
        ],
      }),
    ],
    ['partial-values', 'global: {hub: a, tag: b}\n'],
    ['partial-values', 'meshConfig: {accessLogFile: /dev/stdout}\n'],
    ['old-template', 'policy: enabled\ntemplate: |\n  containers: []\n'],
    ['workload', 'apiVersion: v1\nkind: Pod\n'],
    ['workload', 'kind: List\nitems: [{kind: Deployment}]\n'],
    ['unknown', 'kind: IstioOperator\n'],
    ['unknown', 'kind: ConfigMap\ndata: {a: b}\n'],
    ['unknown', 'hello: world\n'],
    ['unknown', '- 1\n'],
    ['unknown', '# nothing\n'],
    ['unknown', 'a: [\n'],
  ])('%s', (kind, text) => {
    expect(classifyInjectionFile('f.yaml', text).kind).toBe(kind);
  });

  it('and what cannot be read says where', () => {
    expect(classifyInjectionFile('f.yaml', 'a: 1\n\tb: 2\n').sentence).toContain('f.yaml:2');
  });
});

function faultOf(given: readonly GivenText[]): InputFault {
  try {
    resolveInjectionFiles(given);
  } catch (thrown) {
    if (thrown instanceof InputFault) return thrown;
    throw thrown;
  }
  throw new Error('the files were taken');
}

describe('the three texts', () => {
  const config = { name: 'c.yaml', text: CONFIG };
  const mesh = { name: 'm.yaml', text: MESH };
  const values = { name: 'v.json', text: VALUES };

  it('come from three files in any order', () => {
    const set = resolveInjectionFiles([values, config, mesh]);
    expect([set.injectConfig.text, set.meshConfig.text, set.values.text]).toEqual([CONFIG, MESH, VALUES]);
    expect([set.injectConfig.name, set.meshConfig.name, set.values.name]).toEqual([
      'c.yaml',
      'm.yaml',
      'v.json',
    ]);
    expect(set.notes).toEqual([]);
  });

  it('come out of ConfigMaps, which is said', () => {
    const set = resolveInjectionFiles([
      { name: 'i.yaml', text: INJECTOR },
      { name: 'mm.yaml', text: MESH_MAP },
    ]);
    expect([set.injectConfig.text, set.meshConfig.text, set.values.text.trimEnd()]).toEqual([
      CONFIG,
      MESH,
      VALUES,
    ]);
    expect(set.notes.map(({ code }) => code)).toEqual([
      'injection-file-extracted',
      'injection-file-extracted',
    ]);
  });

  it.each([0, 1, 2])(
    'prefer a file of their own to what a ConfigMap holds beside them (order %i)',
    (turn) => {
      const own = { name: 'own.json', text: VALUES.replace('15020', '15099') };
      const given = [{ name: 'i.yaml', text: INJECTOR }, mesh, own];
      const rotated = [...given.slice(turn), ...given.slice(0, turn)];
      expect(resolveInjectionFiles(rotated).values).toEqual(own);
    },
  );

  it('are refused when one is missing, given twice, or something else', () => {
    expect(faultOf([config, values])).toMatchObject({
      code: 'injection-file-missing',
      message: 'The mesh configuration is missing: not in c.yaml, v.json.',
    });
    expect(faultOf([config, mesh, { ...mesh, name: 'm2.yaml' }]).code).toBe('injection-file-twice');
    expect(faultOf([{ name: 'w.yaml', text: 'kind: Pod\n' }]).code).toBe('injection-file-wrong');
    expect(faultOf([config, mesh, { name: 'h.yaml', text: 'global: {hub: a}\n' }]).code).toBe(
      'values-partial',
    );
  });

  const map = (name: string, rest: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${rest}\n`;

  it.each([
    ['data: [1, 2]', 'a list stands where a mapping is expected (line 4)'],
    ['data: x', 'the text “x” stands where a mapping is expected (line 4)'],
    ['data: {mesh: 5}', 'data.mesh: the number 5 stands where a text is expected (line 4)'],
    ['data: {mesh: {a: 1}}', 'data.mesh: a mapping stands where a text is expected (line 4)'],
  ])('are told as unreadable where they are of a wrong type: %s', (rest, words) => {
    const broken = { name: 'all.yaml', text: map('istio', rest) };
    const fault = {
      code: 'injection-file-wrong',
      message: `The mesh configuration in all.yaml cannot be used: .data of the ConfigMap istio could not be read: ${words}.`,
      source: expect.objectContaining({ line: 4 }),
    };
    expect(faultOf([broken])).toMatchObject(fault);
    const { text } = broken;
    expect(faultOf([{ name: 'all.yaml', text: `${text}---\n${INJECTOR}` }])).toMatchObject({
      ...fault,
      source: expect.anything(),
    });
  });

  it('are told as missing in the ConfigMap that has them elsewhere', () => {
    const text = `${map('istio', 'binaryData: {mesh: YTogMQ==}')}---\n${INJECTOR}`;
    expect(faultOf([{ name: 'all.yaml', text }])).toMatchObject({
      code: 'injection-file-missing',
      message: 'The mesh configuration is missing: not in all.yaml. The ConfigMap istio holds no .data.mesh.',
    });
  });

  it('are refused when one was given as another', () => {
    const fault = faultOf([config, { ...mesh, role: 'values' }, values]);
    expect(fault.message).toBe('m.yaml is a mesh configuration. It was given as values.');
  });

  const OTHER_VALUES = VALUES.replace('15020', '15099');
  const OTHER_CONFIG = CONFIG.replace('spec: {}', 'metadata: {}');
  const injector = (file: string, config: string, text: string, name = 'istio-sidecar-injector') => ({
    name: file,
    text: `${JSON.stringify({ kind: 'ConfigMap', metadata: { name }, data: { config, values: text } })}\n`,
  });
  const first = injector('i.yaml', CONFIG, VALUES);
  const second = injector('i2.yaml', OTHER_CONFIG, OTHER_VALUES);
  const manifest = { name: 'all.yaml', text: `${second.text}---\n${MESH_MAP}` };

  it.each<readonly [string, readonly GivenText[], string]>([
    [
      'ConfigMap, ConfigMap',
      [
        { ...second, role: 'config' },
        { ...first, role: 'values' },
      ],
      'not used: .data.values (i.yaml was given for it).',
    ],
    [
      'ConfigMap, file of its own',
      [
        { ...second, role: 'config' },
        { ...values, role: 'values' },
      ],
      'not used: .data.values (v.json was given for it).',
    ],
    [
      'manifest, ConfigMap',
      [
        { ...manifest, role: 'config' },
        { ...first, role: 'values' },
      ],
      'not used: .data.mesh (m.yaml was given for it), .data.values (i.yaml was given for it).',
    ],
    [
      'file of its own, ConfigMap',
      [
        { name: 'c2.yaml', text: OTHER_CONFIG, role: 'config' },
        { ...first, role: 'values' },
      ],
      'not used: .data.config (c2.yaml was given for it).',
    ],
  ])('are each taken out of what was given as it, in any order: %s', (_, pair, unused) => {
    const three = [...pair, { ...mesh, role: 'mesh' as const }];
    for (const given of [three, [...three].reverse()]) {
      const set = resolveInjectionFiles(given);
      expect([set.injectConfig.text, set.values.text, set.meshConfig.text]).toEqual([
        OTHER_CONFIG,
        VALUES,
        MESH,
      ]);
      expect(set.notes.some(({ message }) => message.endsWith(unused))).toBe(true);
    }
    expect(chooseInjectionTexts(three).get('values')?.text).toBe(VALUES);
  });

  it('that a ConfigMap brings are not said to be taken where a file of their own is used', () => {
    const [note] = resolveInjectionFiles([first, mesh, { name: 'own.json', text: OTHER_VALUES }]).notes;
    expect(note?.message).toBe(
      'i.yaml is the whole ConfigMap of the injector; the text under .data.config was taken out of it; not used: .data.values (own.json was given for it).',
    );
    const [unused] = resolveInjectionFiles([config, mesh, values, first]).notes;
    expect(unused?.message).toContain('; nothing of it is used; not used: .data.config (c.yaml was');
  });

  it.each<readonly [string, readonly GivenText[], string]>([
    ['two ConfigMaps', [first, second, mesh], 'i.yaml and i2.yaml both hold an injection configuration.'],
    ['a ConfigMap and a manifest', [first, manifest], 'i.yaml and all.yaml both hold an injection'],
    [
      'a ConfigMap and a manifest, each given as something else',
      [
        { ...first, role: 'config' },
        { ...manifest, role: 'mesh' },
      ],
      'i.yaml and all.yaml both hold values.',
    ],
    [
      'two files of one name',
      [first, { ...second, name: 'i.yaml' }, mesh],
      'Two different files named i.yaml both hold an injection configuration.',
    ],
    [
      'one file with the ConfigMaps of two revisions',
      [
        {
          name: 'r.yaml',
          text: `${first.text}---\n${injector('', CONFIG, OTHER_VALUES, 'istio-sidecar-injector-canary').text}`,
        },
        mesh,
      ],
      'Two ConfigMaps in r.yaml hold values, and not the same: istio-sidecar-injector and istio-sidecar-injector-canary.',
    ],
  ])('are refused where %s differ in one that none was given for', (_, given, sentence) => {
    const fault = faultOf(given);
    expect(fault.code).toBe('injection-file-twice');
    expect(fault.message).toContain(sentence);
  });

  it('may stand in two files when they are the same, or in one file that is given twice', () => {
    for (const given of [
      [first, mesh, { ...first, name: 'copy.yaml' }],
      [{ ...first, role: 'config' as const }, mesh, { ...first, role: 'values' as const }],
    ]) {
      const set = resolveInjectionFiles(given);
      expect([set.injectConfig.text, set.values.text]).toEqual([CONFIG, VALUES]);
    }
  });
});
