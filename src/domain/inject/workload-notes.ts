import type { Note, SourceRange } from '../anatomy/model.ts';
import type { WorkloadPlace } from '../anatomy/workloads.ts';
import { isYamlMap, type Path, type SourceFile, type YamlValue } from '../yaml/document.ts';
import { meantBy, meshFaults } from './mesh-check.ts';
import { INJECT, injectChoice } from './not-injected.ts';
import { at, insideBlock, tryReadYaml } from './places.ts';

const PROXY_CONFIG = 'proxy.istio.io/config';

/** The group and version in which today's API servers take each kind. */
const CURRENT: ReadonlyMap<string, string> = new Map([
  ['Pod', 'v1'],
  ['ReplicationController', 'v1'],
  ['Deployment', 'apps/v1'],
  ['StatefulSet', 'apps/v1'],
  ['DaemonSet', 'apps/v1'],
  ['ReplicaSet', 'apps/v1'],
  ['Job', 'batch/v1'],
  ['CronJob', 'batch/v1'],
  ['DeploymentConfig', 'apps.openshift.io/v1'],
]);

/** What is worth saying about the workload as it is written, whatever became of it. */
export function workloadNotes(file: SourceFile, input: WorkloadPlace, index: number): Note[] {
  const warn = (code: string, source: SourceRange | null, sentence: string): Note => ({
    code,
    severity: 'warning',
    message: `${at(source)}${sentence}`,
    source,
    workload: index,
  });
  return [
    ...apiVersionNotes(input, warn),
    ...choiceNotes(input, warn),
    ...textNotes(input, warn),
    ...proxyConfigNotes(file, input, warn),
  ];
}

type Warn = (code: string, source: SourceRange | null, sentence: string) => Note;

function apiVersionNotes(input: WorkloadPlace, warn: Warn): Note[] {
  const current = CURRENT.get(input.kind);
  if (current === undefined || input.apiVersion === current) return [];
  const source = input.document.range([...input.path, input.apiVersion === '' ? 'kind' : 'apiVersion']);
  const given = input.apiVersion === '' ? 'without an apiVersion' : `of ${input.apiVersion}`;
  return [
    warn(
      'old-api-version',
      source,
      `kube-inject looks at the kind only and took this ${input.kind} ${given}; current clusters want ${current}.`,
    ),
  ];
}

function choiceNotes(input: WorkloadPlace, warn: Warn): Note[] {
  const notes: Note[] = [];
  const choice = injectChoice(input);
  const where = [...input.injectorMetadata, 'labels'].join('.');
  const elsewhere = [
    [...input.path, 'metadata'],
    [...input.pod, 'metadata'],
  ].filter((path) => path.join('.') !== input.injectorMetadata.join('.'));
  for (const metadata of elsewhere)
    for (const map of ['labels', 'annotations']) {
      const source = input.document.entryRange([...metadata, map, INJECT]);
      if (source === null) continue;
      const code =
        metadata.length === input.path.length + 1 ? 'label-on-workload-metadata' : 'label-on-pod-of-cronjob';
      notes.push(
        warn(code, source, `${INJECT} has no effect on kube-inject here: it belongs under ${where}.`),
      );
    }
  if (choice === null) return notes;
  if (!['true', 'false', ''].includes(choice.text))
    notes.push(
      warn(
        'inject-value-unknown',
        input.document.range(choice.path),
        `the value “${choice.text}” of ${INJECT} is not known: only "true" and "false" are. The default policy decides instead.`,
      ),
    );
  const annotation = [...input.injectorMetadata, 'annotations', INJECT];
  const other = input.document.text(annotation);
  if (choice.path.at(-2) === 'labels' && other !== null && other !== choice.text)
    notes.push(
      warn(
        'label-beats-annotation',
        input.document.range(annotation),
        `the annotation ${INJECT} says “${other}”, the label says “${choice.text}”: the label counts.`,
      ),
    );
  return notes;
}

/** Fields that are texts in the Kubernetes API but are written as something else. */
function textNotes(input: WorkloadPlace, warn: Warn): Note[] {
  const { document } = input;
  return textFields(input).flatMap(([path, value]) => {
    if (typeof value !== 'boolean' && typeof value !== 'number') return [];
    const source = document.range(path);
    const kind = typeof value === 'boolean' ? 'a boolean' : 'a number';
    const text = document.text(path) ?? '';
    return [
      warn(
        'text-expected',
        source,
        `the value of ${String(path.at(-1))} is ${kind}, which istioctl turns into the text “${text}” and the API server (kubectl apply) refuses; put quotes around it.`,
      ),
    ];
  });
}

function textFields(input: WorkloadPlace): (readonly [Path, YamlValue])[] {
  const { path, pod, injectorMetadata } = input;
  const maps = [[...path, 'metadata'], [...pod, 'metadata'], injectorMetadata].flatMap((metadata) => [
    [...metadata, 'labels'],
    [...metadata, 'annotations'],
  ]);
  maps.push([...path, 'spec', 'selector', 'matchLabels'], [...pod, 'spec', 'nodeSelector']);
  const unique = new Map(maps.map((map) => [map.join('\0'), map]));
  const fields = [...unique.values()].flatMap((map) => entriesAt(input, map));
  for (const list of ['initContainers', 'containers'])
    for (const [container] of entriesAt(input, [...pod, 'spec', list])) {
      for (const texts of ['command', 'args']) fields.push(...entriesAt(input, [...container, texts]));
      for (const [variable] of entriesAt(input, [...container, 'env']))
        fields.push(...entriesAt(input, variable).filter(([one]) => one.at(-1) === 'value'));
    }
  return fields;
}

function entriesAt(input: WorkloadPlace, path: Path): (readonly [Path, YamlValue])[] {
  let value: YamlValue | undefined = input.document.value;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isYamlMap(value) ? value[String(step)] : undefined;
  }
  if (Array.isArray(value)) return value.map((item, i) => [[...path, i], item] as const);
  return isYamlMap(value) ? Object.entries(value).map(([key, item]) => [[...path, key], item] as const) : [];
}

function proxyConfigNotes(file: SourceFile, input: WorkloadPlace, warn: Warn): Note[] {
  const path = [...input.injectorMetadata, 'annotations', PROXY_CONFIG];
  const text = input.document.text(path);
  const [inner] = text === null ? [] : (tryReadYaml({ name: PROXY_CONFIG, text })?.documents ?? []);
  if (inner === undefined) return [];
  const whole = input.document.range(path);
  return meshFaults(inner.value, 'ProxyConfig').flatMap((fault) => {
    if (fault.kind !== 'unknown-key') return [];
    const key = inner.keyRange(fault.path);
    const source = (key && insideBlock(file, whole, key)) ?? whole;
    const sentence = `istioctl ignores the key ${fault.key} of the annotation ${PROXY_CONFIG}; ${meantBy(fault.nearest)}.`;
    return [warn('proxy-config-key-unknown', source, sentence)];
  });
}
