import type { Note } from '../../contract/types.ts';

const RANK = { error: 0, warning: 1, info: 2 } as const;

export function gravestFirst(notes: readonly Note[]): readonly Note[] {
  return notes.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
