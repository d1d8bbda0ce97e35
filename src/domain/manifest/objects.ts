import { asList, field, textAt, type YamlPath } from '../anatomy/fields.ts';
import type { Note } from '../anatomy/model.ts';
import { isYamlMap, type SourceDocument, type SourceFile, type YamlValue } from '../yaml/document.ts';
import { createFieldReader, unreadOf } from './field-reader.ts';
import type { ManifestObject } from './model.ts';

/** An object, and where it was read. */
export interface ObjectPlace extends ManifestObject {
  readonly document: SourceDocument;
  /** Path of the object in its document; empty unless it is an item of a List. */
  readonly path: YamlPath;
  readonly value: YamlValue;
}

/** Deepest nesting of Lists that is followed. */
const MAX_LIST_DEPTH = 8;

interface Found {
  readonly document: SourceDocument;
  readonly path: YamlPath;
  readonly value: YamlValue;
  /** What the list around it says of its items: a DeploymentList holds Deployments, which may not repeat it. */
  readonly kind: string;
  readonly apiVersion: string;
}

/** Every object of a text, in order, the items of Lists included; what is no object is told in a note. */
export function findObjects(file: SourceFile): {
  readonly objects: readonly ObjectPlace[];
  readonly notes: readonly Note[];
} {
  const objects: ObjectPlace[] = [];
  const notes: Note[] = [];
  for (const document of file.documents)
    for (const found of inValue({ document, path: [], value: document.value, kind: '', apiVersion: '' }, 0)) {
      const source = document.range(found.path) ?? document.entryRange([]);
      if (source === null) continue;
      if (isYamlMap(found.value)) objects.push({ ...described(found, objects.length), source });
      else if (found.value !== null)
        notes.push({
          code: 'not-an-object',
          severity: 'warning',
          message: `${file.name}:${source.line}: ${Array.isArray(found.value) ? 'a list' : 'a plain value'} stands where a Kubernetes object is expected; it is not counted.`,
          source,
        });
    }
  return { objects, notes };
}

function* inValue(found: Found, depth: number): Generator<Found> {
  const { document, path, value } = found;
  const kind = textAt(value, 'kind') ?? '';
  const items = field(value, 'items');
  if (!kind.endsWith('List') || !Array.isArray(items) || depth >= MAX_LIST_DEPTH) {
    yield found;
    return;
  }
  const typed = kind === 'List' ? '' : kind.slice(0, -'List'.length);
  const apiVersion = typed === '' ? '' : (textAt(value, 'apiVersion') ?? '');
  for (const [index, item] of asList(items).entries())
    yield* inValue(
      { document, path: [...path, 'items', index], value: item, kind: typed, apiVersion },
      depth + 1,
    );
}

function described({ document, path, value, ...list }: Found, index: number): Omit<ObjectPlace, 'source'> {
  const fields = createFieldReader({ document, path, value });
  const apiVersion = fields.text('apiVersion') ?? list.apiVersion;
  const name = fields.text('metadata', 'name');
  const kind = fields.text('kind') ?? list.kind;
  // One whose items are no list is an object like others.
  if (kind === 'List') fields.items('items');
  return {
    index,
    document,
    path,
    value,
    apiVersion,
    group: groupOf(apiVersion),
    kind,
    namespace: fields.text('metadata', 'namespace'),
    name: name ?? fields.text('metadata', 'generateName') ?? '',
    unread: fields.unread,
  };
}

/** `apps` of `apps/v1`; empty for `v1`, the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** The object without what only reading it needs. */
export function plainObject({ document: _, path: __, value: ___, ...object }: ObjectPlace): ManifestObject {
  return object;
}

/** What tells one object from another: group, kind, namespace and name. The version is none of it. */
export function identityOf({
  group,
  kind,
  namespace,
  name,
}: Pick<ManifestObject, 'group' | 'kind' | 'namespace' | 'name'>): string {
  return JSON.stringify([group, kind, namespace ?? '', name]);
}

/** `Service istiod in istio-system`, for sentences. */
export function objectWords({
  kind,
  name,
  namespace,
  unread,
}: Pick<ManifestObject, 'kind' | 'namespace' | 'name' | 'unread'>): string {
  const where = namespace === null || namespace === '' ? '' : ` in ${namespace}`;
  const lost = (field: string) => unreadOf(unread, field).length > 0;
  const what = kind !== '' ? kind : lost('kind') ? 'an object' : 'an object without a kind';
  const named = name !== '' ? ` ${name}` : lost('metadata') ? '' : ' without a name';
  return `${what}${named}${where}`;
}
