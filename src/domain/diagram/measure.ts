import { LETTERS, MONO, PUNCTUATION } from './advances.ts';
import type { SceneText } from './scene.ts';

/** What decides a text's width: its font, as in SceneText. */
export type Font = Pick<SceneText, 'size' | 'weight' | 'family'>;

/** Code points that take no room of their own: combining marks, joiners, direction marks, variation selectors. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Full width by UAX #11 (East Asian Width W and F), coarse: CJK, Hangul, kana, full-width forms, and pictographs. */
const FULL_WIDTH =
  /^[\u1100-\u115f\u2190-\u21ff\u2460-\u27bf\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]$/u;
/** What a letter of a script without a table may take: a careful guess, so that a box is too wide rather than too narrow. */
const UNKNOWN = 0.75;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function codeWidth(character: string, code: number, font: Font): number {
  const table = code >= PUNCTUATION.first ? PUNCTUATION : LETTERS;
  const known = table[font.weight][code - table.first] ?? 0;
  if (known > 0 && font.family === 'mono') return MONO / 1000;
  if (known > 0) return known / 1000;
  if (FULL_WIDTH.test(character)) return 1;
  if (NO_WIDTH.test(character)) return 0;
  return font.family === 'mono' && code < 0x2000 ? MONO / 1000 : UNKNOWN;
}

/** Width of a text in em. */
function widthInEm(text: string, font: Font): number {
  let width = 0;
  for (const character of text) width += codeWidth(character, character.codePointAt(0) ?? 0, font);
  return width;
}

/**
 * Width of a text in stage units, by the fonts' own advance widths without kerning (which only narrows).
 * Korean, Japanese, Chinese and pictographs count 1 em, combining marks 0.
 */
export function textWidth(text: string, font: Font): number {
  return widthInEm(text, font) * font.size;
}

/**
 * The text if it fits into `room`, else its beginning and end around “…”, never cutting a letter from its marks.
 * Empty when not even “…” fits.
 */
export function shorten(text: string, font: Font, room: number): string {
  if (textWidth(text, font) <= room) return text;
  const ellipsis = textWidth('…', font);
  if (ellipsis > room) return '';
  // Enough letters for the room at both ends, so that a text of a megabyte costs no more than a short one.
  const enough = Math.ceil(room / (font.size * 0.2)) * 4 + 16;
  const head = [...graphemes.segment(text.slice(0, enough))].map((part) => part.segment);
  const tail = [...graphemes.segment(text.slice(-enough))].map((part) => part.segment).reverse();
  let left = '';
  let right = '';
  let spare = room - ellipsis;
  for (let index = 0; ; index++) {
    const fromTail = index % 2 === 1;
    const next = (fromTail ? tail : head)[index >> 1];
    if (next === undefined) break;
    spare -= textWidth(next, font);
    if (spare < 0) break;
    if (fromTail) right = next + right;
    else left += next;
  }
  return `${left.trimEnd()}…${right.trimStart()}`;
}

/** A text cut into at most `lines` lines that fit into `room`, at spaces, dots, slashes or commas where it can. */
export function wrap(text: string, font: Font, room: number, lines: number): readonly string[] {
  const result: string[] = [];
  let rest = text;
  while (result.length < lines - 1 && textWidth(rest, font) > room) {
    let cut = 0;
    let width = 0;
    let at = 0;
    let end = 0;
    for (const { segment } of graphemes.segment(rest)) {
      width += textWidth(segment, font);
      if (width > room) break;
      if (at > 0 && /^[./:~]/.test(segment)) cut = at;
      at += segment.length;
      if (/[\s,]$/.test(segment)) cut = at;
      end = at;
    }
    if (end === 0) break;
    const place = cut > 0 ? cut : end;
    result.push(rest.slice(0, place).trimEnd());
    rest = rest.slice(place).trimStart();
  }
  return [...result, shorten(rest, font, room)];
}

/** A text as it may be drawn: one line, control and direction characters shown as what they are (`\u202e`). */
export function printable(text: string): string {
  return text
    .replace(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .replace(/\t/g, ' ')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replace(/ {2,}/g, ' ');
}
