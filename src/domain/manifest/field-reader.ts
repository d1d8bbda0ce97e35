import { asMap, field, type YamlPath } from '../anatomy/fields.ts';
import type { SourceRange } from '../anatomy/model.ts';
import type { SourceDocument, YamlValue } from '../yaml/document.ts';

/** A field that is there and is not of the type that Kubernetes takes in its place: what it says is not known. */
export interface Unread {
  /** From the part that is read: `namespaceSelector.matchExpressions[0].key`; empty: the part itself. */
  readonly field: string;
  /** `the text “str” stands where a mapping is expected`. */
  readonly why: string;
  readonly source: SourceRange | null;
}

/** Where a part of an object was read. */
export interface FieldPlace {
  readonly document: SourceDocument;
  readonly path: YamlPath;
  readonly value: YamlValue;
}

/**
 * Reads the fields of a part one by one. Null, or no item: the field is not there, or null, which Kubernetes takes for the same. A
 * field of a wrong type is not there for the reader either, but is kept in `unread`: nobody may say that it is not set.
 */
export interface FieldReader {
  readonly unread: readonly Unread[];
  text(...path: YamlPath): string | null;
  /** A number as it is written. */
  number(...path: YamlPath): string | null;
  flag(...path: YamlPath): boolean | null;
  /** Whether there is a mapping. */
  has(...path: YamlPath): boolean;
  /** Paths of the items of a list, those that are null included. */
  items(...path: YamlPath): readonly YamlPath[];
  /** The texts of a list. */
  texts(...path: YamlPath): readonly string[];
  /** Keys of a mapping, each with its text. */
  pairs(...path: YamlPath): readonly (readonly [string, string])[];
}

type Wanted = 'a text' | 'a number' | 'true or false' | 'a mapping' | 'a list';

/** Letters of a value that a sentence repeats. */
const MOST = 40;

export function createFieldReader({ document, path: base, value }: FieldPlace): FieldReader {
  const unread = new Map<string, Unread>();

  function refuse(path: YamlPath, found: YamlValue, wanted: Wanted): null {
    const whole = [...base, ...path];
    const name = fieldName(path);
    if (!unread.has(name))
      unread.set(name, {
        field: name,
        why: `${foundWords(found)} stands where ${wanted} is expected`,
        source: document.entryRange(whole) ?? document.range(whole),
      });
    return null;
  }

  /** A field that is null is not set; an item that is null is there, and no value of any type. */
  const absent = (path: YamlPath, found: YamlValue | undefined): boolean =>
    found === undefined || (found === null && typeof path.at(-1) !== 'number');

  /** The value under a path, every step before it in a mapping or a list. */
  function at(path: YamlPath): YamlValue | undefined {
    for (let length = 0; length < path.length; length++) {
      const here = length === 0 ? value : field(value, ...path.slice(0, length));
      if (length > 0 && absent(path.slice(0, length), here)) return undefined;
      const list = typeof path[length] === 'number';
      if (list ? !Array.isArray(here) : asMap(here) === null) {
        refuse(path.slice(0, length), here ?? null, list ? 'a list' : 'a mapping');
        return undefined;
      }
    }
    return field(value, ...path);
  }

  function text(...path: YamlPath): string | null {
    const found = at(path);
    if (absent(path, found)) return null;
    return typeof found === 'string' ? found : refuse(path, found ?? null, 'a text');
  }

  function items(...path: YamlPath): readonly YamlPath[] {
    const found = at(path);
    if (absent(path, found)) return [];
    if (Array.isArray(found)) return found.map((_, index) => [...path, index]);
    refuse(path, found ?? null, 'a list');
    return [];
  }

  function has(...path: YamlPath): boolean {
    const found = at(path);
    if (absent(path, found)) return false;
    if (asMap(found) === null) refuse(path, found ?? null, 'a mapping');
    return asMap(found) !== null;
  }

  return {
    get unread() {
      return [...unread.values()];
    },
    text,
    number(...path) {
      const found = at(path);
      if (absent(path, found)) return null;
      if (typeof found !== 'number') return refuse(path, found ?? null, 'a number');
      return document.text([...base, ...path]) ?? String(found);
    },
    flag(...path) {
      const found = at(path);
      if (absent(path, found)) return null;
      return typeof found === 'boolean' ? found : refuse(path, found ?? null, 'true or false');
    },
    has,
    items,
    texts: (...path) => items(...path).flatMap((item) => text(...item) ?? []),
    pairs(...path) {
      if (!has(...path)) return [];
      const map = asMap(at(path)) ?? {};
      return Object.keys(map).flatMap((key) => {
        // Kubernetes reads null among texts as the empty one.
        const own = map[key] === null ? '' : text(...path, key);
        return own === null ? [] : [[key, own] as const];
      });
    },
  };
}

/** `spec.versions[0].name`, as it is said to people. */
function fieldName(path: YamlPath): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${step}`))
    .join('');
}

function foundWords(value: YamlValue): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text “${shorten(value)}”`;
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? `the value ${value}` : 'a mapping';
}

const shorten = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);

/** Those of a field and of what is in it. */
export function unreadOf(unread: readonly Unread[], name: string): readonly Unread[] {
  return unread.filter(
    ({ field: own }) =>
      own === '' || own === name || own.startsWith(`${name}.`) || own.startsWith(`${name}[`),
  );
}

/** `could not be read: the text “str” stands where a mapping is expected (line 17)`; null where all was read. */
export function unreadWords(unread: readonly Unread[], name: string): string | null {
  const [first, ...more] = unreadOf(unread, name);
  if (first === undefined) return null;
  const line = first.source === null ? '' : ` (line ${first.source.line})`;
  const inside = first.field === name || first.field === '' ? '' : `${first.field}: `;
  const rest = more.length === 0 ? '' : `, and ${more.length} more`;
  return `could not be read: ${inside}${first.why}${line}${rest}`;
}

/** A kind or group that several share: where it is empty, of how many of them it could not be read. */
export function sharedName(name: string, what: 'kind' | 'group', count: number, lost: number): string {
  if (name !== '') return name;
  if (lost === 0) return `(no ${what})`;
  return lost === count ? `(${what} could not be read)` : `(no ${what}, or one that could not be read)`;
}

/** A name as people are shown it: where there is none, whether that is so or nobody can read it. */
export function shownName(
  name: string,
  unread: readonly Unread[],
  field: 'name' | 'kind' | 'metadata' = 'metadata',
): string {
  if (name !== '') return name;
  if (unreadOf(unread, field).length > 0 || unread.some((one) => one.field === ''))
    return field === 'kind' ? '(kind could not be read)' : '(name could not be read)';
  return field === 'kind' ? '(no kind)' : '(no name)';
}
