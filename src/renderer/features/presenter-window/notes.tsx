import { useEffect, useId, useRef, useState } from 'react';
import { InputFault } from '../../../domain/fault.ts';
import { MOST_NOTES, type Notes, readNotes, writeNotes } from '../../../domain/presenter/notes-file.ts';
import { loadNotes, saveNotes, type Told } from '../../state/presenter-link.ts';
import { windowText } from './window-text.ts';

/** The notes of a workload, kept in this browser as they are typed. */
function useNotes(workload: string) {
  const [notes, setNotes] = useState<Notes>({});
  const [kept, setKept] = useState(true);
  useEffect(() => setNotes(loadNotes(window.localStorage, workload)), [workload]);
  const change = (next: Notes) => {
    setNotes(next);
    setKept(saveNotes(window.localStorage, workload, next));
  };
  return { notes, change, kept };
}

function saveAs(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A file's notes, or one sentence about why it has none. */
async function notesOf(file: File): Promise<Notes | string> {
  if (file.size > MOST_NOTES * 4) return windowText.tooLarge(file.name);
  try {
    return readNotes(file.name, await file.text());
  } catch (cause) {
    if (cause instanceof InputFault) return `${cause.message} ${cause.hint}`;
    return `${file.name} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

/** What the presenter wrote for the step, or the counted facts as long as nothing was written. */
export function NotesPanel({ told }: { readonly told: Told }) {
  const { notes, change, kept } = useNotes(told.workload);
  const [said, setSaid] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const field = useId();
  const step = told.steps[told.at];
  if (step === undefined) return null;
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await notesOf(file);
    if (typeof read === 'string') return setSaid(read);
    change({ ...notes, ...read });
    setSaid(windowText.imported(Object.keys(read).length));
  };
  return (
    <section className="pw-notes">
      <label htmlFor={field} title={windowText.notesHelp}>
        {windowText.notes}
      </label>
      <textarea
        id={field}
        data-testid="notes"
        value={notes[step.id] ?? step.facts.join('\n')}
        onChange={(event) => change({ ...notes, [step.id]: event.target.value })}
      />
      <div className="pw-row">
        <button
          type="button"
          className="button small"
          data-testid="notes-export"
          onClick={() => saveAs('notes.md', writeNotes(told.workload, told.steps, notes))}
        >
          {windowText.exportNotes}
        </button>
        <button type="button" className="button small" onClick={() => chooser.current?.click()}>
          {windowText.importNotes}
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".md,text/markdown"
          data-testid="notes-import"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <span role="status">{kept ? said : windowText.notSaved}</span>
      </div>
    </section>
  );
}
