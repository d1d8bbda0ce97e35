import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import type { ManifestSide, SideName } from '../../state/manifest-store.ts';
import { Modal } from '../../ui/modal.tsx';
import { ChooseSource } from './choose-source.tsx';
import { manifestText } from './manifest-text.ts';
import { sourceWords } from './source-words.ts';

/** What stands on a side: what is shown, else what is being opened. */
function sideWords({ open, source, busy }: ManifestSide): string {
  if (busy && source !== null) return manifestText.opening(sourceWords(source));
  if (open !== null) return open.words;
  return manifestText.nothingChosen;
}

/** One of the two manifests, by its name; pressing it leads to another one. */
export function SourceChip({ side, label }: { readonly side: SideName; readonly label: string }) {
  const stores = useStores();
  const state = useStore(stores.manifest, (all) => all[side]);
  const [choosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const words = visibleText(sideWords(state));
  // Until there is a second one the page itself asks which.
  const onPage = side === 'second' && state.open === null && !state.busy;
  return (
    <div className="source-chip">
      <span className="source-label">{label}</span>
      <button
        ref={button}
        type="button"
        className="button"
        aria-label={`${label}: ${words}. ${manifestText.choose}`}
        title={onPage ? manifestText.chooseBelow : words}
        disabled={onPage}
        data-testid={`manifest-source-${side}`}
        onClick={() => setChoosing(true)}
      >
        <span className="source-words">{words}</span> <span aria-hidden="true">▾</span>
      </button>
      <Modal
        title={manifestText.chooseTitle[side]}
        open={choosing}
        under={button}
        onClose={() => setChoosing(false)}
      >
        <ChooseSource side={side} onDone={() => setChoosing(false)} />
      </Modal>
    </div>
  );
}
