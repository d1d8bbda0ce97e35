import { useState } from 'react';
import { useStore } from 'zustand';
import type { NamedText } from '../../../contract/types.ts';
import type { LabName, LabStepPlan } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { labText } from './lab-text.ts';

/** The files of a step; each that is there can be read. */
export function StepFiles({ lab, plan }: { readonly lab: LabName; readonly plan: LabStepPlan }) {
  const stores = useStores();
  const exists = useStore(stores.lab, (state) => state.labs[lab].view?.exists === true);
  const [shown, setShown] = useState<NamedText | null>(null);
  const open = async (path: string) => {
    const { folder } = stores.lab.getState().labs[lab];
    const answer = await stores.bridge.request('lab:file', { lab, folder, path });
    if (answer.ok) setShown(answer.value);
    else stores.lab.getState().fail(answer.failure);
  };
  return (
    <section>
      <h3>{labText.files}</h3>
      {plan.files.length === 0 ? (
        <p className="lab-none">{labText.noFile}</p>
      ) : (
        <ul className="lab-files">
          {plan.files.map((path) => (
            <li key={path}>
              <button
                type="button"
                className="link"
                disabled={!exists}
                aria-label={labText.open(path)}
                data-testid={`lab-file-${path}`}
                onClick={() => void open(path)}
              >
                <code>{path}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Modal wide title={shown?.name ?? ''} open={shown !== null} onClose={() => setShown(null)}>
        {shown !== null && (
          <div className="lab-file-text" data-testid="lab-file-text">
            <CodeView label={shown.name} text={shown.text} range={null} asked={0} />
          </div>
        )}
        <div className="dialog-actions">
          {shown !== null && <CopyButton text={shown.text} label={shown.name} />}
          <button type="button" className="button" onClick={() => setShown(null)}>
            {labText.close}
          </button>
        </div>
      </Modal>
    </section>
  );
}
