import type { YamlValue } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { claimParts } from './claim-parts.ts';
import type { ContainerList } from './container-context.ts';
import { containerParts, containerPlaces } from './container-parts.ts';
import { asText, field, inline, textAt } from './fields.ts';
import { idOf, JOB_ID } from './identifiers.ts';
import { missingVolumes } from './mount-parts.ts';
import { currentValue, entriesOf, type Place, provenance, spotAt, under } from './places.ts';
import { metadataOf, overriddenContainers } from './sidecar.ts';
import { postStartId, waitedFor } from './start-waits.ts';
import { readUntold, type Untold } from './untold.ts';
import { volumeParts } from './volume-parts.ts';
import type { WorkloadPair } from './workloads.ts';

const show = (value: YamlValue): string => asText(value) ?? inline(value);

/** What stands in the place of a namespace that no text names. */
export const NO_NAMESPACE = 'no namespace written';

/** Said of labels and annotations of an input that was injected before. */
const UNTOLD = {
  sure: [],
  likely: ['as the injector writes it; whether it was there before cannot be told without the original'],
  not: ['whether the injector wrote it cannot be told without the original'],
} as const;

/** What a label or annotation says where nobody can tell who wrote it. */
export const UNTOLD_WORDS: readonly string[] = [...UNTOLD.likely, ...UNTOLD.not];

/** Keys of a pod that are told in parts of their own kind; every other one is a field. */
const TOLD: ReadonlySet<string> = new Set([
  'containers',
  'initContainers',
  'ephemeralContainers',
  'volumes',
  'securityContext',
]);

/** Adds the workload, its pod and everything written in it; answers the ids of its containers in start order. */
export function podParts(pair: WorkloadPair, builder: AnatomyBuilder): readonly string[] {
  const { injected, original } = pair;
  const compared = original !== null;
  const whole: Place = {
    now: spotAt(injected.document, injected.path),
    before: original === null ? null : spotAt(original.document, original.path),
    compared,
  };
  const pod: Place = {
    now: spotAt(injected.document, injected.pod),
    before: original === null ? null : spotAt(original.document, original.pod),
    compared,
  };
  builder.add({
    id: 'workload',
    kind: 'workload',
    label: injected.name === '' ? injected.kind : injected.name,
    value: injected.name,
    parent: null,
    detail: [
      injected.kind,
      injected.namespace ?? `${NO_NAMESPACE}: default`,
      ...(injected.generated ? ['name generated from generateName'] : []),
    ].join(' · '),
    ...provenance(whole, () => ''),
    ...(compared ? { origin: 'user' as const, change: 'kept' as const } : {}),
  });
  builder.add({
    id: 'pod',
    kind: 'pod',
    label: 'pod',
    value: textAt(currentValue(pod), 'metadata', 'name'),
    parent: 'workload',
    ...wholeProvenance(pod),
  });
  const untold = readUntold(injected);
  const about = { untold, builder, overrides: overriddenContainers(metadataOf(injected)) };
  metadataParts(under(pod, 'metadata'), 'pod', untold, builder);
  if (injected.kind === 'CronJob') jobParts(under(whole, 'spec', 'jobTemplate', 'metadata'), untold, builder);
  fieldParts(pod, builder);
  const claims =
    injected.kind === 'StatefulSet' ? claimParts(whole, injected.name, builder) : new Set<string>();
  volumeParts(pod, builder, untold.volume, claims);
  const started = [
    ...allContainers(pod, 'initContainers', about),
    ...allContainers(pod, 'containers', about),
  ];
  allContainers(pod, 'ephemeralContainers', about);
  missingVolumes(builder);
  return started;
}

/** A pod, or the metadata of a Job, is the user's even where the injector changed what is in it. */
function wholeProvenance(whole: Place) {
  const found = provenance(whole, () => '');
  const { before: _, ...rest } = found;
  return found.change === 'changed' ? { ...rest, origin: 'changed' as const } : rest;
}

interface AboutPod {
  readonly untold: Untold;
  readonly builder: AnatomyBuilder;
  /** By the names of containers. */
  readonly overrides: ReadonlyMap<string, YamlValue>;
}

function allContainers(
  pod: Place,
  list: ContainerList,
  { untold, builder, overrides }: AboutPod,
): readonly string[] {
  let waits: string | null = null;
  return containerPlaces(pod, list).map((place) => {
    const name = textAt(currentValue(place), 'name') ?? '';
    const id = containerParts(place, {
      builder,
      list,
      waits,
      injected: untold.container(name),
      untold,
      overrides: overrides.get(name),
    });
    const hook = list === 'containers' ? builder.part(postStartId(id)) : undefined;
    if (hook !== undefined && hook.change !== 'removed') waits = waitedFor(name, hook.value ?? '');
    return id;
  });
}

/** The metadata of the Jobs that a CronJob makes: there kube-inject reads and writes, not on their pods. */
function jobParts(metadata: Place | null, untold: Untold, builder: AnatomyBuilder): void {
  if (metadata === null) return;
  builder.add({
    id: JOB_ID,
    kind: 'field',
    label: 'metadata of the Jobs',
    value: null,
    parent: 'workload',
    detail: 'spec.jobTemplate.metadata: on each Job of this CronJob, not on its pods',
    ...wholeProvenance(metadata),
  });
  metadataParts(metadata, JOB_ID, untold, builder);
}

function metadataParts(
  metadata: Place | null,
  parent: 'pod' | typeof JOB_ID,
  untold: Untold,
  builder: AnatomyBuilder,
): void {
  for (const kind of ['label', 'annotation'] as const) {
    for (const [key, place] of entriesOf(metadata === null ? null : under(metadata, `${kind}s`))) {
      const value = show(currentValue(place) ?? null);
      const told = place.compared ? null : untold.metadata(kind, key, value);
      const details = [
        ...(parent === JOB_ID ? ['on the Job, not on its pods'] : []),
        ...(place.compared ? [] : UNTOLD[told ?? 'not']),
      ];
      builder.add({
        id: parent === JOB_ID ? idOf(JOB_ID, kind, key) : idOf(kind, key),
        kind,
        label: key,
        value,
        parent,
        ...(details.length === 0 ? {} : { detail: details.join(' · ') }),
        ...provenance(place, show, { injected: told !== null }),
      });
    }
  }
}

function fieldParts(pod: Place, builder: AnatomyBuilder): void {
  for (const [key, place] of entriesOf(under(pod, 'spec'))) {
    const value = currentValue(place) ?? null;
    if (TOLD.has(key) || value === null) continue;
    builder.add({
      id: idOf('pod', 'field', key),
      kind: 'field',
      label: key,
      value: show(value),
      parent: 'pod',
      ...provenance(place, show),
    });
  }
  const security = under(pod, 'spec', 'securityContext');
  if (security !== null && inline(field(currentValue(security))) !== '')
    builder.add({
      id: 'pod/security-context',
      kind: 'security-context',
      label: 'securityContext',
      value: show(currentValue(security) ?? null),
      parent: 'pod',
      ...provenance(security, show),
    });
}
