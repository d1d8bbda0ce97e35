import { CST, Lexer } from 'yaml';
import { singleLineEnds } from './lexemes.ts';
import type { Chunk } from './split.ts';
import { MAX_ALIASES, MAX_LEXEMES, tooMany } from './syntax-fault.ts';

/**
 * Line ends and commas, or quotes; a text has up to eight lexemes for each of them, so that one with fewer is within every
 * limit.
 */
const MANY = 350_000;

export interface AheadLimits {
  /** Line ends and commas, or quotes, from which on a text is looked at. */
  readonly many?: number;
  /** Of one document. */
  readonly lexemes?: number;
  /** Of one document. */
  readonly aliases?: number;
  /** Entries and items of the file. */
  readonly values: number;
}

/**
 * Refuses a text that is over the limits by its lexemes alone, before structure is made of them, which takes five times
 * as long. Only texts that could be over them are looked at; what else is wrong with them is found by their reading.
 * Throws `SyntaxFault` (`yaml-too-many`).
 */
export function countAhead(text: string, chunks: readonly Chunk[], limits: AheadLimits): void {
  const { many = MANY, lexemes = MAX_LEXEMES, aliases = MAX_ALIASES, values } = limits;
  if (!hasMore(text, many) && !mayHaveAliases(text, aliases)) return;
  let counted = 0;
  for (const { start, end } of chunks) {
    const left = values - counted;
    counted += countOne(text.slice(start, end), start, { lexemes, aliases, left, values });
  }
}

/** Answers the entries and items that a document has at least. */
function countOne(
  written: string,
  start: number,
  limits: Required<Omit<AheadLimits, 'many'>> & { readonly left: number },
): number {
  let at = start;
  let content = false;
  let lexemes = 0;
  let aliases = 0;
  // In brackets an item may have a comma and an entry both signs: the larger count is on the safe side.
  let signs = 0;
  let commas = 0;
  for (const lexeme of new Lexer().lex(singleLineEnds(written))) {
    if (++lexemes > limits.lexemes) throw tooMany(at, limits.lexemes, 'words and signs in one document');
    if (!content && lexeme.startsWith('*') && ++aliases > limits.aliases)
      throw tooMany(at, limits.aliases, 'aliases (*name) in one document');
    if (!content && (lexeme === ':' || lexeme === '-')) signs++;
    if (!content && lexeme === ',') commas++;
    if (Math.max(signs, commas) > limits.left) throw tooMany(at, limits.values, 'values');
    content = lexeme === CST.SCALAR;
    if (!content && lexeme !== CST.DOCUMENT && lexeme !== CST.FLOW_END) at += lexeme.length;
  }
  return Math.max(signs, commas);
}

function hasMore(text: string, many: number): boolean {
  let count = 0;
  let quotes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code === 10 || code === 13 || code === 44) && ++count > many) return true;
    if ((code === 34 || code === 39) && ++quotes > many) return true;
  }
  return false;
}

/** A `*` behind a blank or a sign and before a letter may be an alias; in a block of text it is none. */
function mayHaveAliases(text: string, aliases: number): boolean {
  let count = 0;
  for (let at = text.indexOf('*'); at !== -1; at = text.indexOf('*', at + 1))
    if (/[\w-]/.test(text.charAt(at + 1)) && /[\s,[{:-]/.test(text.charAt(at - 1)) && ++count > aliases)
      return true;
  return false;
}
