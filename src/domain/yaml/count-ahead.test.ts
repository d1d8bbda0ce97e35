import { describe, expect, it } from 'vitest';
import { composeDocument } from './compose.ts';
import { countAhead } from './count-ahead.ts';
import { examine } from './examine.ts';
import { splitDocuments } from './split.ts';
import { SyntaxFault } from './syntax-fault.ts';

const TEXTS: readonly (readonly [string, string])[] = [
  ['lines', 'k: v\n'.repeat(40)],
  ['lists in lists', '- - a\n  - b: {c: d, e: [1, 2, 3,]}\n'.repeat(20)],
  ['JSON', `[${'{"a":1,"b":["c:d","e,f"]},'.repeat(20)}{}]`],
  ['a block of text', `a: |\n${'  k: v, w - x\n'.repeat(200)}b: 'x: y, z'\n`],
  ['texts that hold signs', `a: "${'k: v, w - x '.repeat(200)}"\nb: it's, - or :so\n`],
  ['comments', `a: 1 # b: c, - d\n${'# e: f, g\n'.repeat(100)}`],
];

function faultOf(work: () => unknown): SyntaxFault | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof SyntaxFault) return error;
    throw error;
  }
}
const ahead = (text: string, limits: { lexemes?: number; values: number }) =>
  faultOf(() => countAhead(text, splitDocuments(text).chunks, { many: 0, ...limits }));
const valuesOf = (text: string) => examine(text, 0, { values: 0, maxValues: 1e6 })?.values ?? 0;

describe('the count ahead of reading', () => {
  it.each(TEXTS)('of %s never refuses by values what reading takes', (_, text) => {
    expect(ahead(text, { values: valuesOf(text) })).toBeNull();
  });

  it.each(TEXTS)('of %s refuses by lexemes exactly what reading refuses, at the same place', (_, text) => {
    for (let lexemes = 1; lexemes < 400; lexemes += 17) {
      const reading = faultOf(() => composeDocument(text, (offset) => offset, lexemes));
      const counted = ahead(text, { lexemes, values: 1e6 });
      expect([counted?.code, counted?.offset, counted?.problem]).toEqual([
        reading?.code,
        reading?.offset,
        reading?.problem,
      ]);
    }
  });

  it('finds most values of lists and mappings, over all documents', () => {
    const text = 'a: 1\nb: 2\n---\n- 1\n- 2\n---\n[1, 2, 3, 4]\n';
    expect(ahead(text, { values: 7 })).toBeNull();
    expect(ahead(text, { values: 6 })).toMatchObject({
      code: 'yaml-too-many',
      offset: text.lastIndexOf(','),
    });
    expect(ahead(text, { values: 3 })?.offset).toBe(text.lastIndexOf('- 2'));
  });

  it('does not look at texts with few line ends and commas', () => {
    const text = 'a: 1\n';
    const chunks = splitDocuments(text).chunks;
    expect(faultOf(() => countAhead(text, chunks, { many: 1, values: 0 }))).toBeNull();
    expect(faultOf(() => countAhead(text, chunks, { many: 0, values: 0 }))?.code).toBe('yaml-too-many');
  });

  it('looks at texts of nothing but quotes', () => {
    for (const quote of ['"', "'"]) {
      const text = `${quote}${quote} `.repeat(50);
      const chunks = splitDocuments(text).chunks;
      const count = (many: number) =>
        faultOf(() => countAhead(text, chunks, { many, lexemes: 20, values: 1e6 }))?.code;
      expect([count(99), count(100)]).toEqual(['yaml-too-many', undefined]);
    }
  });

  it('counts aliases of one document where there may be many', () => {
    const aliases = (text: string, limit: number) =>
      faultOf(() =>
        countAhead(text, splitDocuments(text).chunks, { many: 1e6, aliases: limit, values: 1e6 }),
      );
    const text = `a: &a {x: y}\n${'b: *a\n'.repeat(5)}`;
    expect(aliases(text, 5)).toBeNull();
    expect(aliases(text, 4)).toMatchObject({ code: 'yaml-too-many', offset: text.lastIndexOf('*') });
    expect(aliases(`${text}---\n${text}`, 5)).toBeNull();
    expect(aliases(`a: |\n${'  char *b, *c;\n'.repeat(9)}b: "${'*c '.repeat(9)}"\n`, 1)).toBeNull();
  });
});
