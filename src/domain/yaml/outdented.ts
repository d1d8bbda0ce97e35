import { CST, Lexer } from 'yaml';

/**
 * Text inside brackets and quotes may stand at any column for libyaml (YAML 1.1 as Go reads it); `yaml` follows YAML 1.2
 * and wants it deeper than the key. Spaces in front of such lines change no value, so they are put in, and offsets are
 * led back to the text as it was given.
 */
export interface ShiftedText {
  readonly text: string;
  /** Offset in the text as it was given. */
  original(offset: number): number;
}

export function unshifted(text: string): ShiftedText {
  return { text, original: (offset) => offset };
}

/** Whether a lexeme shows that a bracket or quote was left because a line stands too far left (or never closes). */
export function isBroken(lexeme: string): boolean {
  if (lexeme === CST.FLOW_END) return true;
  const quote = lexeme.charAt(0);
  if (quote !== '"' && quote !== "'") return false;
  if (lexeme.length === 1 || !lexeme.endsWith(quote)) return true;
  // An even number of closing apostrophes are escaped ones, and so is a quote behind an odd number of backslashes.
  const escaping = quote === '"' ? '\\' : quote;
  let first = lexeme.length - 1;
  while (first > 1 && lexeme.charAt(first - 1) === escaping) first--;
  return (lexeme.length - 1 - first) % 2 === 1;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Moves every such line to the right, in one pass over the text. Returns the offset of what is never closed instead,
 * if there is something.
 */
export function shiftOutdented(given: string): ShiftedText | { readonly open: number } {
  const stretches: Stretch[] = [];
  let from = 0;
  for (;;) {
    const start = firstBroken(given, from);
    if (start === null) break;
    const length = lengthOfNode(given.slice(start));
    if (length === null) return { open: start };
    const end = start + length;
    stretches.push({ start, end });
    const next = given.indexOf('\n', end);
    if (next === -1) break;
    from = next + 1;
  }
  return shift(given, stretches);
}

/** Where the first bracket or quote begins that a line breaks off. */
function firstBroken(text: string, from: number): number | null {
  let at = from;
  let outermost = from;
  let level = 0;
  let content = false;
  for (const lexeme of new Lexer().lex(from === 0 ? text : text.slice(from))) {
    if (!content && isBroken(lexeme)) return level > 0 ? outermost : at;
    const change = content ? 0 : levelChange(lexeme);
    if (level === 0 && change > 0) outermost = at;
    level = Math.max(0, level + change);
    content = lexeme === CST.SCALAR;
    if (!content && lexeme !== CST.DOCUMENT) at += lexeme.length;
  }
  return level > 0 ? outermost : null;
}

/** Length of the bracket or quoted text that `text` begins with; null when it does not end. */
function lengthOfNode(text: string): number | null {
  let at = 0;
  let level = 0;
  let content = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === CST.DOCUMENT) continue;
    if (!content && isBroken(lexeme)) return null;
    level += content ? 0 : levelChange(lexeme);
    content = lexeme === CST.SCALAR;
    if (content) continue;
    at += lexeme.length;
    if (level === 0) return at;
  }
  return null;
}

function levelChange(lexeme: string): number {
  if (lexeme === '[' || lexeme === '{') return 1;
  return lexeme === ']' || lexeme === '}' ? -1 : 0;
}

function shift(given: string, stretches: readonly Stretch[]): ShiftedText {
  // For each moved line: where its spaces begin in the new text, and how many were put in up to its end.
  const starts: number[] = [];
  const totals: number[] = [];
  let text = '';
  let taken = 0;
  let total = 0;
  for (const { start, end } of stretches) {
    const lineStart = given.lastIndexOf('\n', start - 1) + 1;
    const width = start - lineStart + 1;
    for (let at = given.indexOf('\n', start); at !== -1 && at < end; at = given.indexOf('\n', at + 1)) {
      text += given.slice(taken, at + 1);
      taken = at + 1;
      starts.push(text.length);
      text += ' '.repeat(width);
      total += width;
      totals.push(total);
    }
  }
  text += given.slice(taken);
  return { text, original: (offset) => lead(starts, totals, offset) };
}

function lead(starts: readonly number[], totals: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return offset;
  const before = totals[low - 2] ?? 0;
  const width = (totals[low - 1] ?? 0) - before;
  return offset - before - Math.min(width, offset - (starts[low - 1] ?? 0));
}
