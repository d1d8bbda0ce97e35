import { describe, expect, it } from 'vitest';
import { InputFault } from '../fault.ts';
import { classifyInjectionFile } from './injection-files.ts';
import { type GivenText, resolveInjectionFiles } from './injection-set.ts';

const CONFIG = 'policy: enabled\ntemplates:\n  sidecar: |\n    spec: {}\n';
const MESH = 'trustDomain: example.test\ndefaultConfig:\n  concurrency: 2\n';
const VALUES = JSON.stringify({
  global: {
    proxy: {
      image: 'proxyv2',
      statusPort: 15020,
      clusterDomain: 'cluster.local',
      readinessFailureThreshold: 4,
      readinessPeriodSeconds: 15,
      readinessInitialDelaySeconds: 0,
    },
    proxy_init: { image: 'proxyv2' },
  },
});
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

  it('are refused when one was given as another', () => {
    const fault = faultOf([config, { ...mesh, role: 'values' }, values]);
    expect(fault.message).toBe('m.yaml is a mesh configuration. It was given as values.');
  });
});
