import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import './inspector.css';
import { inspectorText } from './inspector-text.ts';
import './notes.css';
import { NotesPanel } from './notes-panel.tsx';
import { PanelButtons } from './panel-buttons.tsx';
import { PartDetails } from './part-details.tsx';
import { ShownFromBar } from './shown-from-bar.tsx';
import { SourcePanel } from './source-panel.tsx';

interface InspectorProps {
  readonly bootstrap: ReactNode;
  readonly checks: ReactNode;
}

/** Beside the stage: the selected part, its source, the notes, and the panels of other features that are given. */
export function Inspector({ bootstrap, checks }: InspectorProps) {
  const stores = useStores();
  const panel = useStore(stores.source, (state) => state.panel);
  const from = useStore(stores.source, (state) => state.from);
  const tall = useStore(stores.source, (state) => state.tall);
  const wide = useStore(stores.source, (state) => state.wide);
  const anatomy = useStore(stores.study, (state) => state.workload?.anatomy ?? null);
  const selected = useStore(stores.stage, (state) => state.selected);
  const part = anatomy?.parts.find((one) => one.id === selected) ?? null;
  const widen = wide ? inspectorText.narrow : inspectorText.wide;
  return (
    <aside className="inspector" aria-label={inspectorText.region} data-testid="inspector">
      <div className="inspector-tabs">
        <PanelButtons />
        <button
          type="button"
          className="button small icon"
          aria-label={widen}
          title={widen}
          aria-pressed={wide}
          data-testid="widen"
          onClick={() => stores.source.getState().setWide(!wide)}
        >
          <span aria-hidden="true">{wide ? '⇥' : '⇤'}</span>
        </button>
        <button
          type="button"
          className="button small icon"
          aria-label={inspectorText.close}
          title={inspectorText.close}
          data-testid="close-inspector"
          onClick={() => stores.source.getState().close()}
        >
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      {panel === 'part' && (
        <div className="inspector-part" data-tall={tall}>
          <div className="inspector-scroll">
            <ShownFromBar />
            {anatomy !== null && part !== null ? (
              <PartDetails anatomy={anatomy} part={part} />
            ) : from !== null ? null : (
              <div className="part">
                <h2 className="part-none">{inspectorText.nothing}</h2>
                <p className="part-explained">{inspectorText.nothingHelp}</p>
              </div>
            )}
          </div>
          <SourcePanel />
        </div>
      )}
      {panel === 'notes' && (
        <div className="inspector-scroll">
          <NotesPanel />
        </div>
      )}
      {panel === 'bootstrap' && bootstrap}
      {panel === 'checks' && <div className="inspector-scroll">{checks}</div>}
    </aside>
  );
}
