import type { SourceDocument, SourceFile, YamlValue } from '../yaml/document.ts';
import { asList, field, textAt, type YamlPath } from './fields.ts';

/**
 * Kinds kube-inject handles and where each keeps its pod. It looks at the kind's name only, whatever the API group
 * (istio.io/istio/pkg/kube/inject, IntoObject), and goes into the items of a List.
 */
const POD_OF_KIND: ReadonlyMap<string, YamlPath> = new Map<string, YamlPath>([
  ['Pod', []],
  ['Deployment', ['spec', 'template']],
  ['StatefulSet', ['spec', 'template']],
  ['DaemonSet', ['spec', 'template']],
  ['Job', ['spec', 'template']],
  ['CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['ReplicaSet', ['spec', 'template']],
  ['ReplicationController', ['spec', 'template']],
  ['DeploymentConfig', ['spec', 'template']],
]);

/** Deepest nesting of Lists that is followed; kube-inject itself sets no limit. */
const MAX_LIST_DEPTH = 8;

/** One workload in a text: where it stands and where its pod stands. */
export interface WorkloadPlace {
  readonly document: SourceDocument;
  /** Path of the workload in its document; empty unless it is an item of a List. */
  readonly path: YamlPath;
  readonly value: YamlValue;
  readonly apiVersion: string;
  readonly kind: string;
  /** `metadata.name`, else `metadata.generateName`, else empty. */
  readonly name: string;
  readonly generated: boolean;
  /** `metadata.namespace` as written; null when the workload names none. */
  readonly namespace: string | null;
  /** Path of the pod (its `metadata` and `spec`) in the document. */
  readonly pod: YamlPath;
  /** Path of the metadata that the injector reads and writes: the pod's, for a CronJob `spec.jobTemplate.metadata`. */
  readonly injectorMetadata: YamlPath;
}

export function isInjectableKind(kind: string): boolean {
  return POD_OF_KIND.has(kind);
}

/** Every workload of a text, in order, those in Lists included. */
export function findWorkloads(file: SourceFile): readonly WorkloadPlace[] {
  return file.documents.flatMap((document) => [...inValue(document, [], document.value, 0)]);
}

function* inValue(
  document: SourceDocument,
  path: YamlPath,
  value: YamlValue,
  depth: number,
): Generator<WorkloadPlace> {
  const kind = textAt(value, 'kind') ?? '';
  if (kind === 'List' && depth < MAX_LIST_DEPTH) {
    for (const [index, item] of asList(field(value, 'items')).entries())
      yield* inValue(document, [...path, 'items', index], item, depth + 1);
    return;
  }
  const podPath = POD_OF_KIND.get(kind);
  if (podPath === undefined) return;
  const name = textAt(value, 'metadata', 'name');
  const generateName = textAt(value, 'metadata', 'generateName');
  const pod = [...path, ...podPath];
  yield {
    document,
    path,
    value,
    apiVersion: textAt(value, 'apiVersion') ?? '',
    kind,
    name: name ?? generateName ?? '',
    generated: name === null && generateName !== null,
    namespace: textAt(value, 'metadata', 'namespace'),
    pod,
    injectorMetadata:
      kind === 'CronJob' ? [...path, 'spec', 'jobTemplate', 'metadata'] : [...pod, 'metadata'],
  };
}

/** Two views of the same workload; `original` is null when there is none to compare with. */
export interface WorkloadPair {
  readonly injected: WorkloadPlace;
  readonly original: WorkloadPlace | null;
}

/**
 * Pairs the workloads of the input with those of the output. kube-inject keeps the order; kind and name are compared
 * all the same, so that a pair that does not fit is never drawn as one.
 */
export function pairWorkloads(
  injected: readonly WorkloadPlace[],
  original: readonly WorkloadPlace[] | null,
): readonly WorkloadPair[] {
  if (original === null) return injected.map((place) => ({ injected: place, original: null }));
  const free = new Map<string, WorkloadPlace[]>();
  for (const place of original) {
    const same = free.get(identity(place));
    if (same === undefined) free.set(identity(place), [place]);
    else same.push(place);
  }
  return injected.map((place, index) => {
    const same = free.get(identity(place)) ?? [];
    const there = original[index];
    const at = Math.max(0, there === undefined ? 0 : same.indexOf(there));
    const [partner = null] = same.splice(at, 1);
    return { injected: place, original: partner };
  });
}

function identity({ kind, name, namespace }: WorkloadPlace): string {
  return JSON.stringify([kind, name, namespace]);
}
