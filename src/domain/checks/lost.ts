import type { SourceRange } from '../anatomy/model.ts';
import type { Hint, ObjectName } from './model.ts';
import type { ObjectPlace } from './objects.ts';
import { analyzeStretches, objectsByStretch, type Stretch } from './stretches.ts';

/** What a finding says of what was lost, and where it was found to belong. */
export interface LocatedHint {
  readonly hint: Hint;
  readonly source: SourceRange | null;
}

/** It could not be decoded; or it stands at or behind a place at which the check stopped. */
export type Loss = 'undecoded' | 'behind';

/** The objects of a text that a check could not read, by its own words; null when nobody can tell which they are. */
export function lostObjects(
  { name, text }: { readonly name: string; readonly text: string },
  objects: readonly ObjectPlace[],
  said: readonly LocatedHint[],
): ReadonlyMap<ObjectPlace, Loss> | null {
  const lost = new Map<ObjectPlace, Loss>();
  let stretches: readonly Stretch[] | null = null;
  let within: readonly (readonly ObjectPlace[])[] | null = null;
  const documents = () => {
    stretches ??= analyzeStretches(text);
    return stretches;
  };
  const inDocument = (number: number) => {
    within ??= objectsByStretch(documents(), objects);
    return within[number] ?? null;
  };
  const meant = ({ hint, source }: LocatedHint): readonly ObjectPlace[] | null => {
    switch (hint.lost) {
      case 'object':
        return sameObject(objects, hint.object, lost);
      case 'document':
        return hint.document === null ? null : inDocument(hint.document);
      case 'rest':
        return objectsFrom(
          objects,
          (hint.document === null ? null : documents()[hint.document]?.first) ?? source?.line ?? null,
        );
      case 'run':
        return null;
      case null:
        return [];
    }
  };
  for (const one of said) {
    const { hint } = one;
    if (hint.lost === null || (hint.file !== null && hint.file !== name)) continue;
    // Where it names no file nobody can tell of which it speaks.
    const found = hint.file === null ? null : meant(one);
    if (found === null) return null;
    const loss = hint.lost === 'rest' ? 'behind' : 'undecoded';
    for (const object of found) if (!lost.has(object)) lost.set(object, loss);
  }
  return lost;
}

/** Of several of one name it says the same once for each. */
function sameObject(
  objects: readonly ObjectPlace[],
  wanted: ObjectName | null,
  lost: ReadonlyMap<ObjectPlace, Loss>,
): readonly ObjectPlace[] | null {
  const found = objects.find(
    (one) =>
      one.kind === wanted?.kind &&
      one.name === wanted.name &&
      (one.namespace ?? '') === wanted.namespace &&
      !lost.has(one),
  );
  return found === undefined ? null : [found];
}

/** Those whose document ends in that line or behind it. */
function objectsFrom(objects: readonly ObjectPlace[], line: number | null): readonly ObjectPlace[] | null {
  if (line === null) return null;
  return objects.filter(({ document }) => (document.entryRange([])?.endLine ?? 0) >= line);
}
