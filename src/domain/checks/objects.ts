import { asList, field, textAt, type YamlPath } from '../anatomy/fields.ts';
import type { SourceDocument, SourceFile, YamlValue } from '../yaml/document.ts';

/** One Kubernetes object in a text, a document or an item of a List. */
export interface ObjectPlace {
  readonly document: SourceDocument;
  readonly path: YamlPath;
  readonly value: YamlValue;
  readonly kind: string;
  readonly name: string;
  /** As written; null where there is none. */
  readonly namespace: string | null;
}

/** Deepest nesting of Lists that is followed; istioctl sets no limit. */
const MAX_LIST_DEPTH = 8;

/** Every object of a text, in order, Lists and what is in them. */
export function findObjects({ documents }: SourceFile): readonly ObjectPlace[] {
  return documents.flatMap((document) => [...objectsIn(document, [], document.value, 0)]);
}

function* objectsIn(
  document: SourceDocument,
  path: YamlPath,
  value: YamlValue,
  depth: number,
): Generator<ObjectPlace> {
  const kind = textAt(value, 'kind');
  if (kind === null) return;
  const name = textAt(value, 'metadata', 'name') ?? '';
  yield { document, path, value, kind, name, namespace: textAt(value, 'metadata', 'namespace') };
  if (!kind.endsWith('List') || depth >= MAX_LIST_DEPTH) return;
  for (const [index, item] of asList(field(value, 'items')).entries())
    yield* objectsIn(document, [...path, 'items', index], item, depth + 1);
}
