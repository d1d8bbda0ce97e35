import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import type { PanelName } from '../../state/source-store.ts';
import { inspectorText, severitySigns, severityWords } from './inspector-text.ts';
import './panel-buttons.css';
import { useNotes } from './use-notes.ts';

/** The panels of the inspector by name: its tabs while it is open, the way to open it while it is not. */
export function PanelButtons({ brief = false }: { readonly brief?: boolean }) {
  const stores = useStores();
  const panel = useStore(stores.source, (state) => (state.shown ? state.panel : null));
  const notes = useNotes();
  const gravest = notes[0]?.severity ?? 'info';
  const tabs: readonly { readonly name: PanelName; readonly label: string }[] = [
    { name: 'part', label: inspectorText.part },
    { name: 'notes', label: inspectorText.notes(notes.length) },
    { name: 'bootstrap', label: brief ? inspectorText.bootstrapBrief : inspectorText.bootstrap },
    { name: 'checks', label: inspectorText.checks },
  ];
  return (
    <fieldset className="plain panel-buttons" aria-label={inspectorText.panels}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          aria-pressed={panel === tab.name}
          data-testid={`tab-${tab.name}`}
          data-severity={tab.name === 'notes' ? gravest : undefined}
          title={tab.name === 'bootstrap' ? inspectorText.bootstrap : undefined}
          onClick={() => stores.source.getState().setPanel(tab.name)}
        >
          {tab.name === 'notes' && gravest !== 'info' && (
            <span className="panel-sign" aria-hidden="true">
              {severitySigns[gravest]}
            </span>
          )}
          {tab.label}
          {tab.name === 'notes' && gravest !== 'info' && (
            <span className="visually-hidden">, {severityWords[gravest]}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
