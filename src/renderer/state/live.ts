import type { EnvoyEnded, EnvoySnapshot, LadderStep } from '../../contract/types.ts';
import { asRecorded, endedWords, ofRun, ofVerdict, refusal } from '../../domain/diagram/live-words.ts';
import type { SceneLive } from '../../domain/diagram/scene.ts';
import { NOT_STARTED } from '../../domain/diagram/truth-words.ts';
import type { Verdict } from './bootstrap-store.ts';
import type { RunPhase } from './run-store.ts';

export { endedWords, LOST_WORDS, reasonLine, SILENT_WORDS } from '../../domain/diagram/live-words.ts';

/** What is known of the bootstrap on the stage, from the newest look at a real Envoy. */
export interface LiveInput {
  /** `editKey` of the bootstrap on the stage. */
  readonly key: string;
  readonly yaml: string;
  readonly verdict: Verdict | null;
  readonly run: {
    readonly phase: RunPhase;
    readonly key: string | null;
    readonly snapshot: EnvoySnapshot | null;
    readonly ended: EnvoyEnded | null;
  };
  /** All of it is a moment of a recording. */
  readonly past: boolean;
}

/** What the stage may say of the bootstrap it draws; null where there is none. */
export function sceneLive(input: LiveInput): SceneLive | null {
  const { run, verdict, key, yaml } = input;
  if (key === '') return null;
  const live = run.key === key ? ofRun(run) : null;
  const said = verdict !== null && verdict.key === key && verdict.yaml === yaml ? verdict.result : null;
  const now = live ?? (said === null ? null : ofVerdict(said)) ?? NOT_STARTED;
  return input.past ? asRecorded(now) : now;
}

const IDS = ['accepted', 'istiod', 'identity', 'config', 'live', 'pod-ready'] as const;

function blank(first: LadderStep): readonly LadderStep[] {
  return IDS.map((id) => (id === 'accepted' ? first : { id, state: 'not-reached', evidence: '' }));
}

/** Nothing waits in a program that has ended, or that nobody sees any more. */
function noLongerWaiting(step: LadderStep): LadderStep {
  return step.state === 'waiting' ? { ...step, state: 'not-reached' } : step;
}

/** The ladder as far as it is known: a running Envoy's own steps, else what `--mode validate` said. */
export function ladderSteps(input: LiveInput): readonly LadderStep[] {
  const steps = newestSteps(input);
  if (!input.past) return steps;
  return steps.map((step) => ({
    ...step,
    evidence: step.evidence === '' ? '' : `recorded: ${step.evidence}`,
  }));
}

function newestSteps(input: LiveInput): readonly LadderStep[] {
  const { run, verdict } = input;
  if (run.key === input.key && run.ended?.by === 'itself' && run.snapshot === null)
    return blank({
      id: 'accepted',
      state: 'failed',
      evidence: run.ended.explanation?.message ?? run.ended.reason ?? endedWords(run.ended),
    });
  if (run.key === input.key && run.snapshot !== null)
    return run.ended === null && run.phase !== 'lost'
      ? run.snapshot.steps
      : run.snapshot.steps.map(noLongerWaiting);
  if (verdict !== null && verdict.key === input.key && verdict.yaml === input.yaml) {
    const { exitCode, explanation } = verdict.result;
    return exitCode === 0
      ? blank({ id: 'accepted', state: 'passed', evidence: 'envoy --mode validate: OK, exit 0' })
      : blank({
          id: 'accepted',
          state: 'failed',
          evidence: `${explanation?.message ?? refusal(verdict.result)} · exit ${exitCode ?? 'unknown'}`,
        });
  }
  return blank({ id: 'accepted', state: 'not-reached', evidence: '' });
}

/** The step that tells most: where the proxy is stuck, else the last one it passed. */
export function tellingStep(steps: readonly LadderStep[]): LadderStep | null {
  return (
    steps.find((step) => step.state === 'failed') ??
    steps.find((step) => step.state === 'waiting') ??
    steps.findLast((step) => step.state === 'passed') ??
    null
  );
}
