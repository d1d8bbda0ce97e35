import type { SourceRange } from './anatomy/model.ts';

/**
 * The input cannot be used: what happened and where in `message`, what to do in `hint`. Thrown by pure code, which
 * knows nothing of the contract; the host turns it into a `FailureError`.
 */
export class InputFault extends Error {
  constructor(
    /** Stable, kebab-case: `yaml-tab`, `values-partial`, `too-large` … */
    readonly code: string,
    message: string,
    readonly hint: string,
    readonly source: SourceRange | null = null,
    /** What a program itself printed, bounded; shown folded, never as the message. */
    readonly evidence?: string,
  ) {
    super(message);
    this.name = 'InputFault';
  }
}
