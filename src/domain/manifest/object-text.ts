import type { SourceRange } from '../anatomy/model.ts';
import { cutOut } from '../yaml/align.ts';
import type { ReadManifest } from './read-manifest.ts';

/** The text of one object alone. */
export interface ObjectText {
  readonly text: string;
  /** The line of the manifest that is its first one. */
  readonly firstLine: number;
  /** How far its lines were moved to the left: an item of a List stands further in. */
  readonly indent: number;
  /** Lines at its end that are left out, because it is longer than is shown; 0: it is whole. */
  readonly left: number;
}

/** More than any object of an installation has; a page takes as much in one go. */
const MAX_LETTERS = 2_000_000;

/** The lines of an object as they are written in the manifest; null where it has no object of that number. */
export function objectText({ places, file }: ReadManifest, index: number): ObjectText | null {
  const source = places[index]?.source;
  if (source === undefined) return null;
  const whole = cutOut(file.text, source);
  const place = { firstLine: source.line, indent: source.column - 1 };
  if (whole.length <= MAX_LETTERS) return { text: whole, ...place, left: 0 };
  const text = whole.slice(0, whole.lastIndexOf('\n', MAX_LETTERS) + 1);
  return { text, ...place, left: whole.slice(text.length).split('\n').length - 1 };
}

/** A place of the manifest as one of the text of the object alone. */
export function placeInObject(
  range: SourceRange,
  { firstLine, indent }: Pick<ObjectText, 'firstLine' | 'indent'>,
): SourceRange {
  const move = (column: number) => Math.max(1, column - indent);
  return {
    ...range,
    line: range.line - firstLine + 1,
    endLine: range.endLine - firstLine + 1,
    column: move(range.column),
    endColumn: move(range.endColumn),
  };
}
