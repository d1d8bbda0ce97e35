import type { YamlValue } from '../../yaml/document.ts';
import { readYaml } from '../../yaml/document.ts';
import type { LabFiles, LabFinding } from '../model.ts';
import type { Entry } from './entry.ts';
import type { ExpectedNode } from './expected.ts';
import { bounded, finding, NOTHING, quote, type StepResult, textOf, withText } from './findings.ts';
import { checkKeyValues, exactly } from './key-values.ts';

/** What Envoy shows while it has no istiod: facts of the running program, whatever the workload. */
export const READY_WITHOUT_ISTIOD = [
  ['ready_code', '503'],
  ['ready_body', 'PRE_INITIALIZING'],
  ['connected_state', '0'],
] as const;

const NODE_KEYS = ['id', 'cluster', 'metadata'] as const;

/** Step 6: the node that Envoy showed, and how ready it was. */
export function gradeRun(
  files: LabFiles,
  bootstrap: Entry | null,
  expected: ExpectedNode | null,
): StepResult {
  const node = withText(files, '06-node.json', (text) => ({
    ...NOTHING,
    findings: bounded(checkNodeFile('06-node.json', text, bootstrap, expected)),
  }));
  const unseen = bootstrap === null && expected === null && textOf(files, '06-node.json') !== null;
  const rules = READY_WITHOUT_ISTIOD.map(([key, value]) =>
    exactly(key, value, 'an Envoy that reaches no istiod'),
  );
  const ready = withText(files, '06-ready.txt', (text) => ({
    ...NOTHING,
    findings: checkKeyValues('06-ready.txt', text, rules),
  }));
  return {
    ...NOTHING,
    findings: [...node.findings, ...ready.findings],
    notes: [
      ...node.notes,
      ...ready.notes,
      ...(unseen
        ? ['06-node.json could not be compared: bootstrap.yaml and inject.yaml cannot be read.']
        : []),
    ],
    unproved: unseen,
  };
}

/** Characters; what Envoy dumps of a node is a thousandth of it. */
const MAX_NODE = 1_000_000;

function checkNodeFile(
  file: string,
  text: string,
  bootstrap: Entry | null,
  expected: ExpectedNode | null,
): readonly LabFinding[] {
  let value: YamlValue;
  try {
    value = JSON.parse(text) as YamlValue;
  } catch (error) {
    return [finding(file, `${file} is no JSON${reasonOf(error)}.`)];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [finding(file, `${file} is no JSON object with ${NODE_KEYS.join(', ')}.`)];
  const node = value as { readonly [key: string]: YamlValue };
  const extra = Object.keys(node).filter((key) => !NODE_KEYS.some((known) => known === key));
  const strangers = extra.map((key) =>
    finding(
      file,
      `${file} has ${quote(key)} as well; the lab asks for id, cluster and metadata only.`,
      null,
      key,
    ),
  );
  const missing = NODE_KEYS.filter((key) => !Object.hasOwn(node, key));
  const lacking = missing.map((key) => finding(file, `${file} has no ${key}.`, null, key));
  return [
    ...twice(file, text),
    ...strangers,
    ...lacking,
    ...NODE_KEYS.filter((key) => !missing.includes(key)).flatMap((key) =>
      wrongField(file, key, node[key], bootstrap, expected),
    ),
  ];
}

/** Of a key that stands twice each reader takes another one. */
function twice(file: string, text: string): readonly LabFinding[] {
  if (text.length > MAX_NODE) return [];
  const found = readYaml(file, text).notes.find(({ code }) => code === 'duplicate-key');
  return found === undefined
    ? []
    : [finding(file, `A key stands in ${file} twice.`, found.source?.line ?? null)];
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message.split('\n', 1)[0] : '';
  return said === undefined || said === '' ? '' : ` (${said.slice(0, 120)})`;
}

/**
 * A field that is neither what bootstrap.yaml says, which Envoy was to run, nor what the lab asks for: where bootstrap.yaml
 * itself is wrong, a node that is right is no fault of this step.
 */
function wrongField(
  file: string,
  key: (typeof NODE_KEYS)[number],
  value: YamlValue | undefined,
  bootstrap: Entry | null,
  expected: ExpectedNode | null,
): readonly LabFinding[] {
  const written = bootstrap?.at('node', key).value;
  if (written !== undefined && same(written, value)) return [];
  if (expected !== null && isExpected(key, value, expected)) return [];
  if (written === undefined && expected === null) return [];
  const wanted = written ?? (expected === null ? null : askedFor(key, expected));
  const from = written === undefined ? 'the lab asks for' : 'bootstrap.yaml has';
  return [finding(file, `${key} is ${brief(value)}; ${from} ${brief(wanted)}.`, null, key)];
}

function brief(value: YamlValue | undefined): string {
  try {
    const json = JSON.stringify(value ?? null);
    return json.length > 160 ? `${json.slice(0, 160)}…` : json;
  } catch {
    // Nested deeper than can be written again.
    return 'something very deep';
  }
}

function askedFor(key: (typeof NODE_KEYS)[number], { id, cluster, metadata }: ExpectedNode): YamlValue {
  switch (key) {
    case 'id':
      return id.map((one) => one.value).join('~');
    case 'cluster':
      return cluster[0] ?? '';
    case 'metadata':
      return metadata as YamlValue;
  }
}

function isExpected(
  key: (typeof NODE_KEYS)[number],
  value: YamlValue | undefined,
  expected: ExpectedNode,
): boolean {
  if (key === 'cluster') return typeof value === 'string' && expected.cluster.includes(value);
  return same(askedFor(key, expected), value);
}

/** Whether two values are the same data, whatever the order of their keys. */
function same(one: YamlValue | undefined, other: YamlValue | undefined): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  if (Array.isArray(one) || Array.isArray(other)) {
    const [a, b] = [one, other];
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]))
    );
  }
  const [a, b] = [one as { [key: string]: YamlValue }, other as { [key: string]: YamlValue }];
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}
