import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { CheckName, Finding } from '../../../contract/checks.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { worstFirst } from '../../../domain/checks/words.ts';
import { useStores } from '../../state/app.ts';
import { cutText } from '../../ui/cut-text.ts';
import { keyed } from '../../ui/keyed.ts';
import { checksText, findingHead } from './checks-text.ts';

/** More than a person reads; the rest stands in what istioctl printed. */
const MOST = 100;
const MOST_CHARACTERS = 600;

interface FindingsProps {
  readonly check: CheckName;
  readonly findings: readonly Finding[];
}

/** What a check found, each with the way to its line. */
export function Findings({ check, findings }: FindingsProps) {
  const stores = useStores();
  const texts = useStore(stores.study, (state) => state.study?.texts);
  const list = useRef<HTMLUListElement>(null);
  // Back from a line: to the finding that led there, where the button that was pressed is gone with what it stood in.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const { left } = stores.checks.getState();
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [];
    [...buttons].find(({ dataset }) => dataset.finding === left)?.focus();
  }, [stores]);
  const shown = keyed(
    worstFirst(findings).slice(0, MOST),
    ({ message, resource }) => `${resource} ${message}`,
  );
  return (
    <ul ref={list} className="check-findings">
      {shown.map(({ key, item: { severity, code, resource, message, source } }) => (
        <li key={key} data-severity={severity ?? 'unknown'} data-testid="finding">
          <p className="check-head">
            <strong>{[severity ?? 'Not understood', code].filter((word) => word !== null).join(' ')}</strong>
            {resource !== null && <span> {visibleText(resource)}</span>}
          </p>
          <p className="check-message">{visibleText(cutText(message, MOST_CHARACTERS), true)}</p>
          {source !== null && texts?.some(({ name }) => name === source.file) === true && (
            <button
              type="button"
              className="link mono"
              data-testid="finding-source"
              data-finding={`${check} ${key}`}
              onClick={() => {
                stores.checks.getState().leave(`${check} ${key}`);
                const head = findingHead({ severity, code, resource });
                stores.source.getState().show(source, { panel: 'checks', words: `${head}: ${message}` });
              }}
            >
              {checksText.show(visibleText(`${source.file}:${source.line}`))}
            </button>
          )}
        </li>
      ))}
      {findings.length > MOST && <li className="check-more">{checksText.more(findings.length - MOST)}</li>}
    </ul>
  );
}
