/** One stretch of a file between separators; offsets in the text. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** A line that begins with `---` but is no separator that istioctl takes. */
export interface BadSeparator {
  readonly offset: number;
  readonly text: string;
}

/**
 * Splits a text where istioctl does (k8s.io/apimachinery, `YAMLReader`): at every line that begins with `---`, only
 * blanks or a comment behind it. Indented `---` (inside a block of text) does not count. Stretches without any
 * content are left out.
 */
export function splitDocuments(text: string): {
  readonly chunks: Chunk[];
  readonly bad: BadSeparator | null;
} {
  const chunks: Chunk[] = [];
  let start = 0;
  const add = (end: number) => {
    if (hasContent(text, start, end)) chunks.push({ start, end });
  };
  for (let index = text.indexOf('---'); index !== -1; index = text.indexOf('---', index + 1)) {
    if (index > 0 && !isLineEnd(text.charCodeAt(index - 1))) continue;
    const end = endOfLine(text, index + 3);
    // Most have nothing behind them, and there may be millions.
    const rest = end === index + 3 ? '' : text.slice(index + 3, end).trim();
    if (rest !== '' && !rest.startsWith('#')) return { chunks, bad: { offset: index, text: rest } };
    add(index);
    start = end;
    index = end - 1;
  }
  add(text.length);
  return { chunks, bad: null };
}

const isLineEnd = (code: number): boolean => code === 10 || code === 13;

/** Letter by letter: a file of nothing but line ends has millions of them, too many to make a text of each. */
function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

/** How many separators stand in a text; istioctl writes one behind every stretch, an empty one included. */
export function separators(text: string): number {
  return text.match(SEPARATOR)?.length ?? 0;
}

/** The line, from 1, behind the separator of that number; 0: the first of the text. null when there are not so many. */
export function lineOfStretch(text: string, number: number): number | null {
  let line = 1;
  let from = 0;
  if (number === 0) return line;
  let left = number;
  for (const { index } of text.matchAll(SEPARATOR)) {
    line += text.slice(from, index).match(/\r\n|\r|\n/g)?.length ?? 0;
    from = index;
    left -= 1;
    if (left === 0) return line + 1;
  }
  return null;
}

const SEPARATOR = /(?<![^\n\r])---[ \t]*(?:#[^\n\r]*)?(?![^\n\r])/g;

/** Anything but empty lines and comments; a tab counts, because istioctl refuses it there. */
function hasContent(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    if (at >= end) return false;
    const code = text.charCodeAt(at);
    if (code === HASH) at = endOfLine(text, at);
    else if (!isLineEnd(code)) return true;
    at++;
  }
  return false;
}

const SPACE = 32;
const HASH = 35;
