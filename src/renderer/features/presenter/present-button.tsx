import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { startPresenting } from '../../state/presenter-actions.ts';
import { enterFullscreen } from './fullscreen.ts';
import './present-button.css';
import { presenterText } from './presenter-text.ts';

/** Begins to present what is on the stage; F5 does, too, as clickers send it. */
export function PresentButton() {
  const stores = useStores();
  const able = useStore(stores.study, (state) => state.workload !== null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F5' || event.ctrlKey || event.shiftKey || event.metaKey || event.altKey) return;
      if (stores.study.getState().workload === null) return;
      event.preventDefault();
      begin();
    };
    const begin = () => {
      enterFullscreen();
      void startPresenting(stores);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [stores]);
  return (
    <button
      type="button"
      className="button icon"
      data-testid="present"
      aria-label={presenterText.present}
      title={presenterText.presentHelp}
      disabled={!able}
      onClick={() => {
        enterFullscreen();
        void startPresenting(stores);
      }}
    >
      <span className="present-sign" aria-hidden="true" />
    </button>
  );
}
