import type { ManifestObject } from './model.ts';

export interface ObjectWish {
  /** Words; each has to stand in the name, kind, API group or namespace. */
  readonly query: string;
  /** Objects of this kind only; null: of any. */
  readonly kind: string | null;
}

export interface FoundObjects {
  /** In the order of the manifest, the first `limit` of them. */
  readonly objects: readonly ManifestObject[];
  /** All that fit, shown or not. */
  readonly total: number;
}

/** The objects that fit a wish. An object in the core group is found by `core`, too. */
export function searchObjects(
  objects: readonly ManifestObject[],
  { query, kind }: ObjectWish,
  limit: number,
): FoundObjects {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (object: ManifestObject): boolean => {
    if (kind !== null && object.kind !== kind) return false;
    const group = object.group === '' ? 'core' : object.group;
    const text = `${object.name}\n${object.kind}\n${group}\n${object.namespace ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = objects.filter(fits);
  return { objects: found.slice(0, limit), total: found.length };
}
