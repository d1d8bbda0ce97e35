import { visibleText } from '../anatomy/visible-text.ts';
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

/** Characters that never join with another of their own kind (UAX #29): Latin, and the signs that we write ourselves. */
const PLAIN =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u23ff\u2500-\u27bf]*$/;

let segmenter: Intl.Segmenter | null = null;

/**
 * The letters of a text, each with its marks. Plain text needs no segmenter, which is a hundred times as slow, and takes
 * some 20 ms of a browser to be made at all.
 */
export function lettersOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

function codeWidth(character: string, code: number, font: Font): number {
  const table = code >= PUNCTUATION.first ? PUNCTUATION : LETTERS;
  const known = table[font.weight][code - table.first] ?? 0;
  if (known > 0 && font.family === 'mono') return MONO / 1000;
  if (known > 0) return known / 1000;
  if (FULL_WIDTH.test(character)) return 1;
  if (NO_WIDTH.test(character)) return 0;
  return font.family === 'mono' && code < 0x2000 ? MONO / 1000 : UNKNOWN;
}

/** Width of a text in em. Nearly every letter has its place in the table of ASCII. */
function widthInEm(text: string, font: Font): number {
  const table = LETTERS[font.weight];
  const mono = font.family === 'mono';
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const known = table[text.charCodeAt(at) - LETTERS.first] ?? 0;
    if (known > 0) {
      width += (mono ? MONO : known) / 1000;
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    const character = String.fromCodePoint(code);
    width += codeWidth(character, code, font);
    at += character.length - 1;
  }
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
  const head = lettersOf(text.slice(0, enough));
  const tail = [...lettersOf(text.slice(-enough))].reverse();
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

/**
 * A text cut into at most `lines` lines that fit into `room`: at spaces, commas, dots or slashes where it
 * can, else after a hyphen.
 */
export function wrap(text: string, font: Font, room: number, lines: number): readonly string[] {
  const result: string[] = [];
  let rest = text;
  while (result.length < lines - 1 && textWidth(rest, font) > room) {
    let cut = 0;
    let soft = 0;
    let width = 0;
    let at = 0;
    let end = 0;
    for (const segment of lettersOf(rest.slice(0, 2000))) {
      width += textWidth(segment, font);
      if (width > room) break;
      if (at > 0 && /^[./:~]/.test(segment) && /^\S/.test(rest.slice(at + 1))) cut = at;
      at += segment.length;
      if (/[\s,]$/.test(segment)) cut = at;
      else if (segment === '-') soft = at;
      end = at;
    }
    if (end === 0) break;
    const place = cut || soft || end;
    result.push(rest.slice(0, place).trimEnd());
    rest = rest.slice(place).trimStart();
  }
  return [...result, shorten(rest, font, room)];
}

/** What a text may hold that is not drawn as it is. */
const ALTERED = /[^ -~]| {2}/;

/** A text as one line of a drawing: line breaks and indentation are a space, what cannot be seen is written out. */
export function printable(text: string): string {
  if (!ALTERED.test(text)) return text;
  return visibleText(text.replace(/[ \t\r\n]+/g, ' '));
}
