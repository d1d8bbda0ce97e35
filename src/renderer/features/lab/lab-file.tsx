import { useState } from 'react';
import type { NamedText } from '../../../contract/types.ts';
import type { LabName } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { labText } from './lab-text.ts';

interface Shown extends NamedText {
  readonly line: number | null;
}

export interface LabFileState {
  readonly shown: Shown | null;
  /** Shows a file of the folder, with a line marked. */
  readonly open: (path: string, line: number | null) => void;
  readonly close: () => void;
}

/** The file of a lab's folder that is looked at. */
export function useLabFile(lab: LabName): LabFileState {
  const stores = useStores();
  const [shown, setShown] = useState<Shown | null>(null);
  const open = async (path: string, line: number | null) => {
    const { folder } = stores.lab.getState().labs[lab];
    const answer = await stores.bridge.request('lab:file', { lab, folder, path });
    if (answer.ok) setShown({ ...answer.value, line });
    else stores.lab.getState().fail(answer.failure);
  };
  return { shown, open: (path, line) => void open(path, line), close: () => setShown(null) };
}

/** A file of the folder as it is now. */
export function LabFileModal({ file: { shown, close } }: { readonly file: LabFileState }) {
  const range =
    shown === null || shown.line === null
      ? null
      : { file: shown.name, line: shown.line, column: 1, endLine: shown.line, endColumn: 1 };
  return (
    <Modal wide title={shown?.name ?? ''} open={shown !== null} onClose={close}>
      {shown !== null && (
        <div className="lab-file-text" data-testid="lab-file-text">
          <CodeView label={shown.name} text={shown.text} range={range} asked={0} />
        </div>
      )}
      <div className="dialog-actions">
        {shown !== null && <CopyButton text={shown.text} label={shown.name} />}
        <button type="button" className="button" onClick={close}>
          {labText.close}
        </button>
      </div>
    </Modal>
  );
}
