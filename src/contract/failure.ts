import type { SourceRange } from '../domain/anatomy/model.ts';

/**
 * Why a request did not do what was asked, made for people: what happened and where in `message`, what to do in
 * `hint`. Never a stack trace. `kind` decides the exit code of the command line.
 */
export interface Failure {
  /** Stable, kebab-case: `yaml-tab`, `values-partial`, `tool-not-found`, `cancelled`, `timeout` … */
  readonly code: string;
  /** `input`: the user's input or a program said no (exit 1); `usage`: called wrongly (exit 2); `internal`: our fault (exit 1). */
  readonly kind: 'input' | 'usage' | 'internal';
  readonly message: string;
  readonly hint: string;
  readonly source: SourceRange | null;
  /** `address-in-use`: a port that was free a moment ago. */
  readonly freePort?: number;
  /** What the program itself printed, bounded, for those who want to look: shown folded, never as the message. */
  readonly evidence?: string;
}

/** Thrown inside the host; every shell turns it into `{ok:false, failure}` or two lines on stderr. */
export class FailureError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = 'FailureError';
  }
}

/** Shorthand: a failure of the user's input or of a program. */
export function inputFailure(
  code: string,
  message: string,
  hint: string,
  source: SourceRange | null = null,
  evidence?: string,
): FailureError {
  return new FailureError({
    code,
    kind: 'input',
    message,
    hint,
    source,
    ...(evidence === undefined ? {} : { evidence }),
  });
}

/** Shorthand: what was asked for, or how, makes no sense (exit 2). */
export function usageFailure(code: string, message: string, hint: string): FailureError {
  return new FailureError({ code, kind: 'usage', message, hint, source: null });
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };
