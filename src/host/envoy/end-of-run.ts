import type { EnvoyEnded } from '../../contract/types.ts';
import { readBootEnd, readShutdownLine } from '../../domain/envoy/boot-log.ts';
import { type BootExplanation, explainBoot } from '../../domain/envoy/explain-boot.ts';
import { findField, looksLikeJson } from './read-bootstrap.ts';

/** Signals that a program gets from its own faults; any other comes from somebody else. */
const OWN_FAULTS = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS']);
const LOG_TAIL = 16_000;

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** What Envoy's end and its log say, for the bootstrap that was given. */
export function explainLog(
  log: string,
  yaml: string,
  exit: Exit,
): { reason: string; explanation: BootExplanation } {
  const end = readBootEnd(log);
  return {
    reason: end.reason,
    explanation:
      wordless(exit, end.reason) ??
      explainBoot(end, yaml, looksLikeJson(yaml), (field) => findField(yaml, field)),
  };
}

/** An end that is no refusal, or for which no reason was given: then none is made up. */
function wordless({ exitCode, signal }: Exit, reason: string): BootExplanation | null {
  const nowhere = { line: null, column: null, lineText: null };
  if (signal !== null && OWN_FAULTS.has(signal))
    return {
      code: 'crashed',
      message: 'Envoy crashed: that is a fault of this program, and no verdict on the bootstrap',
      hint: 'Try it again, or with another Envoy: sidecar-anatomy doctor says where this one was found.',
      ...nowhere,
    };
  if (exitCode === 0)
    return {
      code: 'ended-at-once',
      message: 'Envoy ended by itself at once, before it opened its admin endpoint',
      hint: 'It did not refuse the bootstrap. Check that this is an Envoy: sidecar-anatomy tools says which one.',
      ...nowhere,
    };
  if (signal === null && reason !== '') return null;
  return {
    code: 'no-reason',
    message: `Envoy ended ${signal === null ? 'without saying why' : 'before it had a verdict'}`,
    hint: 'Run its command in a terminal to see more.',
    ...nowhere,
  };
}

/** Codes of ends that say nothing of the bootstrap. */
export const NO_REFUSAL: ReadonlySet<string> = new Set(['crashed', 'ended-at-once']);

/**
 * Who ended it. Envoy answers SIGTERM, and /quitquitquit, by ending with exit code 0, so a 0 that we did not ask for came
 * from outside; but not of one that neither was `open` nor says that it was told to end.
 */
function endedBy(exit: Exit, asked: boolean, open: boolean, log: string): EnvoyEnded['by'] {
  if (asked) return 'us';
  if (exit.exitCode === 0 && !open && readShutdownLine(log) === null) return 'itself';
  if (exit.signal !== null) return OWN_FAULTS.has(exit.signal) ? 'itself' : 'outside';
  return exit.exitCode === 0 ? 'outside' : 'itself';
}

/** Everything that is told of a run that is over. */
export function describeEnd(
  run: {
    readonly runId: string;
    readonly t: number;
    readonly log: string;
    readonly yaml: string;
    /** Its admin endpoint answered once. */
    readonly open: boolean;
  },
  exit: Exit,
  asked: boolean,
): EnvoyEnded {
  const by = endedBy(exit, asked, run.open, run.log);
  const { reason, explanation } = explainLog(run.log, run.yaml, exit);
  const told = by === 'itself' && reason !== '' ? reason : null;
  return {
    runId: run.runId,
    t: run.t,
    by,
    exitCode: exit.exitCode,
    signal: exit.signal,
    reason: by === 'outside' ? readShutdownLine(run.log) : told,
    log: run.log.slice(-LOG_TAIL),
    ...(by === 'itself' ? { explanation } : {}),
  };
}
