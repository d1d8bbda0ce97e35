import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { LABS, type LabName } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { runLabOnPort } from '../../state/lab-actions.ts';
import { labText } from './lab-text.ts';
import { useLabWork } from './use-lab-work.ts';

/** The host's code for a file of the folder that is not what would be written. */
const DIFFERS = 'lab-file-differs';

/** Why the lab could not be looked at or done, and the way on where there is one. */
export function FailureBox() {
  const stores = useStores();
  const failure = useStore(stores.lab, (state) => state.failure);
  const refused = useStore(stores.lab, (state) => state.refused);
  const lab = useStore(stores.lab, (state) => state.lab);
  const port = failure?.freePort;
  if (failure === null) return null;
  const cancelled = failure.code === 'cancelled';
  return (
    <div className="lab-failure" role="alert" data-cancelled={cancelled} data-testid="lab-failure">
      <p className="lab-failure-what">{visibleText(failure.message)}</p>
      {/* The hint speaks of the command line's way. */}
      {failure.hint !== '' && failure.code !== DIFFERS && <p>{visibleText(failure.hint)}</p>}
      {failure.code === DIFFERS && <p>{labText.stays}</p>}
      {failure.code === DIFFERS && refused !== null && (
        <Replace lab={lab} steps={refused} file={failure.source?.file ?? null} />
      )}
      {port !== undefined && refused !== null && (
        <button
          type="button"
          className="button small"
          data-testid="lab-use-port"
          onClick={() => void runLabOnPort(stores, port, refused)}
        >
          {labText.withPort(port)}
        </button>
      )}
    </div>
  );
}

interface ReplaceProps {
  readonly lab: LabName;
  /** The steps that were asked for. */
  readonly steps: readonly number[];
  /** The one that stopped them. */
  readonly file: string | null;
}

/** Has one file replaced, or all of the steps, by name: nothing is lost that was not named before. */
function Replace({ lab, steps, file }: ReplaceProps) {
  const { problem, run } = useLabWork();
  const files = LABS[lab].flatMap((step) => (steps.includes(step.number) ? step.files : []));
  return (
    <div className="lab-replace">
      {file !== null && (
        <button
          type="button"
          className="button small"
          disabled={problem !== null}
          data-testid="lab-replace"
          onClick={() => void run(steps, { replace: [file] })}
        >
          {labText.replace(file)}
        </button>
      )}
      {files.length > 1 && (
        <button
          type="button"
          className="button small"
          disabled={problem !== null}
          title={files.join('\n')}
          data-testid="lab-replace-all"
          onClick={() => void run(steps, { force: true })}
        >
          {labText.replaceAll(files)}
        </button>
      )}
    </div>
  );
}

/** Steps that were right until what they were made from was replaced. */
export function UndoneBox() {
  const stores = useStores();
  const undone = useStore(stores.lab, (state) => state.undone);
  const lab = useStore(stores.lab, (state) => state.lab);
  const { problem, run } = useLabWork();
  if (undone.length === 0) return null;
  return (
    <div className="lab-failure" role="alert" data-cancelled="true" data-testid="lab-undone">
      <p className="lab-failure-what">{labText.undone(undone)}</p>
      <button
        type="button"
        className="button small"
        disabled={problem !== null}
        onClick={() => void run(undone, { force: true })}
      >
        {labText.redo(LABS[lab].flatMap((step) => (undone.includes(step.number) ? step.files : [])))}
      </button>
    </div>
  );
}
