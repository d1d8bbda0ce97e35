import type { WorkloadSummary } from '../../../contract/types.ts';

export interface FoundWorkload {
  readonly index: number;
  readonly workload: WorkloadSummary;
}

/** Workloads that hold every word of the query in their name, kind or namespace, in the order of the input. */
export function filterWorkloads(
  workloads: readonly WorkloadSummary[],
  query: string,
): readonly FoundWorkload[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return workloads
    .map((workload, index) => ({ index, workload }))
    .filter(({ workload }) => {
      const text = `${workload.name} ${workload.kind} ${workload.namespace}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
}
