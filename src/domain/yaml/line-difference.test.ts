import { describe, expect, it } from 'vitest';
import { type LineChange, lineChanges } from './line-difference.ts';

const of = (a: string, b: string) => lineChanges([...a], [...b]);

/** The second text, made from the first by the changes alone. */
function applied(a: readonly string[], b: readonly string[], changes: readonly LineChange[]): string[] {
  const made: string[] = [];
  let at = 0;
  for (const change of changes) {
    made.push(...a.slice(at, change.fromA), ...b.slice(change.fromB, change.toB));
    at = change.toA;
  }
  return [...made, ...a.slice(at)];
}

describe('changes in whole lines', () => {
  it('are none between equal texts, and one where a line was put in, taken away or replaced', () => {
    expect(of('abc', 'abc')).toEqual([]);
    expect(of('ac', 'abc')).toEqual([{ fromA: 1, toA: 1, fromB: 1, toB: 2 }]);
    expect(of('abc', 'ac')).toEqual([{ fromA: 1, toA: 2, fromB: 1, toB: 1 }]);
    expect(of('abc', 'axc')).toEqual([{ fromA: 1, toA: 2, fromB: 1, toB: 2 }]);
    expect(of('', 'ab')).toEqual([{ fromA: 0, toA: 0, fromB: 0, toB: 2 }]);
  });

  it('turn the one text into the other, as few as can be', () => {
    for (const [a, b, count] of [
      ['abcabba', 'cbabac', 5],
      ['metadata', 'templates', 11],
      ['', '', 0],
    ] as const) {
      const changes = of(a, b) ?? [];
      expect(applied([...a], [...b], changes).join('')).toBe(b);
      const lines = changes.reduce((sum, one) => sum + one.toA - one.fromA + one.toB - one.fromB, 0);
      expect(lines).toBe(count);
    }
  });

  it('are given up when too many lines differ', () => {
    expect(lineChanges(['a', 'b'], ['c', 'd'], 3)).toBeNull();
  });
});
