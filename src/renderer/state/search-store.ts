import { createStore } from 'zustand/vanilla';

export interface SearchState {
  /** The search stands over the window. */
  readonly open: boolean;
  setOpen(open: boolean): void;
}

export function createSearchStore() {
  return createStore<SearchState>((set) => ({
    open: false,
    setOpen: (open) => set({ open }),
  }));
}
