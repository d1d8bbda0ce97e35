import { isYamlMap, type Path, readYaml, type SourceDocument, type YamlValue } from './document.ts';
import { resolveScalar } from './scalars.ts';

/** Where something stands in a text; structurally the anatomy's `SourceRange`. */
interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * The lines of a mapping, moved to the left edge: one document of its own, also where it was an item of a List. Lines
 * in between that stand further left (comments, text in brackets) are kept as they are.
 */
export function cutOut(text: string, place: Place): string {
  const indent = place.column - 1;
  const lines = text
    .split(/\r\n|\r|\n/, place.endLine)
    .slice(place.line - 1)
    .map((line, index) =>
      index === 0 || line.slice(0, indent).trim() === '' ? line.slice(indent) : line.trimStart(),
    );
  const last = lines.length - 1;
  const end = place.endColumn - 1 - (lines.length === 1 || indent <= place.endColumn - 1 ? indent : 0);
  const cut = lines.map((line, index) => (index === last ? line.slice(0, Math.max(0, end)) : line));
  return `${cut.join('\n').trimEnd()}\n`;
}

/**
 * Writes the one document of `original` as kube-inject would have written it had it added nothing: keys in the order of
 * `injected`, its indentation, its quotes, values of `injected` as they are written there where both mean the same.
 * Comments are left out; anchors and merges are written out. Compared with `injected`, only real changes remain.
 * Throws `InputFault` where either text is no YAML or holds no document.
 */
export function alignWith(original: string, injected: string): string {
  const before = readYaml('original', original).documents[0];
  const after = readYaml('injected', injected).documents[0];
  if (before === undefined || after === undefined) return original;
  const writer = new AlignedWriter(before, after, injected.split('\n'));
  return `${writer.lines(before.value, [], []).join('\n')}\n`;
}

/** The value at a path of the output; undefined where the output has none, or a value was given no partner. */
function valueAt(from: YamlValue, path: Path | null): YamlValue | undefined {
  let value: YamlValue | undefined = path === null ? undefined : from;
  for (const step of path ?? []) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isYamlMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

const STEP = 2;
const pad = (indent: number) => ' '.repeat(indent);

class AlignedWriter {
  constructor(
    private readonly before: SourceDocument,
    private readonly after: SourceDocument,
    private readonly injected: readonly string[],
  ) {}

  /** The lines of a mapping or list that is not empty, or of one scalar. `there` is its partner in the output. */
  lines(value: YamlValue, here: Path, there: Path | null, indent = 0): string[] {
    const partner = valueAt(this.after.value, there);
    if (isYamlMap(value) && Object.keys(value).length > 0)
      return orderedKeys(value, partner).flatMap((key) => {
        const known = there !== null && isYamlMap(partner) && Object.hasOwn(partner, key);
        const next = known ? [...there, key] : null;
        const name = (next && this.written(next, 'key')) ?? quoted(key);
        return this.entry(`${pad(indent)}${name}:`, value[key] ?? null, [...here, key], next, indent);
      });
    if (Array.isArray(value) && value.length > 0) {
      const partners = matchItems(value, Array.isArray(partner) ? partner : []);
      return value.flatMap((item: YamlValue, index) => {
        const at = partners[index];
        const next = there !== null && at !== undefined ? [...there, at] : null;
        return this.item(item, [...here, index], next, indent);
      });
    }
    return [`${pad(indent)}${this.scalar(value, here, there, indent + STEP)}`];
  }

  private entry(head: string, value: YamlValue, here: Path, there: Path | null, indent: number): string[] {
    if (isEmpty(value)) return [`${head} ${this.scalar(value, here, there, indent + STEP)}`];
    // The items of a list stand under their key, not further in, as Go's yaml.v2 writes them.
    return [head, ...this.lines(value, here, there, Array.isArray(value) ? indent : indent + STEP)];
  }

  private item(value: YamlValue, here: Path, there: Path | null, indent: number): string[] {
    if (isEmpty(value)) return [`${pad(indent)}- ${this.scalar(value, here, there, indent + STEP)}`];
    const [first = '', ...rest] = this.lines(value, here, there, indent + STEP);
    return [`${pad(indent)}- ${first.slice(indent + STEP)}`, ...rest];
  }

  /** `indent` is where the lines of a block would begin. */
  private scalar(value: YamlValue, here: Path, there: Path | null, indent: number): string {
    if (isYamlMap(value)) return '{}';
    if (Array.isArray(value)) return '[]';
    const text = this.before.text(here);
    if (text === null) return 'null';
    const same = there !== null && this.after.text(there) === text ? this.written(there, 'value') : null;
    return same ?? (typeof value === 'string' ? (block(value, indent) ?? quoted(value)) : text);
  }

  /** A key or scalar as the output writes it, quotes and block signs included; the lines of a block keep their indent. */
  private written(path: Path, what: 'key' | 'value'): string | null {
    const range = what === 'key' ? this.after.keyRange(path) : this.after.range(path);
    if (range === null) return null;
    const lines = this.injected.slice(range.line - 1, range.endLine);
    const last = lines.length - 1;
    return lines
      .map((line, index) => line.slice(0, index === last ? range.endColumn - 1 : line.length))
      .map((line, index) => (index === 0 ? line.slice(range.column - 1) : line))
      .join('\n')
      .trimEnd();
  }
}

/** Scalars, and mappings and lists with nothing in them: what is written on the line of its key. */
function isEmpty(value: YamlValue): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

/** The output's keys in its order; keys that it does not have go before the first that sorts behind them. */
function orderedKeys(value: { readonly [key: string]: YamlValue }, partner: YamlValue | undefined): string[] {
  const known = isYamlMap(partner) ? Object.keys(partner) : [];
  const ordered = known.filter((key) => Object.hasOwn(value, key));
  for (const key of Object.keys(value).sort()) {
    if (known.includes(key)) continue;
    const behind = ordered.findIndex((other) => other > key);
    ordered.splice(behind === -1 ? ordered.length : behind, 0, key);
  }
  return ordered;
}

/** For every item the index of its partner: of the same `name`, else the same scalar, else at the same place. */
function matchItems(items: readonly YamlValue[], partners: readonly YamlValue[]): (number | undefined)[] {
  const taken = new Set<number>();
  return items.map((item, index) => {
    const identity = identityOf(item);
    const fits = (other: YamlValue, at: number) => !taken.has(at) && identityOf(other) === identity;
    const found = identity === null ? index : partners.findIndex(fits);
    if (found < 0 || found >= partners.length || taken.has(found)) return undefined;
    taken.add(found);
    return found;
  });
}

function identityOf(item: YamlValue): string | null {
  if (!isYamlMap(item)) return typeof item === 'object' ? null : `scalar ${String(item)}`;
  return typeof item.name === 'string' ? `name ${item.name}` : null;
}

/** What a plain scalar may not begin with, hold, or end with, in the places where Go's yaml.v2 writes one. */
const NEEDS_QUOTES = /^(?:[\s?:,[\]{}#&*!|>'"%@`]|-(?:\s|$))|: |:$| #|\s$/;
const NEEDS_ESCAPES = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;

/** A text of several lines as Go's yaml.v2 writes it, line by line behind a `|`; null where it has to be written with escapes. */
function block(text: string, indent: number): string | null {
  if (/^\s/.test(text) || !text.includes('\n') || NEEDS_ESCAPES.test(text.replaceAll('\n', ''))) return null;
  const ends = text.length - text.trimEnd().length;
  if (text.slice(text.length - ends).replaceAll('\n', '') !== '') return null;
  const chomping = ends === 0 ? '|-' : ends === 1 ? '|' : '|+';
  const lines = (ends === 0 ? text : text.slice(0, -1)).split('\n');
  return [chomping, ...lines.map((line) => (line === '' ? '' : `${pad(indent)}${line}`))].join('\n');
}

/** A text as Go's yaml.v2 writes it: plain where it can be, "…" where it would be another type, '…' where it has signs. */
function quoted(text: string): string {
  if (NEEDS_ESCAPES.test(text)) return JSON.stringify(text);
  if (resolveScalar(text, true, '')?.type !== 'str') return JSON.stringify(text);
  return NEEDS_QUOTES.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
}
