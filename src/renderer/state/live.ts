import type { EnvoyEnded, EnvoyExplanation, EnvoySnapshot, LadderStep } from '../../contract/types.ts';
import type { SceneLive } from '../../domain/diagram/scene.ts';
import { NOT_STARTED } from '../../domain/diagram/truth-words.ts';
import { isSilent } from '../../domain/envoy/ladder.ts';
import type { Verdict } from './bootstrap-store.ts';
import type { RunPhase } from './run-store.ts';

/**
 * The line of Envoy's output that says why it ended, without its time stamp, source file and the words every
 * refusal begins with; null when no line is
 * critical or an error. Envoy changes its wordings on purpose, so only the level is looked for.
 */
export function reasonLine(output: string): string | null {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling =
    lines.findLast((line) => line.includes('[critical]')) ??
    lines.findLast((line) => line.includes('[error]'));
  if (telling === undefined) return null;
  const message = telling.replace(/^(?:\s*\[[^\]]*\])+\s*/, '').trim();
  return message.replace(/^error initializing configuration '[^']*':\s*/, '');
}

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

function ofSnapshot(snapshot: EnvoySnapshot): SceneLive {
  const at = snapshot.adminAddress === '' ? {} : { admin: snapshot.adminAddress };
  if (isSilent(snapshot)) return { rung: 'silent', evidence: SILENT_WORDS, last: snapshot.rung, ...at };
  const ready = snapshot.ready === null ? 'no answer' : `${snapshot.ready.code} ${snapshot.ready.body}`;
  const state = snapshot.connectedState === null ? '' : ` · connected_state ${snapshot.connectedState}`;
  return { rung: snapshot.rung, evidence: `${ready}${state}`, ...at };
}

/** Why Envoy refused, as short as the stage needs it; of a text it cannot read it repeats the whole, so our words then. */
function refusal(said: { readonly output: string; readonly explanation?: EnvoyExplanation }): string {
  const { output, explanation } = said;
  if (explanation?.code === 'malformed') return explanation.message;
  return reasonLine(output) ?? explanation?.message ?? output.trim();
}

/** How an Envoy ended, in words with its exit code or signal. */
export function endedWords(ended: EnvoyEnded): string {
  const how = ended.signal === null ? `exit ${ended.exitCode ?? 'unknown'}` : `signal ${ended.signal}`;
  switch (ended.by) {
    case 'us':
      return `Stopped as asked · ${how}`;
    case 'outside':
      return `Ended from outside Sidecar Anatomy · ${how}`;
    case 'itself':
      return `Envoy ended by itself · ${how}`;
  }
}

/** Of an Envoy that ran when the host was last heard of. */
export const LOST_WORDS = 'Connection lost: what Envoy does now is not known';

/** Of one that answered once: stopped by a signal, or too busy. */
export const SILENT_WORDS = 'Envoy does not answer any more';

/** Refusals for what this machine lacks, not for what the bootstrap says. */
const HERE: ReadonlySet<string> = new Set(['address-in-use', 'cannot-bind', 'base-id-in-use']);
const onlyHere = (explanation: EnvoyExplanation | undefined): boolean => HERE.has(explanation?.code ?? '');

/** Ends that tell nothing of the bootstrap: neither took it nor refused it. */
const NO_REFUSAL: ReadonlySet<string> = new Set(['crashed', 'ended-at-once']);
const saysNothing = (explanation: EnvoyExplanation | undefined): boolean =>
  NO_REFUSAL.has(explanation?.code ?? '');

/** What a run that is, or was, of the bootstrap on the stage says of it; null when it said nothing yet. */
function ofRun({ phase, snapshot, ended }: LiveInput['run']): SceneLive | null {
  const last = snapshot === null ? {} : { last: snapshot.rung };
  // One that was seen at work took its bootstrap: whatever ended it later, that was no refusal.
  if (
    ended?.by === 'itself' &&
    !saysNothing(ended.explanation) &&
    (snapshot === null || snapshot.rung === 'refused')
  ) {
    const { explanation } = ended;
    const said = ended.reason ?? reasonLine(ended.log) ?? endedWords(ended);
    const evidence = explanation?.code === 'malformed' ? explanation.message : said;
    return { rung: 'refused', evidence, onlyHere: onlyHere(explanation) };
  }
  if (ended !== null) return { rung: 'ended', evidence: endedWords(ended), ...last };
  if (phase === 'lost') return { rung: 'lost', evidence: LOST_WORDS, ...last };
  return snapshot === null || phase === 'idle' ? null : ofSnapshot(snapshot);
}

/** What the stage may say of the bootstrap it draws; null where there is none. */
export function sceneLive(input: LiveInput): SceneLive | null {
  const now = newestLive(input);
  if (!input.past || now === null || now.rung === 'not-started') return now;
  // An Envoy of then has no address now.
  const { admin: _, ...before } = now;
  return { ...before, evidence: `recorded: ${before.evidence}` };
}

function newestLive(input: LiveInput): SceneLive | null {
  const { run, verdict } = input;
  if (input.key === '') return null;
  const live = run.key === input.key ? ofRun(run) : null;
  if (live !== null) return live;
  if (
    verdict !== null &&
    verdict.key === input.key &&
    verdict.yaml === input.yaml &&
    verdict.result.exitCode !== 0 &&
    !saysNothing(verdict.result.explanation)
  )
    return {
      rung: 'refused',
      evidence: refusal(verdict.result),
      onlyHere: onlyHere(verdict.result.explanation),
    };
  return NOT_STARTED;
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
