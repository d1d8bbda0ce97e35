import { useEffect } from 'react';
import { commandOf, type PresenterCommand } from '../../../domain/presenter/keys.ts';
import type { Stores } from '../../state/app.ts';
import { endPresenting, obey } from '../../state/presenter-actions.ts';
import { enterFullscreen, leaveFullscreen } from './fullscreen.ts';

/** A part has the focus: Tab, arrows and Enter walk the picture until Escape leaves it. */
const walksPicture = (): boolean =>
  document.activeElement instanceof Element && document.activeElement.closest('.stage-svg') !== null;

const WALK = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'Enter', ' ', 'Escape']);

/** Full screen is left by the browser itself on Escape, without a key that a page could hear. */
function useEndWithFullscreen(stores: Stores): void {
  useEffect(() => {
    let was = document.fullscreenElement !== null;
    const changed = () => {
      const is = document.fullscreenElement !== null;
      // A second window takes the full screen away as well; then the presentation goes on in its window.
      if (was && !is && document.hasFocus()) endPresenting(stores);
      was = is;
    };
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [stores]);
}

/** Does what a key asks for, whether it comes from a keyboard or a clicker. */
export function usePresenterKeys(stores: Stores, openWindow: () => void): void {
  useEndWithFullscreen(stores);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // F5 begins; while presenting it must not load the page again.
      if (event.key === 'F5') event.preventDefault();
      if (walksPicture() && WALK.has(event.key)) {
        if (event.key === 'Escape' && document.activeElement instanceof SVGElement)
          document.activeElement.blur();
        return;
      }
      const command = commandOf(event.key);
      if (command === null) return;
      event.preventDefault();
      event.stopPropagation();
      carryOut(stores, command, openWindow);
    };
    // Before the picture, which zooms and moves with some of these keys.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [stores, openWindow]);
}

/** What is asked for, wherever it was asked. */
function carryOut(stores: Stores, command: PresenterCommand, openWindow: () => void): void {
  switch (command) {
    case 'window':
      openWindow();
      break;
    case 'fullscreen':
      if (document.fullscreenElement === null) enterFullscreen();
      else leaveFullscreen();
      break;
    case 'end':
      if (stores.presenter.getState().help) {
        stores.presenter.setState({ help: false });
        break;
      }
      endPresenting(stores);
      leaveFullscreen();
      break;
    default:
      void obey(stores, command);
  }
}
