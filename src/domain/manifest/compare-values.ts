import { isYamlMap, type YamlMap, type YamlValue } from '../yaml/document.ts';
import { type LineChange, lineChanges } from '../yaml/line-difference.ts';
import { compareTexts } from './crds.ts';

/** Lines of one text that stand in place of lines of the other; numbers count from 1. */
export interface LineHunk {
  readonly lineBefore: number;
  readonly removed: readonly string[];
  readonly lineAfter: number;
  readonly added: readonly string[];
}

/** How one field differs. `path` is written as `spec.template.spec.containers[name=discovery].image`. */
export type FieldChange =
  | { readonly kind: 'added'; readonly path: string; readonly after: YamlValue }
  | { readonly kind: 'removed'; readonly path: string; readonly before: YamlValue }
  | {
      readonly kind: 'changed';
      readonly path: string;
      readonly before: YamlValue;
      readonly after: YamlValue;
    }
  /** A text of several lines; `hunks` is null where too many lines differ, empty where the same JSON is written in another way. */
  | { readonly kind: 'text'; readonly path: string; readonly hunks: readonly LineHunk[] | null };

/** Lists that differ in more items are told item by item, as they stand. */
const MAX_LIST_STEPS = 400;
/** Texts that differ in more lines are told to be too different. */
const MAX_LINES = 1500;

/** How two values differ, field by field, in an order that depends on nothing but the two. */
export function compareValues(before: YamlValue, after: YamlValue, path = ''): readonly FieldChange[] {
  if (sameValue(before, after)) return [];
  if (isYamlMap(before) && isYamlMap(after)) return compareMaps(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path);
  if (typeof before === 'string' && typeof after === 'string') {
    const text = compareTextValues(before, after, path);
    if (text !== null) return [text];
  }
  return [{ kind: 'changed', path, before, after }];
}

/** Whether two values are the same; the order of keys makes no difference. */
export function sameValue(a: YamlValue, b: YamlValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameValue(item, b[at] ?? null));
  if (!isYamlMap(a) || !isYamlMap(b)) return Number.isNaN(a) && Number.isNaN(b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key] ?? null, b[key] ?? null))
  );
}

function compareMaps(before: YamlMap, after: YamlMap, path: string): readonly FieldChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareTexts);
  return keys.flatMap((key) =>
    compareEntries(
      Object.hasOwn(before, key) ? before[key] : undefined,
      Object.hasOwn(after, key) ? after[key] : undefined,
      childPath(path, key),
    ),
  );
}

function compareEntries(
  before: YamlValue | undefined,
  after: YamlValue | undefined,
  path: string,
): readonly FieldChange[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'added', path, after }];
  if (after === undefined) return [{ kind: 'removed', path, before }];
  return compareValues(before, after, path);
}

/** Items that have names are the same by their name, as Kubernetes merges them; others by what they hold and where they stand. */
function compareLists(
  before: readonly YamlValue[],
  after: readonly YamlValue[],
  path: string,
): readonly FieldChange[] {
  const [named, namedAfter] = [byName(before), byName(after)];
  if (named !== null && namedAfter !== null) {
    const names = [...new Set([...named.keys(), ...namedAfter.keys()])];
    const changes = names.flatMap((name) =>
      compareEntries(named.get(name), namedAfter.get(name), `${path}[name=${name}]`),
    );
    return changes.length > 0 ? changes : [{ kind: 'changed', path, before, after }];
  }
  const hunks = changesOf(before.map(stable), after.map(stable), MAX_LIST_STEPS) ?? [
    { fromA: 0, toA: before.length, fromB: 0, toB: after.length },
  ];
  return hunks.flatMap((hunk) => compareItems(before, after, hunk, path));
}

/** Items in one another's place: as far as both sides have some, one by one. */
function compareItems(
  before: readonly YamlValue[],
  after: readonly YamlValue[],
  { fromA, toA, fromB, toB }: LineChange,
  path: string,
): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  for (let at = 0; at < Math.max(toA - fromA, toB - fromB); at++) {
    const one = fromA + at < toA ? before[fromA + at] : undefined;
    const other = fromB + at < toB ? after[fromB + at] : undefined;
    // An item is named by its place in the text that has it; a changed one by that in the new text.
    changes.push(...compareEntries(one, other, `${path}[${other === undefined ? fromA + at : fromB + at}]`));
  }
  return changes;
}

/** The items by `name`; null where one has none, or two have the same. */
function byName(items: readonly YamlValue[]): ReadonlyMap<string, YamlValue> | null {
  const map = new Map<string, YamlValue>();
  for (const item of items) {
    const name = isYamlMap(item) && Object.hasOwn(item, 'name') ? item.name : undefined;
    if (typeof name !== 'string' || map.has(name)) return null;
    map.set(name, item);
  }
  return map;
}

/** A value as one line that is the same for the same value, whatever the order of its keys. */
function stable(value: YamlValue): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  if (!isYamlMap(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort(compareTexts);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${stable(value[key] ?? null)}`).join(',')}}`;
}

/** Two texts by line; null where both are of one line, and no JSON. JSON is compared as it is written with one key a line. */
function compareTextValues(before: string, after: string, path: string): FieldChange | null {
  const [a, b] = [jsonLines(before), jsonLines(after)];
  if (a !== null && b !== null) return { kind: 'text', path, hunks: hunksOf(a, b) };
  if (!before.includes('\n') && !after.includes('\n')) return null;
  return { kind: 'text', path, hunks: hunksOf(before.split('\n'), after.split('\n')) };
}

function jsonLines(text: string): readonly string[] | null {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    // It only begins like JSON.
    return null;
  }
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly LineHunk[] | null {
  const changes = changesOf(before, after, MAX_LINES);
  return (
    changes?.map(({ fromA, toA, fromB, toB }) => ({
      lineBefore: fromA + 1,
      removed: before.slice(fromA, toA),
      lineAfter: fromB + 1,
      added: after.slice(fromB, toB),
    })) ?? null
  );
}

/** `lineChanges`, which takes long to find that two have little in common: that is counted first. */
function changesOf(
  before: readonly string[],
  after: readonly string[],
  most: number,
): readonly LineChange[] | null {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of after) {
    const count = left.get(line) ?? 0;
    if (count > 0) common += 1;
    left.set(line, count - 1);
  }
  return before.length + after.length - 2 * common > most ? null : lineChanges(before, after, most);
}

/** `metadata.labels["app.kubernetes.io/name"]`: keys with other signs than words have stand in brackets. */
function childPath(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
