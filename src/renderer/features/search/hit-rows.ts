import type { Part, WorkloadSummary } from '../../../domain/anatomy/model.ts';
import type { SearchResult } from '../../../domain/search/search-parts.ts';

/** A row of the list: a part of the workload on the stage, or another workload. */
export type HitRow =
  | { readonly kind: 'part'; readonly key: string; readonly part: Part; readonly within: string }
  | {
      readonly kind: 'workload';
      readonly key: string;
      readonly index: number;
      readonly workload: WorkloadSummary;
    };

/** Of a file of many workloads as many as these stand below the parts, however many parts there are. */
const WORKLOADS = 12;

/** At most `most` rows: parts first, and room for some workloads below them. */
export function hitRows({ parts, workloads }: SearchResult, most: number): readonly HitRow[] {
  const kept = Math.min(workloads.length, Math.max(WORKLOADS, most - parts.length));
  return [
    ...parts
      .slice(0, most - kept)
      .map(({ part, within }) => ({ kind: 'part', key: part.id, part, within }) as const),
    ...workloads
      .slice(0, kept)
      .map(({ index, workload }) => ({ kind: 'workload', key: `${index}`, index, workload }) as const),
  ];
}

/** Where in a label the query stands, or its first word that does; null where none does. */
export function matchIn(label: string, query: string): { readonly from: number; readonly to: number } | null {
  const small = label.toLowerCase();
  const whole = query.trim().toLowerCase();
  for (const word of [whole, ...whole.split(/\s+/)]) {
    const from = word === '' ? -1 : small.indexOf(word);
    if (from >= 0) return { from, to: from + word.length };
  }
  return null;
}
