import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';

/**
 * Closes the opened object, and gives the focus back to what opened it: its row in the list, or whatever else leads to it.
 * Escape does the same, but where a dialog or a field has a use of its own for that key.
 */
export function useCloseObject(): () => void {
  const stores = useStores();
  const opened = useStore(stores.manifestLook, (state) => state.opened?.asked ?? null);
  const opener = useRef<HTMLElement | null>(null);
  const close = useRef(() => {});
  close.current = () => {
    stores.manifestLook.getState().close();
    if (opener.current?.isConnected === true) opener.current.focus();
  };
  useEffect(() => {
    if (opened === null) return;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.closest('.object-yaml') === null)
      opener.current = activeElement;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const field = event.target instanceof HTMLInputElement ? event.target : null;
      if (field === null || field.value === '') close.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [opened]);
  return () => close.current();
}
