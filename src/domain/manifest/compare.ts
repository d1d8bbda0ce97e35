import type { YamlValue } from '../yaml/document.ts';
import { compareValues, type FieldChange, sameValue } from './compare-values.ts';
import { compareTexts } from './crds.ts';
import { exactValue } from './exact-value.ts';
import type { ManifestObject } from './model.ts';
import { identityOf, type ObjectPlace, plainObject } from './objects.ts';
import type { ReadManifest } from './read-manifest.ts';

/** An object that both manifests hold, and hold differently. */
export interface ObjectChange {
  readonly before: ManifestObject;
  readonly after: ManifestObject;
  readonly changes: readonly FieldChange[];
}

/** How one manifest becomes another. Every list by kind, namespace and name. */
export interface ManifestDifference {
  readonly added: readonly ManifestObject[];
  readonly removed: readonly ManifestObject[];
  readonly changed: readonly ObjectChange[];
  /** How many objects are the same in both. */
  readonly same: number;
}

interface Pair {
  readonly before: ObjectPlace | null;
  readonly after: ObjectPlace | null;
}

/**
 * Compares two manifests object by object. Objects are the same by group, kind, namespace and name; the second of two that
 * share all of these goes with the second of the other manifest.
 */
export function compareManifests(before: ReadManifest, after: ReadManifest): ManifestDifference {
  const added: ManifestObject[] = [];
  const removed: ManifestObject[] = [];
  const changed: ObjectChange[] = [];
  let same = 0;
  for (const pair of pairs(before.places, after.places)) {
    if (pair.before === null) {
      if (pair.after !== null) added.push(plainObject(pair.after));
    } else if (pair.after === null) removed.push(plainObject(pair.before));
    else {
      const [one, other] = [exactValue(before, pair.before), exactValue(after, pair.after)];
      if (sameValue(one, other)) same += 1;
      else
        changed.push({
          before: plainObject(pair.before),
          after: plainObject(pair.after),
          changes: compareValues(one, other),
        });
    }
  }
  return { added, removed, changed, same };
}

function pairs(before: readonly ObjectPlace[], after: readonly ObjectPlace[]): readonly Pair[] {
  const found = new Map<string, { before: ObjectPlace[]; after: ObjectPlace[] }>();
  for (const side of ['before', 'after'] as const)
    for (const object of side === 'before' ? before : after) {
      const identity = identityOf(object);
      const known = found.get(identity) ?? { before: [], after: [] };
      found.set(identity, known);
      known[side].push(object);
    }
  return [...found.values()]
    .flatMap((both) =>
      Array.from({ length: Math.max(both.before.length, both.after.length) }, (_, at) => ({
        before: both.before[at] ?? null,
        after: both.after[at] ?? null,
      })),
    )
    .sort((a, b) => compareObjects(a.before ?? a.after, b.before ?? b.after));
}

function compareObjects(a: ManifestObject | null, b: ManifestObject | null): number {
  if (a === null || b === null) return 0;
  return (
    compareTexts(a.kind, b.kind) ||
    compareTexts(a.group, b.group) ||
    compareTexts(a.namespace ?? '', b.namespace ?? '') ||
    compareTexts(a.name, b.name) ||
    a.index - b.index
  );
}

/** A value in one line, complete: JSON, so that a text is never taken for a number. */
export function valueText(value: YamlValue): string {
  return JSON.stringify(value);
}
