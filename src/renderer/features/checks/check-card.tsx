import type { ReactNode } from 'react';
import type { CheckAnswer, CheckName } from '../../../contract/checks.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { checkScopes, claims } from '../../../domain/checks/scope.ts';
import { checksText, checkTitles, coverageSentence, resultWords, stateOf } from './checks-text.ts';
import { Findings } from './findings.tsx';

interface CheckCardProps {
  readonly check: CheckName;
  /** Null while there is none for what is shown. */
  readonly answer: CheckAnswer | null;
  readonly notRun: string;
  /** It was run where it could only fail: no verdict. */
  readonly undecided?: boolean;
  /** What stands between the title and the answer. */
  readonly children?: ReactNode;
}

const SIGNS = { error: '✕', warning: '!', clean: '✓' } as const;

/** One check: what it said last, how much it looked into, and what it is not. */
export function CheckCard({ check, answer, notRun, undecided = false, children }: CheckCardProps) {
  const scope = checkScopes.find((one) => one.check === check);
  const state = answer === null || undecided ? 'none' : stateOf(answer);
  return (
    <section className="static-check" data-testid={`check-${check}`} data-state={state}>
      <h2>
        <code>{checkTitles[check]}</code>
        <span className="check-result" data-testid="check-result">
          {state !== 'none' && <span aria-hidden="true">{SIGNS[state]} </span>}
          {answer === null ? notRun : visibleText(resultWords(answer))}
        </span>
      </h2>
      <p className="check-what">{scope?.what}</p>
      {children}
      {answer?.coverage.map((one) => (
        <p
          key={one.file}
          className="check-coverage"
          data-whole={one.read === one.objects}
          data-testid="coverage"
        >
          {visibleText(coverageSentence(one))}
        </p>
      ))}
      {answer !== null && answer.findings.length > 0 && <Findings check={check} findings={answer.findings} />}
      <details className="check-scope" data-testid="scope">
        <summary>{checksText.scope}</summary>
        <h3>{checksText.looksAt}</h3>
        <ul>
          {scope?.looksAt.map((id) => (
            <li key={id}>{claims[id]}</li>
          ))}
        </ul>
        <h3>{checksText.passesOver}</h3>
        <ul data-testid="passes-over">
          {scope?.passesOver.map((id) => (
            <li key={id}>{claims[id]}</li>
          ))}
        </ul>
      </details>
      {answer !== null && (
        <details>
          <summary>{checksText.output}</summary>
          <pre className="output" data-testid="check-output">
            {visibleText(answer.output.trim(), true)}
          </pre>
        </details>
      )}
    </section>
  );
}
