import type { YamlValue } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { asList, field, inline, keysOf, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import { currentValue, itemsByName, type Place, provenance, under } from './places.ts';

/** The key that says what a volume is; null when none is written, which Kubernetes reads as emptyDir. */
export function volumeKind(value: YamlValue): string | null {
  return keysOf(value).find((key) => key !== 'name') ?? null;
}

/** What names the thing that a volume reads, whatever its kind (k8s.io/api/core/v1, VolumeSource). */
const NAMING = [
  'name',
  'secretName',
  'claimName',
  'path',
  'driver',
  'reference',
  'repository',
  'pdName',
  'pdID',
  'volumeID',
  'diskName',
  'shareName',
  'volumePath',
  'volumeName',
  'volume',
  'datasetName',
  'iqn',
  'image',
] as const;

/** What a volume reads: the name of a ConfigMap, Secret, claim, the path of the node; null where one word cannot say. */
function volumeValue(value: YamlValue): string | null {
  const kind = volumeKind(value);
  const source = kind === null ? undefined : field(value, kind);
  const server = kind === 'nfs' ? textAt(source, 'server') : null;
  const found = NAMING.map((key) => textAt(source, key)).find((text) => text !== null) ?? null;
  return server === null ? found : `${server}:${found ?? ''}`;
}

/** One phrase for a volume: `emptyDir · memory`, `configMap istio-ca-root-cert`, `projected · audience istio-ca`. */
export function volumeDetail(value: YamlValue): string {
  const kind = volumeKind(value);
  if (kind === null) return 'emptyDir (no source key)';
  const source = field(value, kind);
  const optional = textAt(source, 'optional') === 'true' ? ' · optional' : '';
  switch (kind) {
    case 'emptyDir':
      return [
        'emptyDir',
        ...(textAt(source, 'medium') === null ? [] : [(textAt(source, 'medium') ?? '').toLowerCase()]),
        ...(textAt(source, 'sizeLimit') === null ? [] : [`at most ${textAt(source, 'sizeLimit')}`]),
      ].join(' · ');
    case 'downwardAPI':
      return `downwardAPI · ${asList(field(source, 'items'))
        .map((item) => textAt(item, 'path') ?? '')
        .join(', ')}`;
    case 'projected':
      return `projected · ${asList(field(source, 'sources')).map(projectionText).join(', ')}`;
    case 'ephemeral':
      return claimText('ephemeral claim', field(source, 'volumeClaimTemplate', 'spec'));
    default: {
      const read = volumeValue(value) ?? inline(source);
      return `${kind}${read === '' ? '' : ` ${read}`}${optional}`;
    }
  }
}

/** `volumeClaimTemplate · 1Gi · standard`: what a claim asks for. */
export function claimText(what: string, spec: YamlValue | undefined): string {
  return [
    what,
    textAt(spec, 'resources', 'requests', 'storage'),
    textAt(spec, 'storageClassName'),
    textAt(spec, 'volumeMode') === 'Block' ? 'block device' : null,
  ]
    .filter((text) => text !== null && text !== '')
    .join(' · ');
}

function projectionText(source: YamlValue): string {
  const kind = keysOf(source)[0] ?? '';
  const audience = textAt(source, kind, 'audience');
  const name = textAt(source, kind, 'name');
  return `${kind}${audience === null ? '' : ` audience ${audience}`}${name === null ? '' : ` ${name}`}`;
}

/**
 * Adds every volume of the pod and what it is filled from. `injected` tells, without an input, whose it is. The pod's
 * volume of a name in `claims` is not used: a claim template stands in its place.
 */
export function volumeParts(
  pod: Place,
  builder: AnatomyBuilder,
  injected: (volume: string) => boolean,
  claims: ReadonlySet<string>,
): void {
  for (const volume of itemsByName(under(pod, 'spec', 'volumes'))) {
    const value = currentValue(volume) ?? null;
    const name = textAt(value, 'name') ?? '';
    const found = provenance(volume, volumeDetail, { injected: injected(name) });
    const unused = claims.has(name) ? ' · not used: the claim template of this name is' : '';
    const id = builder.add({
      id: idOf('volume', name),
      kind: 'volume',
      label: name,
      value: volumeValue(value),
      parent: 'pod',
      detail: `${volumeDetail(value)}${unused}`,
      ...found,
    });
    sourceParts(volume, value, id, builder, found.origin === 'injected');
  }
}

interface Filling {
  readonly path: readonly (string | number)[];
  readonly label: string;
  readonly value: string | null;
  readonly detail: string;
  readonly rule: 'volume-source' | 'projected-token' | 'downward-api';
}

function sourceParts(
  volume: Place,
  value: YamlValue,
  id: string,
  builder: AnatomyBuilder,
  injected: boolean,
): void {
  for (const [index, filling] of fillings(value).entries()) {
    const place = under(volume, ...filling.path);
    if (place === null) continue;
    const source = builder.add({
      id: `${id}/source/${index}`,
      kind: 'field',
      label: filling.label,
      value: filling.value,
      parent: id,
      detail: filling.detail,
      ...provenance(place, inline, { injected }),
    });
    builder.link(source, id, filling.rule);
    if (filling.rule === 'downward-api') builder.link('pod', source, 'downward-api');
  }
}

/** Everything that is put into a volume from elsewhere. */
function fillings(value: YamlValue): readonly Filling[] {
  const kind = volumeKind(value);
  switch (kind) {
    case null:
    case 'emptyDir':
      return [];
    case 'downwardAPI':
      return downward(field(value, kind), [kind]);
    case 'projected':
      return asList(field(value, kind, 'sources')).flatMap((source, index) =>
        projection(source, [kind, 'sources', index]),
      );
    default:
      return [
        {
          path: [kind],
          label: volumeValue(value) ?? kind,
          value: volumeValue(value) ?? (inline(field(value, kind)) || null),
          detail: kind,
          rule: 'volume-source',
        },
      ];
  }
}

function downward(source: YamlValue | undefined, path: readonly (string | number)[]): readonly Filling[] {
  return asList(field(source, 'items')).map((item, index) => ({
    path: [...path, 'items', index],
    label: textAt(item, 'path') ?? '',
    value: textAt(item, 'fieldRef', 'fieldPath') ?? textAt(item, 'resourceFieldRef', 'resource'),
    detail: `file ${textAt(item, 'path') ?? ''}`,
    rule: 'downward-api',
  }));
}

function projection(source: YamlValue, path: readonly (string | number)[]): readonly Filling[] {
  const kind = keysOf(source)[0] ?? '';
  const inner = field(source, kind);
  if (kind === 'downwardAPI') return downward(inner, [...path, kind]);
  if (kind !== 'serviceAccountToken') {
    const name = textAt(inner, 'name');
    return [{ path: [...path, kind], label: name ?? kind, value: name, detail: kind, rule: 'volume-source' }];
  }
  const audience = textAt(inner, 'audience');
  const seconds = textAt(inner, 'expirationSeconds');
  return [
    {
      path: [...path, kind],
      label: textAt(inner, 'path') ?? kind,
      value: audience,
      detail: [
        audience === null ? "audience: the API server's" : `audience ${audience}`,
        ...(seconds === null ? [] : [`expires after ${seconds} s`]),
      ].join(' · '),
      rule: 'projected-token',
    },
  ];
}
