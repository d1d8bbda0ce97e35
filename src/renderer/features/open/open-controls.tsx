import { useCallback, useEffect, useRef, useState } from 'react';
import { type Given, given, takeEarly } from '../../first/early-input.ts';
import { openInput } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import './open.css';
import { OpenDialog } from './open-dialog.tsx';
import { openText } from './open-text.ts';
import { asInput, type ReadableFile, readFiles } from './read-files.ts';

/** Whether typing or pasting belongs to a field or an editor rather than to the window. */
function inEditor(event: Event): boolean {
  return event
    .composedPath()
    .some(
      (target) =>
        target instanceof HTMLElement &&
        (target.isContentEditable ||
          target instanceof HTMLInputElement ||
          target instanceof HTMLTextAreaElement),
    );
}

/** Every way into the application: button, files dropped anywhere, text or files pasted. */
export function OpenControls() {
  const stores = useStores();
  const chooser = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);

  /** Counts what was given: reading takes a moment, and what is given last is what is opened. */
  const taken = useRef(0);

  const take = useCallback(
    async (files: readonly ReadableFile[]) => {
      const [first] = files;
      if (first === undefined) return;
      taken.current += 1;
      const mine = taken.current;
      const { reading } = stores.keeper;
      reading.begin(first.name);
      const read = await readFiles(files);
      if (mine !== taken.current) return;
      reading.end(first.name);
      if (!read.ok) return stores.study.getState().turnAway(read.failure);
      const input = asInput(read.files);
      if (input === null) return;
      // The workload may be another of them; opening it ends this.
      reading.begin(input.file.name);
      await openInput(stores, input);
    },
    [stores],
  );

  const dragging = useFileDrop((files) => void take(files));

  useEffect(() => {
    const open = ({ files, text }: Given): boolean => {
      if (files.length > 0) void take(files);
      else if (text.trim() !== '') void take([new File([text], openText.pasted)]);
      else return false;
      return true;
    };
    const paste = (event: ClipboardEvent) => {
      if (inEditor(event) || event.clipboardData === null) return;
      if (open(given(event.clipboardData))) event.preventDefault();
    };
    document.addEventListener('paste', paste);
    const early = takeEarly();
    if (early !== null) open(early);
    return () => {
      document.removeEventListener('paste', paste);
    };
  }, [take]);

  return (
    <>
      <button
        type="button"
        className="button primary"
        data-testid="open"
        onClick={() => chooser.current?.click()}
      >
        {openText.open}
      </button>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={openText.workload}
        data-testid="open-file"
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        className="button open-options"
        data-testid="open-options"
        aria-label={openText.options}
        title={openText.options}
        onClick={() => setAsking(true)}
      >
        <span>{openText.optionsShort}</span>…
      </button>
      <OpenDialog open={asking} onClose={() => setAsking(false)} />
      {dragging && (
        <div className="drop" data-testid="drop">
          <p>{openText.drop}</p>
          <p className="drop-help">{openText.dropHelp}</p>
        </div>
      )}
    </>
  );
}
