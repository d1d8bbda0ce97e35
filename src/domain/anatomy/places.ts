import type { SourceDocument, YamlValue } from '../yaml/document.ts';
import { asList, asMap, field, keysOf, textAt, type YamlPath } from './fields.ts';
import type { Change, Origin, SourceRange } from './model.ts';
import { readQuantity } from './quantity.ts';

/** A value at its place in a text. */
export interface Spot {
  readonly document: SourceDocument;
  readonly path: YamlPath;
  readonly value: YamlValue;
}

/** The same thing in the result and in the user's input. At least one of both is there. */
export interface Place {
  /** In the injected text; null when the injector took it away. */
  readonly now: Spot | null;
  /** In the user's input; null when it was not there. */
  readonly before: Spot | null;
  /** False when there is no input to compare with: then nothing can be told from `before` being null. */
  readonly compared: boolean;
}

export function spotAt(document: SourceDocument, path: YamlPath): Spot | null {
  const value = field(document.value, ...path);
  return value === undefined || value === null ? null : { document, path, value };
}

function step(spot: Spot | null, path: YamlPath): Spot | null {
  return spot === null ? null : spotAt(spot.document, [...spot.path, ...path]);
}

/** What stands under a path on either side; null where it stands on neither. */
export function under(place: Place, ...path: YamlPath): Place | null {
  const now = step(place.now, path);
  const before = step(place.before, path);
  return now === null && before === null ? null : { now, before, compared: place.compared };
}

/** The value that is in force: the result's, else what was taken away. */
export function currentValue(place: Place | null): YamlValue | undefined {
  return (place?.now ?? place?.before)?.value;
}

/** Entries of a map on both sides: the result's order, then what was taken away. */
export function entriesOf(place: Place | null): readonly (readonly [string, Place])[] {
  if (place === null) return [];
  const keys = new Set([...keysOf(place.now?.value), ...keysOf(place.before?.value)]);
  return [...keys].flatMap((key) => {
    const entry = under(place, key) ?? emptyEntry(place, key);
    return entry === null ? [] : [[key, entry] as const];
  });
}

/** `key:` with nothing behind it: the key is there all the same. */
function emptyEntry(place: Place, key: string): Place | null {
  const side = (spot: Spot | null): Spot | null =>
    spot !== null && Object.hasOwn(asMap(spot.value) ?? {}, key)
      ? { document: spot.document, path: [...spot.path, key], value: null }
      : null;
  const now = side(place.now);
  const before = side(place.before);
  return now === null && before === null ? null : { now, before, compared: place.compared };
}

function itemsOf(spot: Spot | null): readonly Spot[] {
  if (spot === null) return [];
  return asList(spot.value).map((value, index) => ({
    document: spot.document,
    path: [...spot.path, index],
    value,
  }));
}

/** Items of two lists, matched by what `keyOf` says of them; items of the same key in their order. */
export function itemsBy(place: Place | null, keyOf: (value: YamlValue) => string): readonly Place[] {
  if (place === null) return [];
  const waiting = new Map<string, Spot[]>();
  for (const spot of itemsOf(place.before)) {
    const key = keyOf(spot.value);
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, [spot]);
    else same.push(spot);
  }
  const found: Place[] = itemsOf(place.now).map((now) => ({
    now,
    before: waiting.get(keyOf(now.value))?.shift() ?? null,
    compared: place.compared,
  }));
  const removed = [...waiting.values()]
    .flat()
    .map((before) => ({ now: null, before, compared: place.compared }));
  return [...found, ...removed];
}

/** Items matched by their `name`. */
export function itemsByName(place: Place | null): readonly Place[] {
  return itemsBy(place, (value) => textAt(value, 'name') ?? '');
}

export interface Provenance {
  readonly source: SourceRange | null;
  readonly origin: Origin;
  readonly change: Change;
  readonly before?: string;
  readonly original?: SourceRange;
}

export interface Telling {
  /** Where there is no input to compare with: whether the pod itself tells that the injector put it there. */
  readonly injected?: boolean;
  /** The value holds quantities, which count by their amount. */
  readonly amounts?: boolean;
}

/**
 * Whether a thing was kept, added, changed or removed, and the range of its whole entry.
 * `show` gives the text of a value for `before`.
 */
export function provenance(
  place: Place,
  show: (value: YamlValue) => string,
  { injected = false, amounts = false }: Telling = {},
): Provenance {
  const { now, before } = place;
  const source = rangeOf(now ?? before);
  if (now === null) return { source, origin: 'user', change: 'removed', before: show(before?.value ?? null) };
  if (!place.compared)
    return { source, origin: injected ? 'injected' : 'user', change: injected ? 'added' : 'kept' };
  if (before === null) return { source, origin: 'injected', change: 'added' };
  const original = rangeOf(before);
  const where = original === null ? {} : { original };
  return sameValue(now.value, before.value, amounts)
    ? { source, origin: 'user', change: 'kept', ...where }
    : { source, origin: 'changed', change: 'changed', before: show(before.value), ...where };
}

function rangeOf(spot: Spot | null): SourceRange | null {
  return spot === null ? null : spot.document.entryRange(spot.path);
}

/**
 * Whether two values mean the same to Kubernetes: the order of keys does not count; empty maps, lists and texts count as
 * absent (kube-inject drops `value: ""` and adds `resources: {}`); with `amounts`, quantities count by their amount (it
 * writes `2000m` as `"2"`).
 */
export function sameValue(a: YamlValue, b: YamlValue, amounts = false): boolean {
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null)
    return typeof a !== 'object' && typeof b !== 'object' && sameScalar(a, b, amounts);
  const known = compared.get(a);
  if (known?.with === b && known.amounts === amounts) return known.same;
  const same = sameNode(a, b, amounts);
  compared.set(a, { with: b, amounts, same });
  return same;
}

/** Maps and lists that were compared: workload, pod, container and part look at the same values in turn. */
const compared = new WeakMap<
  object,
  { readonly with: YamlValue; readonly amounts: boolean; readonly same: boolean }
>();
const blank = new WeakMap<object, boolean>();

/** Whether Kubernetes reads a value as absent: null, an empty text or list, a map of nothing else. */
function isBlank(value: YamlValue): boolean {
  if (typeof value !== 'object' || value === null) return value === null || value === '';
  if (Array.isArray(value)) return value.length === 0;
  const before = blank.get(value);
  if (before !== undefined) return before;
  const found = Object.values(value).every((entry: YamlValue) => isBlank(entry));
  blank.set(value, found);
  return found;
}

/** A key that is the same for values that mean the same. */
export function canonical(value: YamlValue): string {
  return JSON.stringify(plain(value));
}

function plain(value: YamlValue): unknown {
  if (isBlank(value)) return null;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  const map = asMap(value) ?? {};
  const keys = Object.keys(map).filter((key) => !isBlank(map[key] ?? null));
  return { entries: keys.sort().map((key) => [key, plain(map[key] ?? null)]) };
}

function sameScalar(a: YamlValue, b: YamlValue, amounts: boolean): boolean {
  if (String(a) === String(b)) return true;
  const amount = amounts ? readQuantity(String(a)) : null;
  return amount !== null && amount === readQuantity(String(b));
}

function sameNode(a: YamlValue, b: YamlValue, amounts: boolean): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    const [left, right] = [asList(a), asList(b)];
    return (
      Array.isArray(a) === Array.isArray(b) &&
      left.length === right.length &&
      left.every((item, index) => sameValue(item, right[index] ?? null, amounts))
    );
  }
  const right = asMap(b) ?? {};
  const left = asMap(a) ?? {};
  return (
    Object.keys(right).every((key) => Object.hasOwn(left, key) || isBlank(right[key] ?? null)) &&
    Object.keys(left).every((key) => {
      const other = Object.hasOwn(right, key) ? (right[key] ?? null) : null;
      return sameValue(left[key] ?? null, other, amounts);
    })
  );
}
