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
  const separator = /^---[^\n\r]*/gm;
  let start = 0;
  const add = (end: number) => {
    if (hasContent(text, start, end)) chunks.push({ start, end });
  };
  for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
    // In a RegExp a line also begins behind U+2028 and U+2029; for istioctl it does not.
    if (match.index > 0 && !'\n\r'.includes(text.charAt(match.index - 1))) continue;
    const rest = match[0].slice(3).trim();
    if (rest !== '' && !rest.startsWith('#')) return { chunks, bad: { offset: match.index, text: rest } };
    add(match.index);
    start = match.index + match[0].length;
  }
  add(text.length);
  return { chunks, bad: null };
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
  const line = /[^\n\r]*/y;
  for (let at = start; at < end; at++) {
    line.lastIndex = at;
    const found = (line.exec(text)?.[0] ?? '').slice(0, end - at);
    const bare = found.replace(/^ +/, '');
    if (bare !== '' && !bare.startsWith('#')) return true;
    at += found.length;
  }
  return false;
}
