import type { YamlPath } from '../anatomy/fields.ts';
import { createFieldReader, type FieldReader } from './field-reader.ts';
import type { Crd, CrdGroup, CrdVersion } from './model.ts';
import { CRD_API } from './named-crds.ts';
import type { ObjectPlace } from './objects.ts';

/** Whether an API group is Istio's: istio.io itself, or one under it. */
export function isIstioGroup(group: string): boolean {
  return group === 'istio.io' || group.endsWith('.istio.io');
}

const isCrd = ({ group, kind }: ObjectPlace): boolean =>
  kind === 'CustomResourceDefinition' && group === CRD_API;

/** The CRDs of a manifest by the group of what they define, groups and CRDs by name. */
export function crdsByGroup(objects: readonly ObjectPlace[]): readonly CrdGroup[] {
  const groups = new Map<string, Crd[]>();
  for (const object of objects.filter(isCrd)) {
    const fields = createFieldReader(object);
    const group = fields.text('spec', 'group') ?? '';
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [crdOf(object, fields)]);
    else known.push(crdOf(object, fields));
  }
  return [...groups]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([group, crds]) => ({
      group,
      istio: isIstioGroup(group),
      crds: crds.sort((a, b) => compareTexts(a.name, b.name) || a.object - b.object),
    }));
}

export function countIstioCrds(groups: readonly CrdGroup[]): number {
  return groups.reduce((sum, { istio, crds }) => sum + (istio ? crds.length : 0), 0);
}

function crdOf(object: ObjectPlace, fields: FieldReader): Crd {
  const items = fields.items('spec', 'versions');
  // apiextensions.k8s.io/v1beta1, of which clusters before Kubernetes 1.22 hold some, also knew one version by its name.
  const single = items.length === 0 ? fields.text('spec', 'version') : null;
  return {
    object: object.index,
    name: object.name,
    kind: fields.text('spec', 'names', 'kind') ?? '',
    plural: fields.text('spec', 'names', 'plural') ?? '',
    scope: fields.text('spec', 'scope'),
    versions:
      single !== null
        ? [{ name: single, served: true, storage: true, deprecated: false }]
        : items.flatMap((item) => versionOf(fields, item)),
    unread: [...object.unread, ...fields.unread],
  };
}

/** None where not even its name can be read: that is told in `unread`. */
function versionOf(fields: FieldReader, path: YamlPath): readonly CrdVersion[] {
  if (!fields.has(...path)) return [];
  const before = fields.unread.length;
  const name = fields.text(...path, 'name');
  if (fields.unread.length > before) return [];
  return [
    {
      name: name ?? '',
      served: fields.flag(...path, 'served'),
      storage: fields.flag(...path, 'storage'),
      deprecated: fields.flag(...path, 'deprecated') === true,
    },
  ];
}

/** By code units: the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
