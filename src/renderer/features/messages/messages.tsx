import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { openInput } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import './messages.css';
import { messagesText } from './messages-text.ts';

/** What went wrong, where, and what to do; what goes on. */
export function Messages() {
  const stores = useStores();
  const failure = useStore(stores.study, (state) => state.failure);
  const busy = useStore(stores.study, (state) => state.busy);
  const input = useStore(stores.study, (state) => state.input);
  const source = failure?.source ?? null;
  const known =
    source !== null &&
    input !== null &&
    [input.file, ...input.injection].some((file) => file.name === source.file);

  return (
    <div className="messages">
      {busy !== null && (
        <div className="message" data-kind="busy" role="status" data-testid="busy">
          <span className="spinner" aria-hidden="true" />
          <p>{visibleText(busy.what)} …</p>
          {busy.cancellable && (
            <button
              type="button"
              className="button small"
              data-testid="cancel"
              onClick={() => void stores.study.getState().cancel()}
            >
              {messagesText.cancel}
            </button>
          )}
        </div>
      )}
      {failure !== null && (
        <div
          className="message"
          data-kind="failure"
          role="alert"
          data-testid="error"
          data-code={failure.code}
        >
          <span className="message-sign" aria-hidden="true">
            ✕
          </span>
          <div className="message-body">
            <p className="message-what">{visibleText(failure.message)}</p>
            <p>{visibleText(failure.hint)}</p>
            {failure.evidence !== undefined && failure.evidence !== '' && (
              <details>
                <summary>{messagesText.evidence}</summary>
                <pre className="output">{visibleText(failure.evidence, true)}</pre>
              </details>
            )}
          </div>
          {source !== null && known && (
            <button
              type="button"
              className="button small"
              data-testid="error-source"
              onClick={() => stores.source.getState().show(source)}
            >
              {messagesText.show(`${visibleText(source.file)}:${source.line}`)}
            </button>
          )}
          {input !== null && failure.code === 'tool-not-found' && (
            <button type="button" className="button small" onClick={() => void openInput(stores, input)}>
              {messagesText.again}
            </button>
          )}
          <button
            type="button"
            className="button small icon"
            aria-label={messagesText.dismiss}
            onClick={() => stores.study.getState().dismiss()}
          >
            <span aria-hidden="true">✕</span>
          </button>
        </div>
      )}
    </div>
  );
}
