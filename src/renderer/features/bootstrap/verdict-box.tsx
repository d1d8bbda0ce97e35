import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import type { CurrentBootstrap } from '../../state/current-bootstrap.ts';
import { reasonLine } from '../../state/live.ts';
import { bootstrapText } from './bootstrap-text.ts';

/** Envoy's own words on the bootstrap and its exit code. */
export function VerdictBox({ bootstrap }: { readonly bootstrap: CurrentBootstrap }) {
  const stores = useStores();
  const verdict = useStore(stores.bootstrap, (state) => state.verdict);
  if (verdict === null || verdict.key !== bootstrap.key) return null;
  const { exitCode, output } = verdict.result;
  const accepted = exitCode === 0;
  const reason = accepted ? null : reasonLine(output);
  return (
    <section
      className="verdict"
      data-accepted={accepted}
      data-testid="verdict"
      data-exit-code={exitCode ?? ''}
      aria-live="polite"
    >
      <h2>
        <span aria-hidden="true">{accepted ? '✓' : '✕'}</span>{' '}
        {accepted ? bootstrapText.accepted : bootstrapText.refused} · {bootstrapText.exit(exitCode)}
      </h2>
      {verdict.yaml !== bootstrap.yaml && <p>{bootstrapText.stale}</p>}
      {reason !== null && <p className="verdict-reason mono">{visibleText(reason)}</p>}
      <pre className="output" data-testid="validate-output">
        {visibleText(output, true)}
      </pre>
      {!accepted && <p>{bootstrapText.crashLoop}</p>}
    </section>
  );
}
