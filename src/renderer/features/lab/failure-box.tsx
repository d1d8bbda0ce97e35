import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
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
  const { problem, run } = useLabWork();
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
        <button
          type="button"
          className="button small"
          disabled={problem !== null}
          data-testid="lab-replace"
          onClick={() => void run(refused, true)}
        >
          {labText.replace}
        </button>
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

/** Steps that were right until what they were made from was replaced. */
export function UndoneBox() {
  const stores = useStores();
  const undone = useStore(stores.lab, (state) => state.undone);
  const { problem, run } = useLabWork();
  if (undone.length === 0) return null;
  return (
    <div className="lab-failure" role="alert" data-cancelled="true" data-testid="lab-undone">
      <p className="lab-failure-what">{labText.undone(undone)}</p>
      <button
        type="button"
        className="button small"
        disabled={problem !== null}
        onClick={() => void run(undone, true)}
      >
        {labText.redo}
      </button>
    </div>
  );
}
