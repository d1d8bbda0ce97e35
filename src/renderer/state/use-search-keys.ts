import { useEffect } from 'react';
import { useStores } from './app.ts';

/** Where `/` is a letter and Ctrl F looks through the text that is edited there. */
const TEXTS = 'input, textarea, select, [contenteditable="true"], .cm-editor';

/** Whether a key asks for the search: `/` alone, or Ctrl F, ⌘ F on a Mac. */
export function asksForSearch(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey) return false;
  return ctrlKey || metaKey ? key.toLowerCase() === 'f' : key === '/';
}

/** Opens the search by its keys, wherever in the rooms of a workload the focus is, but in a text and in a dialog. */
export function useSearchKeys(): void {
  const stores = useStores();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !asksForSearch(event)) return;
      const within = event.target instanceof Element ? event.target : null;
      if (within !== null && within.closest(`${TEXTS}, dialog`) !== null) return;
      const { workload } = stores.study.getState();
      if (stores.room.getState().room === 'manifest' || workload === null) return;
      event.preventDefault();
      stores.search.getState().setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [stores]);
}
