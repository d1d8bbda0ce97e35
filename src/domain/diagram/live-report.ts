import type { Part } from '../anatomy/model.ts';
import { compareNode, type NodeComparison } from '../envoy/compare-node.ts';
import type { LadderStep } from '../envoy/ladder.ts';
import type { SceneReport } from './scene.ts';

/** One look at an Envoy, as far as its scene tells of it. */
export interface ReportedLook {
  readonly counts: SceneReport['counts'];
  /** JSON text; null until the config_dump was read. */
  readonly node: string | null;
  readonly server: { readonly version: string } | null;
  readonly dumpProblem?: string | null;
}

export interface Reported {
  readonly steps: readonly LadderStep[];
  /** The newest look; null where none was. */
  readonly look: ReportedLook | null;
  /** Of the process that runs now; else null. */
  readonly pid: number | null;
  readonly recorded: boolean;
}

/** Everything that the scene of a live bench tells. `compare` may know the comparison of a node already. */
export function reportOf(
  parts: readonly Part[],
  { steps, look, pid, recorded }: Reported,
  compare: (parts: readonly Part[], node: string) => NodeComparison | null = compareNode,
): SceneReport {
  return {
    // That all of it was recorded is said once.
    steps: recorded
      ? steps.map((step) => ({ ...step, evidence: step.evidence.replace(/^recorded: /, '') }))
      : steps,
    counts: look?.counts ?? null,
    node: typeof look?.node === 'string' ? compare(parts, look.node) : null,
    dumpProblem: look?.dumpProblem ?? null,
    pid,
    version: look?.server?.version ?? null,
    recorded,
  };
}
