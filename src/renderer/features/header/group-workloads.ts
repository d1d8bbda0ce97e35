import type { WorkloadSummary } from '../../../contract/types.ts';
import type { FoundWorkload } from './filter-workloads.ts';

export interface NamespaceGroup {
  readonly namespace: string;
  readonly members: readonly FoundWorkload[];
}

/** Workloads by namespace, both in the order of the input. */
export function groupByNamespace(workloads: readonly WorkloadSummary[]): readonly NamespaceGroup[] {
  const groups = new Map<string, FoundWorkload[]>();
  for (const [index, workload] of workloads.entries()) {
    const members = groups.get(workload.namespace);
    if (members === undefined) groups.set(workload.namespace, [{ index, workload }]);
    else members.push({ index, workload });
  }
  return [...groups].map(([namespace, members]) => ({ namespace, members }));
}
