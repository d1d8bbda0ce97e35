import { describe, expect, it } from 'vitest';
import { Lexer } from 'yaml';
import { passesLexemes } from './least-lexemes.ts';
import { singleLineEnds } from './lexemes.ts';
import { refuseEarly } from './refuse-early.ts';
import { splitDocuments } from './split.ts';
import { SyntaxFault } from './syntax-fault.ts';

const TEXTS: readonly (readonly [string, string])[] = [
  ['lines', 'k: v\n'.repeat(40)],
  ['keys without values', 'k:\n'.repeat(40)],
  ['lists in lists', '- - a\n  - b: {c: d, e: [1, 2, 3,]}\n'.repeat(20)],
  ['JSON', `[${'{"a":1,"b":["c:d","e,f"]},'.repeat(20)}{}]`],
  ['JSON in lines', `{\n  "a": "b: c, - d",\n${'  "k": [1, 2],\n'.repeat(20)}  "e": {}\n}\n`],
  ['a block of text', `a: |\n${'  k: v, - "x\n'.repeat(200)}b: 'x: y, z'\n`],
  ['blocks in a list', `- >-  # c: d\n${'  k: v\n\n'.repeat(20)}- x: |2\n${'     k: v\n'.repeat(20)}- y\n`],
  ['texts that hold signs', `a: "${'k: v, - w '.repeat(9)}"\nb: it's, - or :so\nc: a#b: c\n`],
  ['quotes over lines', `a: "k: v\n  k: v\n  - [b, c]"\nb: 'it''s: d\n  e: f'\n`],
  ['comments', `a: 1 # b: c, - d\n${'# e: f, g\n'.repeat(100)}`],
  ['keys behind a ?', '? a\n: b\n? c\n'.repeat(20)],
  ['directives', '%FOO bar\n'.repeat(20)],
  ['CRLF', 'k: v\r\n- |\r\n  a: b\r\n'.repeat(20)],
];

const lexemesIn = (text: string): number => [...new Lexer().lex(singleLineEnds(text))].length;

function faultOf(text: string, large: number, lexemes: number): SyntaxFault | null {
  try {
    refuseEarly(text, splitDocuments(text).chunks, large, lexemes);
    return null;
  } catch (error) {
    if (error instanceof SyntaxFault) return error;
    throw error;
  }
}

describe('the count of lexemes without a lexer', () => {
  it.each(TEXTS)('of %s is never higher than the true one', (_, text) => {
    expect(passesLexemes(text, 0, text.length, lexemesIn(text))).toBeNull();
  });

  it.each([
    ['keys', 'k: v\n'],
    ['lists', '- a\n'],
    ['keys behind a ?', '? a\n'],
    ['directives', '%FOO bar\n'],
    ['flow lists', '[a, b, c, d]\n'],
    ['quotes', '"a" "b"\n'],
  ])('of %s alone is a quarter of the true one or more', (_, line) => {
    const text = line.repeat(1000);
    expect(passesLexemes(text, 0, text.length, lexemesIn(text) / 4)).not.toBeNull();
  });

  it('tells the line on which the limit is passed', () => {
    const text = 'a: b\n'.repeat(100);
    expect(passesLexemes(text, 0, text.length, 30)).toBe(50);
    expect(faultOf(text, 10, 30)).toMatchObject({ code: 'yaml-too-many', offset: 50 });
    expect(faultOf(text, 1000, 30)).toBeNull();
  });
});

describe('a large document that is one text in quotes', () => {
  it.each([
    ["''''''''''", 'a document must be a mapping, not a text'],
    ['# c\n "a\\"b" # d\n', 'a document must be a mapping, not a text'],
    ["'a''b", 'the quote that opens here is never closed'],
    ['"a\\"', 'the quote that opens here is never closed'],
  ])('is refused: %j', (text, problem) => {
    expect(faultOf(text, 1, 1e6)).toMatchObject({ code: 'yaml-syntax', problem });
  });

  it.each(['"a": b', "'it''s' : b", '{"a": b}', 'a: "b"'])(
    'is none where it is a key or a value: %j',
    (text) => {
      expect(faultOf(text, 1, 1e6)).toBeNull();
    },
  );
});

describe('a large document of brackets in brackets', () => {
  it.each([
    ['lists', '['.repeat(501), 500],
    ['lists and maps, with blanks and a comment before', `# c\n${'[ {\n'.repeat(251)}`, 4 + 250 * 4],
  ])('is refused where the limit is passed: %s', (_, text, offset) => {
    expect(faultOf(`${text}]`, 1, 1e6)).toMatchObject({ code: 'yaml-too-deep', offset });
  });

  it('is none up to the limit, nor where the brackets are closed', () => {
    expect(faultOf(`${'['.repeat(500)}${']'.repeat(500)}`, 1, 1e6)).toBeNull();
    expect(faultOf(`[${'[],'.repeat(600)}]`, 1, 1e6)).toBeNull();
  });
});
