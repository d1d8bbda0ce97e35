import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { cutText } from '../../ui/cut-text.ts';
import { inspectorText } from './inspector-text.ts';

const MOST_CHARACTERS = 600;

/** The finding or note that led to the place below, and the way back to where it stands. */
export function ShownFromBar() {
  const stores = useStores();
  const from = useStore(stores.source, (state) => state.from);
  const back = useRef<HTMLButtonElement>(null);
  // The button that led here is gone with its panel: whoever pressed it with a key goes on from the way back.
  useEffect(() => {
    if (from !== null && document.activeElement === document.body) back.current?.focus();
  }, [from]);
  if (from === null) return null;
  return (
    <div className="shown-from" data-testid="shown-from">
      <button
        ref={back}
        type="button"
        className="button small"
        data-testid="back-to-findings"
        onClick={() => stores.source.getState().setPanel(from.panel)}
      >
        <span aria-hidden="true">←</span> {inspectorText.backTo[from.panel]}
      </button>
      <h2>{inspectorText.shownFrom[from.panel]}</h2>
      <p>{visibleText(cutText(from.words, MOST_CHARACTERS), true)}</p>
    </div>
  );
}
