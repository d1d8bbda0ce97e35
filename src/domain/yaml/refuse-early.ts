import { passesLexemes } from './least-lexemes.ts';
import type { Chunk } from './split.ts';
import { MAX_DEPTH, MAX_LEXEMES, neverClosed, SyntaxFault, tooDeep, tooMany } from './syntax-fault.ts';

/** Documents of fewer characters are read in a blink. */
const LARGE = 1_000_000;

/**
 * Refuses a large document by one look at its characters where that tells enough: far over the limit of lexemes, or
 * nothing but one text in quotes, or brackets in brackets from its start. Throws `SyntaxFault` (`yaml-too-many`,
 * `yaml-too-deep`, `yaml-syntax`).
 */
export function refuseEarly(
  text: string,
  chunks: readonly Chunk[],
  large = LARGE,
  lexemes = MAX_LEXEMES,
): void {
  for (const { start, end } of chunks) {
    if (end - start <= large) continue;
    refuseBrackets(text, start);
    const over = passesLexemes(text, start, end, lexemes);
    if (over !== null) throw tooMany(over, lexemes, 'words and signs in one document');
    refuseQuoted(text, start, end);
  }
}

const BRACKETS = new RegExp(`(?:[ \\n\\r]|#[^\\n\\r]*)*(?:[[{][ \\t\\n\\r]*){${MAX_DEPTH}}[[{]`, 'y');

/** Brackets that open one in the other, with nothing between, are levels without a lexer, too. */
function refuseBrackets(text: string, start: number): void {
  BRACKETS.lastIndex = start;
  if (BRACKETS.test(text)) throw tooDeep(BRACKETS.lastIndex - 1);
}

/** A text in quotes is no object, unless it is the key of one. */
function refuseQuoted(text: string, start: number, end: number): void {
  const opening = /(?:[ \n\r]|#[^\n\r]*)*/y;
  opening.lastIndex = start;
  opening.test(text);
  const at = opening.lastIndex;
  const mark = text.charAt(at);
  if (at >= end || (mark !== '"' && mark !== "'")) return;
  const close = closingQuote(text, at, end);
  if (close === -1) throw neverClosed(mark, at);
  const behind = /[ \t]*/y;
  behind.lastIndex = close + 1;
  behind.test(text);
  if (text.charAt(behind.lastIndex) === ':') return;
  throw new SyntaxFault(
    'yaml-syntax',
    at,
    'a document must be a mapping, not a text',
    'Open a file with a workload (Deployment, Pod …).',
  );
}

/** Where the quote that opens at `at` is closed; -1 when it is not. */
function closingQuote(text: string, at: number, end: number): number {
  const mark = text.charAt(at);
  for (
    let next = text.indexOf(mark, at + 1);
    next !== -1 && next < end;
    next = text.indexOf(mark, next + 1)
  ) {
    if (mark === "'" && text.charAt(next + 1) === mark) next++;
    else if (mark === "'" || !isEscaped(text, next)) return next;
  }
  return -1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charAt(at - 1 - backslashes) === '\\') backslashes++;
  return backslashes % 2 === 1;
}
