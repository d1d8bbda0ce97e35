import type { SourceRange } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import type { SourceFile } from '../yaml/document.ts';
import type { ReadText } from '../yaml/shelf.ts';
import { fieldOf } from './field.ts';
import type { Finding, Hint, ObjectName, PlacedBy, RawFinding } from './model.ts';
import { findObjects, type ObjectPlace } from './objects.ts';
import { analyzeStretches, objectsByStretch, type Stretch } from './stretches.ts';

interface Place {
  readonly source: SourceRange;
  readonly placedBy: PlacedBy;
}

/** A text as a check was given it. */
interface CheckedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Finds the lines that findings are about. A line that istioctl printed is taken as it is, unless it is only the first of an
 * object in which one field alone fits what was said. Where nothing fits, or several things do, a finding has no place.
 */
export function locateFindings(
  findings: readonly RawFinding[],
  texts: readonly CheckedText[],
  read: ReadText,
): readonly Finding[] {
  const files = new Map(texts.map((text) => [text.name, lazily(text, read)]));
  return findings.map(({ hint, ...finding }) => {
    const file = hint.file === null ? undefined : files.get(hint.file);
    const place = file === undefined ? null : placeIn(file, hint, finding.message);
    const only = file === undefined || finding.resource !== null ? null : onlyObject(file, hint);
    const resource = only === null ? finding.resource : resourceWords(only);
    return { ...finding, resource, source: place?.source ?? null, placedBy: place?.placedBy ?? null };
  });
}

/** What is known of a text, each found out when it is first needed. */
interface KnownFile extends CheckedText {
  readonly lines: () => readonly string[];
  /** Null when it cannot be read; `fault` then says where. */
  readonly source: () => SourceFile | null;
  readonly fault: () => SourceRange | null;
  /** Those of one kind and name. */
  readonly objects: (name: Pick<ObjectName, 'kind' | 'name'>) => readonly ObjectPlace[];
  readonly stretches: () => readonly Stretch[];
  /** The objects of each stretch. */
  readonly within: () => readonly (readonly ObjectPlace[])[];
}

function lazily({ name, text }: CheckedText, read: ReadText): KnownFile {
  let result: { readonly source: SourceFile | null; readonly fault: SourceRange | null } | null = null;
  let objects: ReadonlyMap<string, readonly ObjectPlace[]> | null = null;
  let lines: readonly string[] | null = null;
  let stretches: readonly Stretch[] | null = null;
  let within: readonly (readonly ObjectPlace[])[] | null = null;
  const done = () => {
    result ??= readOrFault(name, text, read);
    return result;
  };
  const stretched = () => {
    stretches ??= analyzeStretches(text);
    return stretches;
  };
  return {
    name,
    text,
    lines: () => {
      lines ??= text.split(/\r\n|\r|\n/);
      return lines;
    },
    source: () => done().source,
    fault: () => done().fault,
    objects: (wanted) => {
      const { source } = done();
      objects ??= source === null ? new Map() : byName(findObjects(source));
      return objects.get(nameKey(wanted)) ?? [];
    },
    stretches: stretched,
    within: () => {
      const { source } = done();
      within ??= source === null ? [] : objectsByStretch(stretched(), findObjects(source));
      return within;
    },
  };
}

function nameKey({ kind, name }: Pick<ObjectName, 'kind' | 'name'>): string {
  return JSON.stringify([kind, name]);
}

/** A warning for each of ten thousand objects must not mean looking through all of them for each. */
function byName(places: readonly ObjectPlace[]): ReadonlyMap<string, readonly ObjectPlace[]> {
  const found = new Map<string, ObjectPlace[]>();
  for (const place of places) {
    const same = found.get(nameKey(place));
    if (same === undefined) found.set(nameKey(place), [place]);
    else same.push(place);
  }
  return found;
}

function readOrFault(name: string, text: string, read: ReadText) {
  try {
    return { source: read(name, text), fault: null };
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { source: null, fault: error.source };
  }
}

function placeIn(file: KnownFile, hint: Hint, message: string): Place | null {
  if (hint.lost === 'document' || hint.lost === 'rest') return unreadablePlace(file, hint, message);
  const object = objectPlace(file, hint);
  const said = hint.line === null ? null : saidLine(file, hint.line, object);
  // Of what is in a List istioctl counts the lines anew, in a text of its own making.
  const counted = object === null || object.path.length === 0;
  if (said !== null && counted && !said.own) return { source: said.range, placedBy: 'istioctl' };
  const field = object === null ? null : fieldOf(object, message);
  if (field !== null) return { source: field, placedBy: 'field' };
  if (said !== null && counted) return { source: said.range, placedBy: 'istioctl' };
  if (object === null) return null;
  const { document, path } = object;
  const name = document.range([...path, 'metadata', 'name']) ?? document.entryRange(path);
  return name === null ? null : { source: name, placedBy: 'object' };
}

/** A line that istioctl printed, and whether it is only that of the whole document; null when the text has no such line. */
function saidLine(file: KnownFile, line: number, object: ObjectPlace | null) {
  const within = object?.document.entryRange([])?.line ?? line;
  const stretch = file.stretches().find(({ first, last }) => first <= within && within <= last);
  const own = stretch?.begin === line;
  const range = lineRange(file, own ? line : line - (stretch?.shift ?? 0));
  return range === null ? null : { range, own };
}

/** The one object of that name; of several the one that istioctl's line is in. */
function objectPlace(file: KnownFile, hint: Hint): ObjectPlace | null {
  const { object, line } = hint;
  if (object === null) return null;
  const same = file.objects(object);
  const exact = same.filter(({ namespace }) => (namespace ?? '') === object.namespace);
  // istioctl fills in a namespace where an object has none.
  const fits = exact.length > 0 ? exact : same.filter(({ namespace }) => namespace === null);
  if (fits.length <= 1) return fits[0] ?? null;
  return line === null ? null : (fits.find((place) => spans(place, line)) ?? null);
}

function spans({ document, path }: ObjectPlace, line: number): boolean {
  const range = document.entryRange(path);
  return range !== null && range.line <= line && line <= range.endLine;
}

/** A whole line without the blanks in front of it; null when the text has no such line. */
function lineRange(file: KnownFile, line: number): SourceRange | null {
  const content = file.lines()[line - 1];
  if (content === undefined) return null;
  const column = content.length - content.trimStart().length + 1;
  return { file: file.name, line, column, endLine: line, endColumn: content.length + 1 };
}

/** The object of a document that was left out, where that holds no other. */
function onlyObject(file: KnownFile, { lost, document }: Hint): ObjectPlace | null {
  const inside = lost === 'document' && document !== null ? (file.within()[document] ?? []) : [];
  const [only] = inside;
  return inside.length === 1 && only !== undefined ? only : null;
}

function resourceWords({ kind, namespace, name }: ObjectPlace): string {
  return `${kind} ${namespace ? `${namespace}/` : ''}${name}`.trim();
}

function unreadablePlace(file: KnownFile, hint: Hint, message: string): Place | null {
  const within = hint.document === null ? null : (file.stretches()[hint.document] ?? null);
  const only = onlyObject(file, hint);
  const field = only === null ? null : fieldOf(only, message);
  if (field !== null) return { source: field, placedBy: 'field' };
  const fault = file.fault();
  if (fault !== null && (within === null || (within.first <= fault.line && fault.line <= within.last)))
    return { source: fault, placedBy: 'syntax' };
  const twice = /\bkey "([^"]*)" already set in map/.exec(message)?.[1];
  const notes = twice === undefined ? [] : (file.source()?.notes ?? []);
  const double = notes.filter(
    ({ code, message: said }) => code === 'duplicate-key' && said.includes(` ${twice} `),
  );
  const [note] = double;
  if (double.length === 1 && note?.source) return { source: note.source, placedBy: 'syntax' };
  if (within !== null) {
    const source = lineRange(file, within.begin);
    return source === null ? null : { source, placedBy: 'document' };
  }
  // Kubernetes' objects are mappings: a document that is none cannot be decoded.
  const other = file.source()?.documents.find(({ value }) => value !== null && typeof value !== 'object');
  const source = other?.entryRange([]) ?? null;
  return source === null ? null : { source, placedBy: 'document' };
}
