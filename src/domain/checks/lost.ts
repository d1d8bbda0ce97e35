import type { SourceRange } from '../anatomy/model.ts';
import type { Hint, ObjectName } from './model.ts';
import type { ObjectPlace } from './objects.ts';
import { analyzeStretches } from './stretches.ts';

/** What a finding says of what was lost, and where it was found to belong. */
export interface LocatedHint {
  readonly hint: Hint;
  readonly source: SourceRange | null;
}

/** The objects of a text that a check could not read, by its own words; null when nobody can tell which they are. */
export function lostObjects(
  { name, text }: { readonly name: string; readonly text: string },
  objects: readonly ObjectPlace[],
  said: readonly LocatedHint[],
): ReadonlySet<ObjectPlace> | null {
  const lost = new Set<ObjectPlace>();
  for (const { hint, source } of said) {
    if (hint.lost === null || (hint.file !== null && hint.file !== name)) continue;
    // Of which file it speaks it does not say.
    if (hint.file === null || hint.lost === 'run') return null;
    const found =
      hint.lost === 'object'
        ? sameObject(objects, hint.object, lost)
        : objectsBetween(objects, linesOf(hint, source, text));
    if (found === null) return null;
    for (const object of found) lost.add(object);
  }
  return lost;
}

/** Of several of one name it says the same once for each. */
function sameObject(
  objects: readonly ObjectPlace[],
  wanted: ObjectName | null,
  lost: ReadonlySet<ObjectPlace>,
): readonly ObjectPlace[] | null {
  const found = objects.find(
    (one) =>
      !lost.has(one) &&
      one.kind === wanted?.kind &&
      one.name === wanted.name &&
      (one.namespace ?? '') === wanted.namespace,
  );
  return found === undefined ? null : [found];
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

function linesOf({ lost, document }: Hint, source: SourceRange | null, text: string): Lines | null {
  const stretch = document === null ? undefined : analyzeStretches(text)[document];
  if (lost === 'document') return stretch ?? null;
  const first = stretch?.first ?? source?.line;
  return first === undefined ? null : { first, last: Number.POSITIVE_INFINITY };
}

/** Those whose document ends behind the first line and begins before the last. */
function objectsBetween(objects: readonly ObjectPlace[], lines: Lines | null): readonly ObjectPlace[] | null {
  if (lines === null) return null;
  return objects.filter(({ document }) => {
    const range = document.entryRange([]);
    return range !== null && range.endLine >= lines.first && range.line <= lines.last;
  });
}
