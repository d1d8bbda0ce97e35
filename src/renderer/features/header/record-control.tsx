import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RecordingState } from '../../../contract/types.ts';
import { fileOfBase64 } from '../../bridge/base64.ts';
import { type Stores, useStores } from '../../state/app.ts';
import { shownNow } from '../../state/record-notes.ts';
import { recordedSeconds } from '../../state/recorder-store.ts';
import { saveFile } from '../../state/save-file.ts';
import { Modal } from '../../ui/modal.tsx';
import './record.css';
import { recordText } from './record-text.ts';

/** Begins a recording of what is done by hand, and says in every room that there is one, and for how long. */
export function RecordControl() {
  const stores = useStores();
  const recording = useStore(stores.recorder, (state) => state.recording);
  const past = useStore(stores.player, (state) => state.film !== null);
  const empty = useStore(stores.study, (state) => state.workload === null);
  if (recording !== null)
    return recording.phase === 'recording' ? (
      <Recording full={recording.full} />
    ) : (
      <Made recording={recording} />
    );
  const help = past ? recordText.past : recordText.help;
  return (
    <button
      type="button"
      className="button icon record"
      data-testid="record"
      aria-label={recordText.start}
      title={help}
      disabled={past || empty}
      onClick={() => void begin(stores)}
    >
      <span aria-hidden="true" className="record-dot" />
    </button>
  );
}

async function begin(stores: Stores): Promise<void> {
  const shown = shownNow(stores);
  if (shown === null) return;
  const failure = await stores.recorder.getState().start(shown);
  if (failure !== null) stores.study.getState().fail(failure);
}

async function end(stores: Stores): Promise<void> {
  const failure = await stores.recorder.getState().stop();
  if (failure !== null) stores.study.getState().fail(failure);
}

function Recording({ full }: { readonly full: boolean }) {
  const stores = useStores();
  const [seconds, setSeconds] = useState(() =>
    recordedSeconds(stores.recorder.getState(), performance.now()),
  );
  useEffect(() => {
    const look = () => setSeconds(recordedSeconds(stores.recorder.getState(), performance.now()));
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [stores]);
  const clock = recordText.clock(seconds);
  return (
    <button
      type="button"
      className="button record"
      data-testid="record-stop"
      data-recording="true"
      data-full={full}
      aria-label={recordText.stop(clock)}
      title={full ? recordText.full : recordText.stopHelp}
      onClick={() => void end(stores)}
    >
      <span aria-hidden="true" className="record-square" />
      <span className="record-clock" data-testid="record-clock">
        {full ? recordText.fullShort : clock}
      </span>
    </button>
  );
}

/** What was recorded waits to be saved: masked, or, asked for twice, as it was. */
function Made({ recording }: { readonly recording: RecordingState }) {
  const stores = useStores();
  const [asks, setAsks] = useState<'no' | 'secrets' | 'discard'>('no');
  const { masked, phase, seconds, bytes, full, lacks } = recording;
  const save = async (secrets: boolean) => {
    const saved = await stores.recorder.getState().save(secrets);
    if ('message' in saved) return stores.study.getState().fail(saved);
    await saveFile(stores, saved.name, await fileOfBase64(saved.base64));
  };
  return (
    <>
      <button type="button" className="button record" data-testid="record-made" disabled>
        {recordText.made}
      </button>
      <Modal title={recordText.title} open onClose={() => setAsks('discard')}>
        <p>{recordText.told(recordText.clock(seconds), bytes)}</p>
        {full && <p>{recordText.full}</p>}
        {lacks !== null && <p data-testid="record-lacks">{recordText.lacks(lacks)}</p>}
        <p role="status" data-testid="record-masked">
          {phase === 'masking' || masked === null
            ? recordText.masking
            : recordText.masked(masked, asks === 'secrets')}
        </p>
        {asks === 'discard' && <p role="alert">{recordText.discardAsk}</p>}
        <div className="dialog-actions">
          {asks === 'discard' ? (
            <>
              <button type="button" className="button" onClick={() => setAsks('no')}>
                {recordText.keep}
              </button>
              <button
                type="button"
                className="button"
                data-testid="record-discard-now"
                onClick={() => void stores.recorder.getState().discard()}
              >
                {recordText.discardNow}
              </button>
            </>
          ) : (
            <button
              type="button"
              className="button"
              data-testid="record-discard"
              onClick={() => setAsks('discard')}
            >
              {recordText.discard}
            </button>
          )}
          {masked !== null && masked > 0 && (
            <button
              type="button"
              className="button"
              data-testid={asks === 'secrets' ? 'record-secrets-now' : 'record-secrets'}
              onClick={() => (asks === 'secrets' ? void save(true) : setAsks('secrets'))}
            >
              {asks === 'secrets' ? recordText.includeNow : recordText.include}
            </button>
          )}
          <button
            type="button"
            className="button primary"
            data-testid="record-save"
            disabled={masked === null}
            onClick={() => void save(false)}
          >
            {recordText.save}
          </button>
        </div>
      </Modal>
    </>
  );
}
