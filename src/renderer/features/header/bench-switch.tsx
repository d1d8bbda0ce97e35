import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ShippedRecording } from '../../../contract/types.ts';
import { benchWords } from '../../../domain/diagram/truth-words.ts';
import { openInput, openShipped, toLab } from '../../state/actions.ts';
import { type Stores, useStores } from '../../state/app.ts';
import { useBench } from '../../state/bench.ts';
import { openedFile } from '../../state/opened-input.ts';
import { hasIstioctl } from '../../state/tools-store.ts';
import './bench-switch.css';
import { benchSigns, headerText } from './header-text.ts';

/** Where what is shown comes from, and the way to another bench. */
export function BenchSwitch() {
  const stores = useStores();
  const shown = useBench();
  const connected = useStore(stores.run, (state) => state.connected);
  const menu = useRef<HTMLDetailsElement>(null);
  const [shipped, setShipped] = useState<readonly ShippedRecording[]>([]);
  if (shown === null) return null;
  const words = connected ? benchWords(shown) : `${headerText.lost} · ${benchWords(shown)}`;
  const bench = connected ? shown.bench : 'lost';
  const close = () => {
    if (menu.current !== null) menu.current.open = false;
  };
  return (
    <details
      ref={menu}
      className="bench-switch"
      data-testid="bench-switch"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void listShipped(stores).then(setShipped);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current?.open !== true) return;
        close();
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary
        className="bench"
        data-testid="bench"
        data-bench={bench}
        title={`${words}\n${headerText.benchHelp}`}
      >
        <span className="bench-sign" aria-hidden="true">
          {benchSigns[bench]}
        </span>
        <span className="bench-words">{words}</span>
        <span className="bench-more" aria-hidden="true">
          ▾
        </span>
      </summary>
      <fieldset className="plain bench-list" aria-label={headerText.bench}>
        <LabItem current={shown.bench === 'lab'} close={close} />
        <p className="bench-group">
          <strong>{headerText.recordings}</strong> {headerText.recordingsNeed}
        </p>
        {shipped.map((one) => (
          <button
            key={one.name}
            type="button"
            className="bench-item"
            data-testid="shipped"
            onClick={() => {
              close();
              void openShipped(stores, one);
            }}
          >
            <strong>{one.title}</strong>
            <span>{headerText.made(one.recordedAt.slice(0, 10), one.seconds)}</span>
          </button>
        ))}
        <OpenRecording close={close} />
      </fieldset>
    </details>
  );
}

async function listShipped(stores: Stores): Promise<readonly ShippedRecording[]> {
  const outcome = await stores.bridge.request('recording:list', {});
  if (outcome.ok) return outcome.value;
  stores.study.getState().fail(outcome.failure);
  return [];
}

function LabItem({ current, close }: { readonly current: boolean; close(): void }) {
  const stores = useStores();
  const ready = useStore(stores.tools, hasIstioctl);
  const asIs = useStore(stores.study, (state) => state.shown?.alreadyInjected === true);
  const able = ready || asIs;
  return (
    <button
      type="button"
      className="bench-item"
      data-testid="to-lab"
      aria-current={current}
      disabled={!able}
      onClick={() => {
        close();
        void toLab(stores);
      }}
    >
      <strong>{headerText.lab}</strong>
      <span>{able ? headerText.labHelp : headerText.labNeeds}</span>
    </button>
  );
}

/** A file of one's own; dropping it on the window, or the button Open, does the same. */
function OpenRecording({ close }: { close(): void }) {
  const stores = useStores();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="bench-item"
        data-testid="open-recording"
        onClick={() => chooser.current?.click()}
      >
        <strong>{headerText.openRecording}</strong>
        <span>{headerText.openRecordingHelp}</span>
      </button>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        accept=".anatomy"
        tabIndex={-1}
        aria-label={headerText.openRecording}
        data-testid="recording-file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          close();
          if (file !== undefined) void openFile(stores, file);
        }}
      />
    </>
  );
}

async function openFile(stores: Stores, file: File): Promise<void> {
  const opened = await openedFile(file.name, file);
  if (!opened.signs.recording)
    return stores.study.getState().turnAway({
      code: 'no-recording',
      kind: 'input',
      message: `${file.name} is no recording.`,
      hint: 'Open a workload with the button Open.',
      source: null,
    });
  await openInput(stores, { file: opened, injection: [], alreadyInjected: true });
}
