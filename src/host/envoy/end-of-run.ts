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

/** What Envoy's log says of its end, for the bootstrap that was given. */
export function explainLog(log: string, yaml: string): { reason: string; explanation: BootExplanation } {
  const end = readBootEnd(log);
  return {
    reason: end.reason,
    explanation: explainBoot(end, yaml, looksLikeJson(yaml), (field) => findField(yaml, field)),
  };
}

/** Who ended it. Envoy answers SIGTERM by ending with exit code 0, so a 0 that we did not ask for came from outside. */
export function endedBy(exit: Exit, asked: boolean): EnvoyEnded['by'] {
  if (asked) return 'us';
  if (exit.signal !== null) return OWN_FAULTS.has(exit.signal) ? 'itself' : 'outside';
  return exit.exitCode === 0 ? 'outside' : 'itself';
}

/** Everything that is told of a run that is over. */
export function describeEnd(
  run: { readonly runId: string; readonly t: number; readonly log: string; readonly yaml: string },
  exit: Exit,
  asked: boolean,
): EnvoyEnded {
  const by = endedBy(exit, asked);
  const { reason, explanation } = explainLog(run.log, run.yaml);
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
