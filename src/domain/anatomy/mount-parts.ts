import type { YamlValue } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { type ContainerContext, userSetting } from './container-context.ts';
import { asText, field, inline, keysOf, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import type { Part } from './model.ts';
import { currentValue, itemsBy, type Place, provenance, under } from './places.ts';

/** The two ways by which a container gets at a volume: as files under a path, or as a device. */
const WAYS = [
  { list: 'volumeMounts', path: 'mountPath', step: 'mount' },
  { list: 'volumeDevices', path: 'devicePath', step: 'device' },
] as const;

type Way = (typeof WAYS)[number];

/** Adds what a container mounts, and the devices it is given, each linked from its volume. */
export function mountParts(place: Place, id: string, context: ContainerContext): void {
  for (const way of WAYS) {
    const key = (value: YamlValue) => `${textAt(value, 'name') ?? ''}\n${textAt(value, way.path) ?? ''}`;
    for (const mount of itemsBy(under(place, way.list), key)) mountPart(mount, way, id, context);
  }
}

function mountPart(mount: Place, { path, step }: Way, id: string, context: ContainerContext): void {
  const value = currentValue(mount) ?? null;
  const volume = textAt(value, 'name') ?? '';
  const extra = [...(step === 'device' ? ['block device'] : []), ...options(value)];
  const mountId = context.builder.add({
    id: `${id}/${idOf(step, volume)}`,
    kind: 'mount',
    label: volume,
    value: textAt(value, path),
    parent: id,
    ...(extra.length === 0 ? {} : { detail: extra.join(' · ') }),
    ...userSetting(
      provenance(mount, (before) => textAt(before, path) ?? '', { injected: context.injected }),
      mount,
      context,
      volume,
    ),
  });
  context.builder.link(idOf('volume', volume), mountId, 'mount');
}

const NAMED: ReadonlySet<string> = new Set(['name', 'mountPath', 'devicePath']);

/** Everything else that is set on a mount: `readOnly`, `subPath conf/app.yaml`. */
function options(value: YamlValue): readonly string[] {
  return keysOf(value).flatMap((option) => {
    if (NAMED.has(option)) return [];
    const set = asText(field(value, option) ?? null) ?? inline(field(value, option));
    return set === '' || set === 'false' ? [] : [set === 'true' ? option : `${option} ${set}`];
  });
}

const MISSING = 'missing · the pod has no volume of this name: the API server refuses it';

/** Whether a volume is not there and stands only for the name that is mounted. */
export function isMissingVolume(volume: Part | undefined): boolean {
  return volume?.detail === MISSING;
}

/** Adds a volume for every name that is mounted although no volume bears it: what is mounted is never left out. */
export function missingVolumes(builder: AnatomyBuilder): void {
  for (const mount of builder.parts()) {
    const id = idOf('volume', mount.label);
    if (mount.kind !== 'mount' || mount.change === 'removed' || builder.part(id) !== undefined) continue;
    const { label, source, origin, change, original } = mount;
    builder.add({
      id,
      kind: 'volume',
      label,
      value: null,
      parent: 'pod',
      detail: MISSING,
      source,
      origin,
      change: change === 'changed' ? 'kept' : change,
      ...(original === undefined ? {} : { original }),
    });
  }
}
