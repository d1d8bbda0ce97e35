import type { Path, SourceDocument, SourceFile, YamlValue } from '../../yaml/document.ts';
import { field, textAt } from '../fields.ts';
import type { SourceRange } from '../model.ts';

const LABEL = 'pod-security.kubernetes.io/enforce';

/** A Namespace of the user's file that refuses pods with more rights than a level of the Pod Security Standards allows. */
export interface EnforcingNamespace {
  readonly name: string;
  readonly level: 'restricted' | 'baseline';
  /** Of the label that says so. */
  readonly source: SourceRange | null;
}

/** All of a file, in order: looked for once, not for every workload. */
export function enforcingNamespaces(file: SourceFile | null): readonly EnforcingNamespace[] {
  return (file?.documents ?? []).flatMap((document) => enforcingIn(document, document.value, []));
}

/** In an object, or in what a list of objects (`List`, `NamespaceList`) holds. */
function enforcingIn(
  document: SourceDocument,
  value: YamlValue | undefined,
  path: Path,
): readonly EnforcingNamespace[] {
  const items = field(value, 'items');
  if (textAt(value, 'kind')?.endsWith('List') === true && Array.isArray(items))
    return items.flatMap((item: YamlValue, index) => enforcingIn(document, item, [...path, 'items', index]));
  if (textAt(value, 'kind') !== 'Namespace') return [];
  const name = textAt(value, 'metadata', 'name');
  const level = textAt(value, 'metadata', 'labels', LABEL);
  if (name === null || (level !== 'restricted' && level !== 'baseline')) return [];
  return [{ name, level, source: document.entryRange([...path, 'metadata', 'labels', LABEL]) }];
}
