import { describe, expect, it } from 'vitest';
import { kubeInjectArguments } from '../../src/domain/inject/arguments.ts';
import { readYaml } from '../../src/domain/yaml/document.ts';
import { runIstioctl } from '../../src/host/inject/istioctl.ts';
import { createPrivateFolder } from '../../src/host/inject/private-folder.ts';
import { caseBytes, failureOf, inject, payments, toolchain } from './injecting.ts';

/** Written without quotes, these differ between YAML 1.1, YAML 1.2 and what Go makes of them. */
const SCALARS = [
  ...['on', 'off', 'yes', 'no', 'NO', 'Off', 'y', 'n', 'Y', 'True', 'FALSE', 'tRUE', 'nO'],
  ...[
    '0123',
    '0o17',
    '0O17',
    '1_000',
    '0x1F',
    '0X1f',
    '0b101',
    '0B11',
    '08',
    '09.5',
    '+12',
    '-0',
    '-0x1F',
    '1__0',
    '_1',
  ],
  ...[
    '1e3',
    '1e6',
    '1E-7',
    '1.',
    '.5',
    '-.5',
    '+.5e1',
    '0.1',
    '3.14159265358979',
    '123456789.0',
    '1e21',
    '1.0',
    '100000',
    '1000000.0',
  ],
  ...['.infinity', 'inf', 'NaN', 'Infinity'],
  ...['~', 'null', 'Null', 'nULL'],
  ...[
    '12:30:45',
    '190:20:30',
    '2001-01-01',
    '2001-1-1',
    '2001-13-01',
    '2001-12-14t21:59:43.10-05:00',
    '2001-12-14 21:59:43',
  ],
  ...[
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551615',
    '18446744073709551616',
  ],
  ...[
    '"true"',
    "'12'",
    '!!str 12',
    '!!str on',
    '!!int "7"',
    '!!float 3',
    '!custom 9',
    '<<',
    '=',
    '1 2',
    '0x',
    '0b2',
    '-',
    '--1',
  ],
];

function workload(value: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: d
  annotations: {a: ${value}}
spec:
  selector: {matchLabels: {app: d}}
  template:
    metadata:
      labels: {app: d, l: ${value}}
    spec:
      containers:
        - name: c
          image: i
          args: [${value}, second]
          env: [{name: E, value: ${value}}]
`;
}

const PATHS = [
  ['metadata', 'annotations', 'a'],
  ['spec', 'template', 'metadata', 'labels', 'l'],
  ['spec', 'template', 'spec', 'containers', 0, 'args', 0],
  ['spec', 'template', 'spec', 'containers', 0, 'env', 0, 'value'],
];

describe('the reader and the real istioctl', () => {
  it('give the same text for every kind of scalar in labels, annotations, arguments and variables', async () => {
    const input = SCALARS.map(workload).join('---\n');
    const { original, injected } = await inject('scalars.yaml', input);
    const ours = readYaml('scalars.yaml', original.text).documents;
    const theirs = readYaml('injected.yaml', injected.text).documents;
    expect(theirs).toHaveLength(SCALARS.length);
    const seen = SCALARS.map((scalar, i) => [scalar, PATHS.map((path) => ours[i]?.text(path) ?? '')]);
    const real = SCALARS.map((scalar, i) => [scalar, PATHS.map((path) => theirs[i]?.text(path) ?? '')]);
    expect(seen).toEqual(real);
  });

  it.each(['.inf', '-.INF', '.nan', '+.Inf'])('both refuse %s, which JSON does not have', async (scalar) => {
    const failure = await failureOf(inject('in.yaml', workload(scalar)));
    expect(failure).toMatchObject({ code: 'number-not-finite', source: { line: 5 } });
  });

  it('agree on anchors and merges (33)', async () => {
    const { original, injected, notes } = await inject('33.yaml', caseBytes('33-anchors-merge.yaml'));
    expect(notes).toEqual([]);
    const [ours] = readYaml('33.yaml', original.text).documents;
    const [theirs] = readYaml('injected.yaml', injected.text).documents;
    for (const index of [0, 1])
      for (const rest of [['name'], ['image'], ['resources', 'requests', 'cpu']]) {
        const path = ['spec', 'template', 'spec', 'containers', index, ...rest];
        expect(ours?.text(path)).toBe(theirs?.text(path));
      }
    const images = [0, 1].map((i) => ours?.text(['spec', 'template', 'spec', 'containers', i, 'image']));
    expect(images).toEqual(['registry.example.com/base:1', 'registry.example.com/second:1']);
    expect(ours?.range(['spec', 'template', 'spec', 'containers', 0, 'image'])).toMatchObject({ line: 2 });
  });

  it('agree on the order of merges and keys, duplicate keys, folding and chomping', async () => {
    const env = [
      '{name: A, value: "1", <<: {value: "2"}}',
      '{<<: {value: "2"}, name: B, value: "1"}',
      '{<<: [{value: "1"}, {value: "2"}], name: C}',
      '{name: D, value: "1", value: "2"}',
      '\n            name: E\n            value: >-\n              one\n              two\n\n              three\n               four\n              five\n',
      '\n            name: F\n            value: |+\n              x\n\n\n',
      '\n            name: G\n            value: "a\\\n              b\n\n              c \\x41 \\u00e9"\n',
      '\n            name: H\n            value: plain\n              and more\n\n              # no\n',
      "\n            name: I\n            value: 'it''s\n\n              here'\n",
      '\n            ? name\n            : J\n            ? value\n            : |2\n                x\n              y\n',
    ];
    const list = env.map((one) => `          - ${one.replace(/^\n {12}/, '')}`).join('\n');
    const text = `kind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - name: c\n      image: i\n      env:\n${list}\n`;
    const { original, injected } = await inject('env.yaml', text);
    const [ours] = readYaml('env.yaml', original.text).documents;
    const [theirs] = readYaml('injected.yaml', injected.text).documents;
    for (let i = 0; i < env.length; i++) {
      const path = ['spec', 'containers', 0, 'env', i, 'value'];
      expect([i, ours?.text(path)]).toEqual([i, theirs?.text(path)]);
    }
  });
});

/** Whether istioctl alone reads a text as YAML; what is no workload it passes on. */
async function istioctlReads(text: string): Promise<boolean> {
  const { injectConfig, meshConfig, values } = await inject('payments.yaml', payments());
  const folder = await createPrivateFolder();
  try {
    const args = kubeInjectArguments({
      input: await folder.write('in.yaml', text),
      injectConfig: await folder.write('config.yaml', injectConfig.text),
      meshConfig: await folder.write('mesh.yaml', meshConfig.text),
      values: await folder.write('values.yaml', values.text),
    });
    const istioctl = await toolchain.require('istioctl');
    const { exitCode } = await runIstioctl({ istioctl, args, folder, timeoutMs: 60_000 });
    return exitCode === 0;
  } finally {
    await folder.dispose();
  }
}

function weRead(text: string): boolean {
  try {
    return readYaml('in.yaml', text).documents.length > 0;
  } catch {
    return false;
  }
}

describe('stray brackets, and ? in brackets', () => {
  it.each([
    ...['a: [b][c] d', 'a: [b]]', 'a: {b: c}}', 'a: {b: c}]', 'a: [b]\n]', 'a: "b" ]', 'a: }', '}', '# c\n]'],
    ...['a:\n  b: [c]]\n  d: e', 'a: &x ] b', '- [a] ]\n- b', 'a: b\n]'],
    ...['a: [b?]', 'a: [http://x/?q=1]', 'a: {b: c ?d}', 'a: {b? 1}', 'a: ["b?"]', 'a: b?c', 'a: |\n  [b?]'],
    ...['{a: b}}', '  a: b\n]', 'a: b ]', 'a: b\n  ]', 'a: b\n...\n]'],
  ])('%j is read by both or by neither', async (text) => {
    expect(weRead(`${text}\n`)).toBe(await istioctlReads(`${text}\n`));
  });
});
