import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Note } from '../../../contract/types.ts';
import { useStores } from '../../state/app.ts';
import { gravestFirst } from '../../state/notes.ts';

/** Notes of one workload and of the input as a whole, the gravest first. */
export function notesFor(notes: readonly Note[], index: number): readonly Note[] {
  return gravestFirst(notes.filter((note) => note.workload === undefined || note.workload === index));
}

/** The notes that concern what is on the stage. */
export function useNotes(): readonly Note[] {
  const stores = useStores();
  const all = useStore(stores.study, (state) => state.study?.notes ?? null);
  const index = useStore(stores.study, (state) => state.index);
  return useMemo(() => notesFor(all ?? [], index), [all, index]);
}
