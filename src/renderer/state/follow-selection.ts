import type { SourceRange } from '../../contract/types.ts';
import type { Part } from '../../domain/anatomy/model.ts';
import type { ViewMode } from '../../domain/diagram/scene.ts';
import type { Stores } from './app.ts';

/** The place to show for a part: in the original view the user's own line, where there is one. */
export function placeOf(part: Pick<Part, 'source' | 'original'>, view: ViewMode): SourceRange | null {
  return view === 'original' ? (part.original ?? part.source) : part.source;
}

/** Selecting a part opens the inspector and shows the part's source; another view shows its place there. */
export function followSelection(stores: Pick<Stores, 'stage' | 'study' | 'source'>): () => void {
  return stores.stage.subscribe((state, before) => {
    if (state.selected === null) return;
    if (state.selected === before.selected && state.view === before.view) return;
    const { workload } = stores.study.getState();
    const part = workload?.anatomy.parts.find((one) => one.id === state.selected);
    if (part === undefined) return;
    const range = placeOf(part, state.view);
    stores.source.getState().setPanel('part');
    if (range !== null) stores.source.getState().show(range);
  });
}
