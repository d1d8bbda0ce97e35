import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { reasonLine } from '../../state/live.ts';
import type { Report } from '../../state/report.ts';
import { cutText } from '../../ui/cut-text.ts';
import { bootstrapText } from './bootstrap-text.ts';

function heading(report: Report): string {
  if (report.kind === 'run') return bootstrapText.ended;
  if (report.exitCode === null) return bootstrapText.noVerdict;
  return report.exitCode === 0 ? bootstrapText.accepted : bootstrapText.refused;
}

/** What a real Envoy said of the bootstrap: first in words with what to do, then its own output. */
export function VerdictBox({ report, onGoTo }: { readonly report: Report; readonly onGoTo: () => void }) {
  const { exitCode, output, explanation } = report;
  const accepted = report.kind === 'validated' && exitCode === 0;
  const words = explanation?.message ?? (accepted ? null : reasonLine(output));
  const line = explanation?.line ?? null;
  return (
    <section
      className="verdict"
      data-accepted={accepted}
      data-testid="verdict"
      data-exit-code={exitCode ?? ''}
      aria-live="polite"
    >
      <h2>
        <span aria-hidden="true">{accepted ? '✓' : '✕'}</span> {heading(report)} ·{' '}
        {bootstrapText.exit(exitCode, report.signal)}
      </h2>
      {report.stale && <p>{bootstrapText.stale}</p>}
      {words !== null && (
        <p className="verdict-reason" data-testid="verdict-message">
          {visibleText(cutText(words, 600))}
        </p>
      )}
      {explanation !== null && <p data-testid="verdict-hint">{visibleText(explanation.hint)}</p>}
      {line !== null && (
        <button type="button" className="link verdict-line" data-testid="verdict-line" onClick={onGoTo}>
          {bootstrapText.goTo(line, explanation?.column ?? null)}
          {explanation?.lineText !== null && <code>{visibleText((explanation?.lineText ?? '').trim())}</code>}
        </button>
      )}
      {!accepted && explanation?.hint.includes('CrashLoop') !== true && <p>{bootstrapText.crashLoop}</p>}
      <details>
        <summary>{bootstrapText.output}</summary>
        <pre className="output" data-testid="validate-output">
          {visibleText(output, true)}
        </pre>
      </details>
    </section>
  );
}
