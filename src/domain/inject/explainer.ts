import type { InputFault } from '../fault.ts';
import type { SourceFile } from '../yaml/document.ts';
import type { NamedText } from './chosen-texts.ts';

/** What istioctl was given and what it said when it refused. */
export interface InjectFailure {
  readonly stderr: string;
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  /** The signal that ended it; null when it ended by itself. */
  readonly signal: string | null;
  /** How many stretches between separators it had written when it stopped: it refused the one behind them. */
  readonly written: number;
  readonly input: SourceFile;
  readonly injectConfig: NamedText;
  readonly meshConfig: NamedText;
  readonly values: NamedText;
}

/** A way to explain one kind of refusal; null when the failure is of another kind. */
export type Explainer = (message: string, failure: InjectFailure) => InputFault | null;
