import type { SourceRange } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import {
  isYamlMap,
  type Path,
  readYaml,
  type SourceDocument,
  type SourceFile,
  type YamlValue,
} from '../yaml/document.ts';
import type { NamedText } from './chosen-texts.ts';

/** A value of a document, and where it stands. */
export interface Place {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly value: YamlValue;
}

/** Every value of a file, parents before children. */
export function* everyPlace(file: SourceFile): Generator<Place> {
  for (const document of file.documents) yield* within(document, [], document.value);
}

function* within(document: SourceDocument, path: Path, value: YamlValue): Generator<Place> {
  yield { document, path, value };
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* within(document, [...path, index], item);
  else if (isYamlMap(value))
    for (const [key, item] of Object.entries(value)) yield* within(document, [...path, key], item);
}

/** Every annotation of that name, wherever `annotations` stand, with the text istioctl takes it for. */
export function annotations(
  file: SourceFile,
  name: string,
): { readonly place: Place; readonly text: string }[] {
  return [...everyPlace(file)].flatMap((place) => {
    if (place.path.at(-1) !== name || place.path.at(-2) !== 'annotations') return [];
    const text = place.document.text(place.path);
    return text === null ? [] : [{ place, text }];
  });
}

/** Reads a text that stands inside another one; null when it is no YAML. */
export function tryReadYaml(text: NamedText): SourceFile | null {
  try {
    return readYaml(text.name, text.text);
  } catch (thrown) {
    if (thrown instanceof InputFault) return null;
    throw thrown;
  }
}

/** `file:line: ` of a range, to put in front of a sentence; empty without one. */
export function at(range: SourceRange | null): string {
  return range === null ? '' : `${range.file}:${range.line}: `;
}

/**
 * Where a stretch of a text stands that is itself the value of a literal block (`|`): on the line of the file, not
 * of the text. null for texts written in any other way.
 */
export function insideBlock(
  file: SourceFile,
  block: SourceRange | null,
  inner: SourceRange,
): SourceRange | null {
  if (block === null) return null;
  const lines = file.text.split(/\r\n|\r|\n/);
  if (lines[block.line - 1]?.charAt(block.column - 1) !== '|') return null;
  const line = block.line + inner.line;
  const first = /\S/.exec(lines[block.line] ?? '');
  if (first === null || inner.line !== inner.endLine) return null;
  const indent = first.index;
  return {
    file: file.name,
    line,
    column: indent + inner.column,
    endLine: line,
    endColumn: indent + inner.endColumn,
  };
}
