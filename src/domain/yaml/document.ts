import type { Note, SourceRange } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import { countAhead } from './count-ahead.ts';
import { type ExaminedDocument, examine, MAX_DUPLICATES } from './examine.ts';
import type { KnownDocuments } from './growing.ts';
import { createLineIndex, type LineIndex } from './lines.ts';
import type { YamlNode } from './nodes.ts';
import { refuseEarly } from './refuse-early.ts';
import { scalarText } from './scalars.ts';
import { splitDocuments } from './split.ts';
import { SyntaxFault } from './syntax-fault.ts';
import { type Counts, MAX_VALUES } from './tree.ts';
import { unalias, type ValueReader, type YamlValue } from './value.ts';

export { isYamlMap, type YamlMap, type YamlValue } from './value.ts';

/** Keys and list indexes from a document's top to a value; an index may be a number or its text. */
export type Path = readonly (string | number)[];

/** A YAML (or JSON) text and the documents in it that hold anything. */
export interface SourceFile {
  readonly name: string;
  /** As it was given, line ends included: ranges and offsets point into it. */
  readonly text: string;
  readonly documents: readonly SourceDocument[];
  /** Duplicate keys, text that istioctl does not read. */
  readonly notes: readonly Note[];
}

/** One document. Ranges of what came through an alias or a merge (`<<`) lie where the value stands. */
export interface SourceDocument {
  /** Counts from 0 the documents that hold anything: comment-only ones are left out, as in istioctl's output. */
  readonly index: number;
  /** Offsets of the document in the file's text, without its separators. */
  readonly start: number;
  readonly end: number;
  readonly value: YamlValue;
  /** Of the value; of its key when the value is empty. null when there is no such path. */
  range(path: Path): SourceRange | null;
  /** Of the key; null for list items and the top. */
  keyRange(path: Path): SourceRange | null;
  /** Key and value, or the whole list item with its `-`. */
  entryRange(path: Path): SourceRange | null;
  /**
   * The text that a field of type string (label, annotation, env value, argument) gets from the scalar there: `true`
   * for `on`, `83` for `0123`, `1e+06` for `1e6`. null where there is none: no such path, null, a list or a mapping.
   */
  text(path: Path): string | null;
  /** The key at the end of a path as it is written, without quotes: `y`, which is read as `true`; null where none is. */
  writtenKey(path: Path): string | null;
}

/** More than any file of a mesh holds, few enough for the memory of a window. */
export interface YamlLimits {
  readonly documents: number;
  /** Entries of mappings and items of lists. */
  readonly values: number;
}
const LIMITS: YamlLimits = { documents: 100_000, values: MAX_VALUES };

/**
 * Reads a text as istioctl would: YAML 1.1, its own document separators, the last of duplicate keys, merges.
 * Throws `InputFault` (`yaml-syntax`, `yaml-tab`, `yaml-separator`, `yaml-control-character`, `yaml-too-deep`,
 * `yaml-too-many`, `yaml-alias`, `yaml-alias-bomb`) that names file and line. Documents of this very text that are `known`
 * are not read again.
 */
export function readYaml(
  name: string,
  text: string,
  limits: YamlLimits = LIMITS,
  known: KnownDocuments | null = null,
): SourceFile {
  const { chunks, lines } = begin(name, text, limits, known);
  const documents: SourceDocument[] = [];
  const notes: Note[] = [];
  const source = { name, text, lines, known, counts: { values: 0, maxValues: limits.values } };
  for (const { start, end } of chunks) {
    const document = readDocument(source, start, end, documents.length, notes);
    if (document !== null) documents.push(document);
  }
  return { name, text, documents, notes };
}

/** Refuses what can be refused before any document is read: a fraction of the time that `readYaml` takes. Throws as it does. */
export function checkYaml(name: string, text: string): void {
  begin(name, text, LIMITS, null);
}

function begin(name: string, text: string, limits: YamlLimits, known: KnownDocuments | null) {
  const lines = createLineIndex(name, text);
  refuseControlCharacters(name, text, lines);
  const { chunks, bad } = splitDocuments(text);
  if (bad !== null)
    throw new InputFault(
      'yaml-separator',
      `${name}:${lines.line(bad.offset)}: “${shorten(bad.text)}” stands behind the separator ---.`,
      'Begin the document on the line after ---.',
      lines.range(bad.offset, bad.offset + 3),
    );
  if (chunks.length > limits.documents)
    throw new InputFault(
      'yaml-too-many',
      `${name} holds ${chunks.length.toLocaleString('en')} documents; up to ${limits.documents.toLocaleString('en')} are read.`,
      'Split the file.',
    );
  try {
    const unknown = known === null ? chunks : chunks.filter(({ start, end }) => !known.at(start, end));
    refuseEarly(text, unknown);
    countAhead(text, unknown, { values: limits.values });
  } catch (thrown) {
    throw located(thrown, { name, text, lines });
  }
  return { chunks, lines };
}

interface Source {
  readonly name: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly known: KnownDocuments | null;
  readonly counts: Counts;
}

function examined({ text, known, counts }: Source, start: number, end: number): ExaminedDocument | null {
  const before = known?.at(start, end);
  if (before === undefined || counts.values + before.values > counts.maxValues)
    return examine(text.slice(start, end), start, counts);
  counts.values += before.values;
  return before;
}

function readDocument(
  source: Source,
  start: number,
  end: number,
  index: number,
  notes: Note[],
): SourceDocument | null {
  const { name, lines } = source;
  try {
    const read = examined(source, start, end);
    if (read === null) return null;
    const { rest } = read;
    for (const { key, lost, kept } of read.lost.slice(0, Math.max(0, MAX_DUPLICATES - notes.length)))
      notes.push({
        code: 'duplicate-key',
        severity: 'warning',
        message: `${name}:${lines.line(kept.start)}: the key ${shorten(key)} stands twice (first on line ${lines.line(lost.start)}); istioctl takes the last one.`,
        source: lines.range(kept.start, kept.end),
      });
    if (rest !== null)
      notes.push({
        code: 'text-after-document',
        severity: 'warning',
        message: `${name}:${lines.line(rest)}: istioctl does not read what stands behind the end of a document; begin a new one with ---.`,
        source: lines.range(rest, rest + 1),
      });
    return createDocument(source.lines, read, { index, start, end });
  } catch (thrown) {
    throw located(thrown, source);
  }
}

/** A fault of one document as one of the file; anything else as it is. */
function located(thrown: unknown, { name, text, lines }: Pick<Source, 'name' | 'text' | 'lines'>): unknown {
  if (!(thrown instanceof SyntaxFault)) return thrown;
  const at = lines.range(thrown.offset, Math.min(thrown.offset + 1, text.length));
  return new InputFault(thrown.code, `${name}:${at.line}: ${thrown.problem}.`, thrown.hint, at);
}

/** A value, and the key or `-` it belongs to. */
interface Place {
  readonly node: YamlNode;
  readonly key: YamlNode | null;
  /** Where the list item begins; null for entries of mappings. */
  readonly mark: number | null;
}

function createDocument(
  lines: LineIndex,
  read: ExaminedDocument,
  at: { readonly index: number; readonly start: number; readonly end: number },
): SourceDocument {
  const { root, reader } = read;
  const find = (path: Path): Place | null => {
    let place: Place = { node: root, key: null, mark: null };
    for (const step of path) {
      const next = descend(reader, place.node, step);
      if (next === null) return null;
      place = next;
    }
    return place;
  };
  const range = (node: YamlNode) => lines.range(node.start, node.end);
  return {
    ...at,
    get value() {
      return read.value;
    },
    range(path) {
      const place = find(path);
      if (place === null) return null;
      const node = unalias(place.node);
      return node.start === node.end && place.key !== null ? range(place.key) : range(node);
    },
    keyRange(path) {
      const key = find(path)?.key;
      return key ? range(key) : null;
    },
    entryRange(path) {
      const place = find(path);
      if (place === null) return null;
      const start = place.key?.start ?? place.mark ?? place.node.start;
      return lines.range(start, Math.max(place.key?.end ?? start, place.node.end));
    },
    writtenKey(path) {
      const key = find(path)?.key;
      const target = key && unalias(key);
      return target?.kind === 'scalar' ? target.text : null;
    },
    text(path) {
      const node = find(path)?.node;
      const target = node && unalias(node);
      return target?.kind === 'scalar' ? scalarText(reader.resolved(target)) : null;
    },
  };
}

function descend(reader: ValueReader, from: YamlNode, step: string | number): Place | null {
  const node = unalias(from);
  if (node.kind === 'map') {
    const entry = reader.entries(node).get(String(step));
    return entry === undefined ? null : { node: entry.value, key: entry.key, mark: null };
  }
  if (node.kind !== 'sequence') return null;
  const item = node.items[Number(step)];
  const mark = node.marks[Number(step)];
  return item === undefined || mark === undefined ? null : { node: item, key: null, mark };
}

/** What libyaml's reader refuses anywhere in a text (its `readerc.go`). */
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]/;

function refuseControlCharacters(name: string, text: string, lines: LineIndex): void {
  const found = CONTROL.exec(text);
  if (found === null) return;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const at = lines.range(found.index, found.index + 1);
  throw new InputFault(
    'yaml-control-character',
    `${name}:${at.line}: the control character U+${code} stands in column ${at.column}; YAML does not allow it.`,
    `Delete it, or write it as \\u${code.toLowerCase()} in double quotes.`,
    at,
  );
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
