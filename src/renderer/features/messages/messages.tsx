import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { openInput, runOnPort, takesPort } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import type { Busy } from '../../state/study-store.ts';
import { gaveUp } from '../../state/tools-store.ts';
import { useCurrentBootstrap } from '../../state/use-live.ts';
import './messages.css';
import { messagesText } from './messages-text.ts';

/** How long it takes already, and of how much; nothing in the first two seconds, which most things need. */
function Elapsed({ busy }: { readonly busy: Busy }) {
  const [now, setNow] = useState(busy.since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - busy.since) / 1000);
  if (seconds < 2) return null;
  return (
    <span className="message-elapsed" data-testid="elapsed" aria-hidden="true">
      {' '}
      {messagesText.elapsed(seconds, busy.documents)}
    </span>
  );
}

/** The name of the workload on the stage while that is not what was opened last; null when it is. */
function useStillShown(): string | null {
  const stores = useStores();
  return useStore(stores.study, ({ study, index, input, shown, unread }) => {
    const other = unread || (input !== null && input !== shown);
    if (study === null || study.workloads.length === 0 || !other) return null;
    const name = visibleText(study.workloads[index]?.name ?? study.name);
    return study.bench === 'recording' ? messagesText.recording(name) : name;
  });
}

/** What went wrong, where, and what to do; what goes on. */
export function Messages() {
  const stores = useStores();
  const failure = useStore(stores.study, (state) => state.failure);
  const busy = useStore(stores.study, (state) => state.busy);
  const input = useStore(stores.study, (state) => state.input);
  const bootstrap = useCurrentBootstrap();
  const connected = useStore(stores.run, (state) => state.connected);
  const still = useStillShown();
  // While the programs are told to be missing, the foot of the window has the one way to try again.
  const again = useStore(stores.tools, (state) => !gaveUp(state.phase));
  const source = failure?.source ?? null;
  const known =
    source !== null &&
    input !== null &&
    [input.file, ...input.injection].some((file) => file.name === source.file);

  return (
    <>
      {busy !== null && (
        <div className="message" data-kind="busy" role="status" data-testid="busy">
          <span className="spinner" aria-hidden="true" />
          <p>
            {visibleText(busy.what)} …
            <Elapsed busy={busy} />
            {still !== null && <span className="message-still"> {messagesText.still(still)}</span>}
          </p>
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
      <div className="messages">
        {!connected && (
          <div className="message" data-kind="failure" role="alert" data-testid="connection-lost">
            <span className="message-sign" aria-hidden="true">
              !
            </span>
            <div className="message-body">
              <p className="message-what">{messagesText.lost}</p>
              <p>{messagesText.lostHint}</p>
            </div>
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
              !
            </span>
            <div className="message-body">
              <p className="message-what">{visibleText(failure.message)}</p>
              <p>{visibleText(failure.hint)}</p>
              {still !== null && (
                <p className="message-still" data-testid="error-still">
                  {messagesText.still(still)}
                </p>
              )}
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
            {failure.freePort !== undefined && takesPort(bootstrap) && (
              <button
                type="button"
                className="button small primary"
                data-testid="use-port"
                onClick={() => void runOnPort(stores, failure.freePort ?? 0)}
              >
                {messagesText.onPort(failure.freePort)}
              </button>
            )}
            {input !== null && again && failure.code === 'tool-not-found' && (
              <button type="button" className="button small" onClick={() => void openInput(stores, input)}>
                {messagesText.again}
              </button>
            )}
            <button type="button" className="button small" onClick={() => stores.study.getState().dismiss()}>
              <span aria-hidden="true">✕</span> {messagesText.dismiss}
            </button>
          </div>
        )}
      </div>
    </>
  );
}
