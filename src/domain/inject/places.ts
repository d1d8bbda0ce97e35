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
import type { NamedText } from './injection-set.ts';

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
