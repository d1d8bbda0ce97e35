import type { EnvoyEnded, EnvoySnapshot } from '../contract/types.ts';
import { visible } from './pointed-line.ts';

/** An observation as one JSON line: `t` in milliseconds since Envoy was started; `ready` is null when there was no answer. */
function jsonLine(snapshot: EnvoySnapshot): string {
  const { t, ready, connectedState, rung } = snapshot;
  return `${JSON.stringify({ t, ready, connectedState, rung })}\n`;
}

/** In milliseconds: a line comes at the latest with the first look after this. */
const BEAT_MS = 1000;

/** Gives the line of each look in turn that is worth one: what it tells has changed, or none was written for a second. */
export function jsonLines(): (snapshot: EnvoySnapshot) => string | null {
  let told = '';
  let at = Number.NEGATIVE_INFINITY;
  return (snapshot) => {
    const { t, ready, connectedState, rung } = snapshot;
    const now = JSON.stringify([ready, connectedState, rung]);
    if (now === told && t - at < BEAT_MS) return null;
    told = now;
    at = t;
    return jsonLine(snapshot);
  };
}

/** Gives the lines for people, of each look in turn at which it stands elsewhere than before. */
export function changedLines(): (snapshot: EnvoySnapshot) => string | null {
  let told = '';
  return (snapshot) => {
    const now = changeKey(snapshot);
    if (now === told) return null;
    told = now;
    return readableLines(snapshot);
  };
}

/** What decides whether a look is worth a line for people: where it stands, not how often it tried. */
function changeKey(snapshot: EnvoySnapshot): string {
  return JSON.stringify([snapshot.ready, snapshot.rung, snapshot.steps.map(({ state }) => state)]);
}

const MARK = {
  passed: '✓',
  waiting: '…',
  failed: '✗',
  'not-reached': '·',
  'not-on-this-bench': '–',
} as const;

/** `  0.1 s  no-istiod   503 PRE_INITIALIZING`, and under it the steps of the ladder with their evidence. */
function readableLines(snapshot: EnvoySnapshot): string {
  const ready = snapshot.ready === null ? 'no answer' : `${snapshot.ready.code} ${snapshot.ready.body}`;
  const head = `${(snapshot.t / 1000).toFixed(1).padStart(6)} s  ${snapshot.rung.padEnd(11)}  ${ready}\n`;
  const steps = snapshot.steps.map(
    ({ id, state, evidence }) => `          ${MARK[state]} ${id.padEnd(9)}  ${visible(evidence)}\n`,
  );
  return head + steps.join('');
}

/** One sentence on a run that ended before it was asked to. */
export function endSentence(ended: EnvoyEnded): string {
  const how =
    ended.signal !== null
      ? `signal ${ended.signal}`
      : ended.exitCode === null
        ? 'no exit code'
        : `exit code ${ended.exitCode}`;
  const reason = ended.reason === null ? '.' : `: ${visible(ended.reason)}`;
  switch (ended.by) {
    case 'us':
      return 'Envoy was stopped.';
    case 'outside':
      return `Envoy was ended from outside (${how})${reason}`;
    case 'itself':
      return ended.explanation === undefined
        ? `Envoy ended by itself (${how})${reason}`
        : `${visible(ended.explanation.message).replace(/\.$/, '')} (${how})`;
  }
}
