import type { EnvoyExplanation } from '../../contract/types.ts';
import type { Verdict } from './bootstrap-store.ts';
import type { RunState } from './run-store.ts';

/** What a real Envoy last said of the bootstrap that is on the stage. */
export interface Report {
  readonly kind: 'validated' | 'run';
  readonly exitCode: number | null;
  /** That ended it; null when it ended with an exit code. */
  readonly signal: string | null;
  readonly output: string;
  readonly explanation: EnvoyExplanation | null;
  /** The text was changed since, so that line numbers may be off. */
  readonly stale: boolean;
}

/**
 * The newest report: a run that Envoy ended itself, else the answer of `--mode validate`. A run that was stopped, or
 * ended from outside, says nothing of the bootstrap.
 */
export function newestReport(
  bootstrap: { readonly key: string; readonly yaml: string },
  verdict: Verdict | null,
  run: Pick<RunState, 'key' | 'yaml' | 'ended'>,
): Report | null {
  const { ended } = run;
  if (run.key === bootstrap.key && ended !== null && ended.by === 'itself')
    return {
      kind: 'run',
      exitCode: ended.exitCode,
      signal: ended.signal,
      output: ended.log,
      explanation: ended.explanation ?? null,
      stale: run.yaml !== bootstrap.yaml,
    };
  if (verdict === null || verdict.key !== bootstrap.key) return null;
  return {
    kind: 'validated',
    exitCode: verdict.result.exitCode,
    signal: verdict.result.command.signal,
    output: verdict.result.output,
    explanation: verdict.result.explanation ?? null,
    stale: verdict.yaml !== bootstrap.yaml,
  };
}
