import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { openInput } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { keyed } from '../../ui/keyed.ts';
import { inspectorText, severitySigns, severityWords } from './inspector-text.ts';
import { useNotes } from './use-notes.ts';

/** Every note in words, with the way to the place it speaks of. */
export function NotesPanel() {
  const stores = useStores();
  const notes = useNotes();
  const shown = useStore(stores.study, (state) => state.shown);
  const index = useStore(stores.study, (state) => state.index);
  const texts = useStore(stores.study, (state) => state.study?.texts);
  return (
    <ul className="notes" data-testid="notes">
      {notes.length === 0 && <li className="notes-none">{inspectorText.noNotes}</li>}
      {keyed(notes, (note) => `${note.code} ${note.message}`).map(({ key, item: note }) => {
        const { source } = note;
        const known = source !== null && texts?.some((text) => text.name === source.file) === true;
        return (
          <li key={key} data-severity={note.severity} data-code={note.code}>
            <span className="note-sign" aria-hidden="true">
              {severitySigns[note.severity]}
            </span>
            <div>
              <p className="note-severity">{severityWords[note.severity]}</p>
              <p>{visibleText(note.message)}</p>
              {note.code === 'already-injected' && shown !== null && (
                <button
                  type="button"
                  className="button small"
                  data-testid="read-as-it-is"
                  onClick={() =>
                    void openInput(stores, { ...shown, injection: [], alreadyInjected: true }, { index })
                  }
                >
                  {inspectorText.readAsItIs}
                </button>
              )}
              {source !== null && known && (
                <button
                  type="button"
                  className="link mono"
                  onClick={() =>
                    stores.source.getState().show(source, { panel: 'notes', words: note.message })
                  }
                >
                  {inspectorText.showSource(visibleText(`${source.file}:${source.line}`))}
                </button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
