import type { EnvoySnapshot } from '../../contract/types.ts';
import type { Part } from '../../domain/anatomy/model.ts';
import { reportOf } from '../../domain/diagram/live-report.ts';
import type { SceneLive, SceneReport } from '../../domain/diagram/scene.ts';
import type { NodeComparison } from '../../domain/envoy/compare-node.ts';
import type { Redactor } from '../../domain/redact/redactor.ts';
import { type LiveInput, ladderSteps } from './live.ts';

/** The newest look at an Envoy with the bootstrap on the stage. */
const seenOf = ({ key, run }: LiveInput): EnvoySnapshot | null => (run.key === key ? run.snapshot : null);

const runsNow = ({ run, past }: LiveInput): boolean => !past && run.phase === 'running' && run.ended === null;

/** Everything that the scene of a live bench tells. `compare` may know the comparison of a node already. */
export function sceneReport(
  input: LiveInput,
  parts: readonly Part[],
  compare?: (parts: readonly Part[], node: string) => NodeComparison | null,
): SceneReport {
  const look = seenOf(input);
  const pid = runsNow(input) ? (look?.pid ?? null) : null;
  return reportOf(parts, { steps: ladderSteps(input), look, pid, recorded: input.past }, compare);
}

/** When the newest look was, for a picture that leaves the app; nothing where no Envoy was looked at. */
export function seenWords(input: LiveInput, today: Date): readonly string[] {
  const look = seenOf(input);
  if (look === null) return [];
  const after = `Envoy ${(look.t / 1000).toFixed(1)} s after its start`;
  return [
    runsNow(input)
      ? `live: ${after}, ${today.toISOString().slice(0, 19)}Z`
      : `seen last: ${after}, before it ended or was lost`,
  ];
}

/** What a program said, with what is masked elsewhere in the picture masked in it too. */
export function redactLive(live: SceneLive | null, redactor: Redactor): SceneLive | null {
  if (live === null) return null;
  const text = (said: string): string => redactor.again(redactor.text(said));
  const { report } = live;
  if (report === undefined) return { ...live, evidence: text(live.evidence) };
  const steps = report.steps.map((step) => ({ ...step, evidence: text(step.evidence) }));
  const dumpProblem = report.dumpProblem === null ? null : text(report.dumpProblem);
  return { ...live, evidence: text(live.evidence), report: { ...report, steps, dumpProblem } };
}
