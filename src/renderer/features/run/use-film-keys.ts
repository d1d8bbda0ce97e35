import { useEffect } from 'react';
import { useStores } from '../../state/app.ts';

/** As far as one press of an arrow goes: the time between two polls. */
const STEP_MS = 500;

/** Whether a key belongs to what has the focus, and not to the film. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented && !isSlider(event.target)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof Element) || target === document.body) return false;
  if (isSlider(target)) return false;
  // Parts of the picture move the focus with arrows; buttons and fields know what to do with theirs.
  return (
    target.closest('button, a, input, select, textarea, summary, dialog, [contenteditable], [tabindex]') !==
    null
  );
}

const isSlider = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[data-testid="film-slider"]');

/** Space plays and holds, ← → go on and back, Home and End to the ends; wherever nothing else takes these keys. */
export function useFilmKeys(): void {
  const stores = useStores();
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const { toggle, seek, at, film } = stores.player.getState();
      switch (event.key) {
        case ' ':
          toggle();
          break;
        case 'ArrowLeft':
          seek(at - STEP_MS);
          break;
        case 'ArrowRight':
          seek(at + STEP_MS);
          break;
        case 'Home':
          seek(0);
          break;
        case 'End':
          seek(film?.duration ?? 0);
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [stores]);
}
