import type { YamlValue } from '../yaml/document.ts';
import { type ContainerContext, userSetting } from './container-context.ts';
import { asText, field, inline, keysOf, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import type { Origin } from './model.ts';
import {
  canonical,
  currentValue,
  itemsBy,
  itemsByName,
  type Place,
  type Provenance,
  provenance,
  under,
} from './places.ts';

/** Where a variable gets its value, as the manifest spells it: `fieldRef:metadata.name`. Empty for a plain value. */
export function valueFromText(value: YamlValue | undefined): string {
  const from = field(value, 'valueFrom');
  const [kind] = keysOf(from);
  if (kind === undefined) return '';
  const source = field(from, kind);
  switch (kind) {
    case 'fieldRef':
      return `fieldRef:${textAt(source, 'fieldPath') ?? ''}`;
    case 'resourceFieldRef': {
      const container = textAt(source, 'containerName');
      return `resourceFieldRef:${textAt(source, 'resource') ?? ''}${container === null ? '' : ` of ${container}`}`;
    }
    case 'secretKeyRef':
    case 'configMapKeyRef': {
      const optional = textAt(source, 'optional') === 'true' ? ' optional' : '';
      return `${kind}:${textAt(source, 'name') ?? ''}/${textAt(source, 'key') ?? ''}${optional}`;
    }
    case 'fileKeyRef': {
      const place = ['volumeName', 'path', 'key'].map((step) => textAt(source, step) ?? '').join('/');
      return `${kind}:${place}${textAt(source, 'optional') === 'true' ? ' optional' : ''}`;
    }
    default:
      return `${kind}:${inline(source)}`;
  }
}

/** Adds the variables of a container in their order, then what it takes from ConfigMaps and Secrets as a whole. */
export function envParts(place: Place, id: string, context: ContainerContext): void {
  for (const variable of itemsByName(under(place, 'env'))) variablePart(variable, id, context);
  for (const [index, source] of itemsBy(under(place, 'envFrom'), canonical).entries())
    envFromPart(source, `${id}/env-from/${index}`, id, context);
}

function variablePart(variable: Place, id: string, context: ContainerContext): void {
  const value = currentValue(variable) ?? null;
  const name = textAt(value, 'name') ?? '';
  const from = valueFromText(value);
  const written = textAt(value, 'value');
  const found = userSetting(
    provenance(variable, (before) => textAt(before, 'value') ?? valueFromText(before), {
      injected: context.injected,
    }),
    variable,
    context,
    name,
  );
  const detail = from === '' ? emptyDetail(variable, written) : from;
  context.builder.add({
    id: `${id}/${idOf('env', name)}`,
    kind: 'env',
    label: name,
    value: from !== '' ? null : (written ?? ''),
    parent: id,
    ...found,
    ...(detail === undefined ? {} : { detail }),
    ...(from === '' ? {} : atStart(found)),
  });
}

/**
 * What is said of a variable without a value: kube-inject leaves out a `value: ""` that the user wrote, so only the
 * input tells the two apart (they mean the same to Kubernetes).
 */
function emptyDetail(variable: Place, written: string | null): string | undefined {
  if (written !== null && written !== '') return undefined;
  const given = written ?? textAt(variable.before?.value ?? null, 'value');
  return given === null ? 'no value written: empty' : 'written as "": empty';
}

function envFromPart(source: Place, wanted: string, id: string, context: ContainerContext): void {
  const value = currentValue(source) ?? null;
  const kind = keysOf(value).find((candidate) => candidate !== 'prefix') ?? '';
  const prefix = textAt(value, 'prefix');
  const found = provenance(source, inline, { injected: context.injected });
  const name = asText(field(value, kind, 'name') ?? null);
  context.builder.add({
    id: wanted,
    kind: 'env-from',
    label: name ?? '',
    value: name,
    parent: id,
    detail: [
      kind,
      ...(prefix === null ? [] : [`prefix ${prefix}`]),
      ...(textAt(value, kind, 'optional') === 'true' ? ['optional'] : []),
    ].join(' · '),
    ...found,
    ...atStart(found),
  });
}

/** What the kubelet fills in is known only when the pod starts, whoever wrote it. */
function atStart({ change }: Provenance): { readonly origin?: Origin } {
  return change === 'removed' ? {} : { origin: 'start' };
}
