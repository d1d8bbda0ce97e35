import { useRef, useState } from 'react';
import type { Failure } from '../../../contract/failure.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { openInput } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { hasIstioctl } from '../../state/tools-store.ts';
import { Modal } from '../../ui/modal.tsx';
import { openText } from './open-text.ts';
import { readFiles } from './read-files.ts';

interface OpenDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A workload with its own injection files, or one that holds a sidecar already. */
export function OpenDialog({ open, onClose }: OpenDialogProps) {
  const stores = useStores();
  const [workload, setWorkload] = useState<File | null>(null);
  const [injection, setInjection] = useState<readonly File[]>([]);
  const [already, setAlready] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const [opening, setOpening] = useState(false);
  /** Counts how often a person closed the dialog. */
  const turn = useRef(0);

  /** The dialog was closed since the files were chosen: its fields are new and do not show them. */
  const [kept, setKept] = useState(false);

  const forget = () => {
    setWorkload(null);
    setInjection([]);
    setAlready(false);
    setKept(false);
  };
  const close = () => {
    turn.current += 1;
    setFailure(null);
    forget();
    onClose();
  };

  const submit = async () => {
    if (workload === null || opening) return;
    const { reading } = stores.keeper;
    reading.begin(workload.name);
    const read = await readFiles([workload, ...(already ? [] : injection)]);
    if (!read.ok) {
      reading.end(workload.name);
      return setFailure(read.failure);
    }
    const [file, ...others] = read.files;
    if (file === undefined) return;
    setFailure(null);
    setOpening(true);
    const mine = turn.current;
    const input = { file, injection: others, alreadyInjected: already };
    // Fetching istioctl can take minutes: the window says what waits for it.
    if (!already && !hasIstioctl(stores.tools.getState())) onClose();
    const done = await openInput(stores, input);
    setOpening(false);
    // Closed meanwhile, it may hold other files by now.
    if (mine !== turn.current) return;
    const { input: newest, failure: why } = stores.study.getState();
    // What failed can be tried again without choosing every file anew.
    if (!done && newest === input && why !== null) return setFailure(why);
    if (done) forget();
    onClose();
  };

  return (
    <Modal
      title={openText.title}
      open={open}
      onClose={() => {
        if (open) turn.current += 1;
        setKept(workload !== null || injection.length > 0);
        onClose();
      }}
    >
      <form
        className="open-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label className="field">
          {openText.workload}
          <input
            type="file"
            data-testid="workload-file"
            onChange={(event) => {
              setFailure(null);
              setWorkload(event.target.files?.[0] ?? null);
            }}
          />
        </label>
        <label className="check">
          <input
            type="checkbox"
            data-testid="already-injected"
            checked={already}
            onChange={(event) => setAlready(event.target.checked)}
          />
          {openText.already}
        </label>
        <label className="field">
          {openText.injection}
          <input
            type="file"
            multiple
            disabled={already}
            data-testid="injection-files"
            onChange={(event) => {
              setFailure(null);
              setInjection([...(event.target.files ?? [])]);
            }}
          />
        </label>
        <p className="open-help">{openText.injectionHelp}</p>
        {kept && (
          <p data-testid="still-chosen">
            {visibleText(openText.stillChosen([workload, ...injection].flatMap((file) => file?.name ?? [])))}
          </p>
        )}
        {failure !== null && (
          <p className="open-failure" role="alert" data-testid="open-failure">
            {visibleText(failure.message)} {visibleText(failure.hint)}
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={close}>
            {openText.cancel}
          </button>
          <button
            type="submit"
            className="button primary"
            data-testid="open-submit"
            disabled={workload === null || opening}
            title={workload === null ? openText.nothing : undefined}
          >
            {opening ? openText.opening : openText.submit}
          </button>
        </div>
      </form>
    </Modal>
  );
}
