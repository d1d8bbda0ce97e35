import { FailureError, inputFailure } from '../contract/failure.ts';
import { InputFault } from '../domain/fault.ts';

/** Any thrown thing as a `FailureError`; what nobody foresaw becomes kind `internal`, its stack trace only evidence. */
export function toFailureError(thrown: unknown): FailureError {
  if (thrown instanceof FailureError) return thrown;
  if (thrown instanceof InputFault)
    return inputFailure(thrown.code, thrown.message, thrown.hint, thrown.source, thrown.evidence);
  const evidence = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new FailureError({
    code: 'internal',
    kind: 'internal',
    message: 'Something went wrong inside Sidecar Anatomy.',
    hint: 'Your input is unchanged. Please report this with the details below.',
    source: null,
    evidence: evidence.slice(0, 8192),
  });
}

/** Runs pure code and lets its faults out as `FailureError`. */
export function withFailures<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toFailureError(thrown);
  }
}
