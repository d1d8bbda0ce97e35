import { Text } from '@codemirror/state';

/** How much text is made into lines in one go, in characters: some milliseconds' work. */
const PIECE = 500_000;
/** Longer than any line that people read; a parser that goes by lines would hold the page over it. */
const LONG_LINE = 100_000;
const LINE_BREAK = /\r\n?|\n/;

/** Whether a text is so long that it is better made into a document in pieces. */
export const isLarge = (text: string): boolean => text.length > 2 * PIECE;

/** Behind the last line break of a piece; where it has none, anywhere but between the two characters of one. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(start + PIECE, text.length);
  const breakBefore = text.lastIndexOf('\n', end - 1) + 1;
  if (end === text.length || breakBefore > start) return end === text.length ? end : breakBefore;
  return text[end - 1] === '\r' && text[end] === '\n' ? end + 1 : end;
}

/** A text as the editor's document, made in pieces between which the page lives on. */
export async function largeDocument(text: string): Promise<Text> {
  let all = Text.empty;
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    all = all.append(Text.of(text.slice(start, end).split(LINE_BREAK)));
    start = end;
    await new Promise((done) => setTimeout(done, 0));
  }
  return all;
}

/** Whether a line of it is too long to be coloured. */
export function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    if (end - start > LONG_LINE) return true;
    start = end + 1;
  }
  return false;
}
