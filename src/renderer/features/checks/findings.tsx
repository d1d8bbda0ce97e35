import { useStore } from 'zustand';
import type { Finding } from '../../../contract/checks.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { worstFirst } from '../../../domain/checks/words.ts';
import { useStores } from '../../state/app.ts';
import { cutText } from '../../ui/cut-text.ts';
import { keyed } from '../../ui/keyed.ts';
import { checksText, findingHead } from './checks-text.ts';

/** More than a person reads; the rest stands in what istioctl printed. */
const MOST = 100;
const MOST_CHARACTERS = 600;

/** What a check found, each with the way to its line. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const stores = useStores();
  const texts = useStore(stores.study, (state) => state.study?.texts);
  const shown = keyed(
    worstFirst(findings).slice(0, MOST),
    ({ message, resource }) => `${resource} ${message}`,
  );
  return (
    <ul className="check-findings">
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
              onClick={() => {
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
