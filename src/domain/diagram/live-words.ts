import type { BootExplanation } from '../envoy/explain-boot.ts';
import { isSilent, type LadderStep, type Rung } from '../envoy/ladder.ts';
import type { SceneLive } from './scene.ts';
import { NOT_STARTED } from './truth-words.ts';

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

/** One look at an Envoy, as much of it as a picture tells. */
export interface SeenEnvoy {
  readonly ready: { readonly code: number; readonly body: string } | null;
  readonly connectedState: number | null;
  readonly rung: Rung;
  readonly steps: readonly LadderStep[];
  readonly adminAddress: string;
}

/** How an Envoy ended. */
export interface EndedEnvoy {
  readonly by: 'us' | 'outside' | 'itself';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly reason: string | null;
  readonly log: string;
  readonly explanation?: BootExplanation;
}

/** What `--mode validate` said. */
export interface SaidOfBootstrap {
  readonly exitCode: number | null;
  readonly output: string;
  readonly explanation?: BootExplanation;
}

function ofSnapshot(snapshot: SeenEnvoy): SceneLive {
  const at = snapshot.adminAddress === '' ? {} : { admin: snapshot.adminAddress };
  if (isSilent(snapshot)) return { rung: 'silent', evidence: SILENT_WORDS, last: snapshot.rung, ...at };
  const ready = snapshot.ready === null ? 'no answer' : `${snapshot.ready.code} ${snapshot.ready.body}`;
  const state = snapshot.connectedState === null ? '' : ` · connected_state ${snapshot.connectedState}`;
  return { rung: snapshot.rung, evidence: `${ready}${state}`, ...at };
}

/** Why Envoy refused, as short as the stage needs it; of a text it cannot read it repeats the whole, so our words then. */
export function refusal(said: { readonly output: string; readonly explanation?: BootExplanation }): string {
  const { output, explanation } = said;
  if (explanation?.code === 'malformed') return explanation.message;
  return reasonLine(output) ?? explanation?.message ?? output.trim();
}

/** How an Envoy ended, in words with its exit code or signal. */
export function endedWords(ended: EndedEnvoy): string {
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
const onlyHere = (explanation: BootExplanation | undefined): boolean => HERE.has(explanation?.code ?? '');

/** Ends that tell nothing of the bootstrap: neither took it nor refused it. */
const NO_REFUSAL: ReadonlySet<string> = new Set(['crashed', 'ended-at-once']);
const saysNothing = (explanation: BootExplanation | undefined): boolean =>
  NO_REFUSAL.has(explanation?.code ?? '');

/** What a run that is, or was, of the bootstrap on the stage says of it; null when it said nothing yet. */
export function ofRun({
  phase,
  snapshot,
  ended,
}: {
  readonly phase: string;
  readonly snapshot: SeenEnvoy | null;
  readonly ended: EndedEnvoy | null;
}): SceneLive | null {
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

/** What a picture says of a bootstrap that `--mode validate` was asked about; null where that says nothing against it. */
export function ofVerdict(said: SaidOfBootstrap): SceneLive | null {
  if (said.exitCode === 0 || saysNothing(said.explanation)) return null;
  return { rung: 'refused', evidence: refusal(said), onlyHere: onlyHere(said.explanation) };
}

/** What was seen in a recording, said to be that. An Envoy of then has no address now. */
export function asRecorded(live: SceneLive): SceneLive {
  if (live.rung === 'not-started') return NOT_STARTED;
  const { admin: _, ...before } = live;
  return { ...before, evidence: `recorded: ${before.evidence}` };
}
