import type { SourceFile } from '../../yaml/document.ts';
import { textAt } from '../fields.ts';
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
  return (file?.documents ?? []).flatMap((document) => {
    if (textAt(document.value, 'kind') !== 'Namespace') return [];
    const name = textAt(document.value, 'metadata', 'name');
    const level = textAt(document.value, 'metadata', 'labels', LABEL);
    if (name === null || (level !== 'restricted' && level !== 'baseline')) return [];
    return [{ name, level, source: document.entryRange(['metadata', 'labels', LABEL]) }];
  });
}
