import { describe, expect, it } from 'vitest';
import type { Part, WorkloadSummary } from '../../../domain/anatomy/model.ts';
import { hitRows, matchIn } from './hit-rows.ts';

const part = (id: string) => ({ part: { id } as Part, within: '' });
const workload = (index: number) => ({ index, workload: { name: `w${index}` } as WorkloadSummary });
const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('hitRows', () => {
  it('gives parts first, and some workloads below them however many parts there are', () => {
    const result = {
      parts: many(60, (at) => part(`p${at}`)),
      partCount: 900,
      workloads: many(60, workload),
      workloadCount: 1000,
    };
    const rows = hitRows(result, 60);
    expect(rows).toHaveLength(60);
    expect(rows.filter(({ kind }) => kind === 'workload')).toHaveLength(12);
    expect(rows[0]?.kind).toBe('part');
  });

  it('gives all when there are few', () => {
    const result = { parts: [part('a')], partCount: 1, workloads: [workload(3)], workloadCount: 1 };
    expect(hitRows(result, 60).map(({ key }) => key)).toEqual(['a', '3']);
  });
});

describe('matchIn', () => {
  it('finds the whole query in a label, else the first of its words that is there', () => {
    expect(matchIn('ISTIO_META_OWNER', 'meta')).toEqual({ from: 6, to: 10 });
    expect(matchIn('ISTIO_META_OWNER', 'env owner')).toEqual({ from: 11, to: 16 });
    expect(matchIn('CA_ADDR', 'token')).toBeNull();
  });
});
