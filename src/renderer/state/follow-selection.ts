import type { SourceRange, Study } from '../../contract/types.ts';
import type { Part, WorkloadAnatomy } from '../../domain/anatomy/model.ts';
import type { ViewMode } from '../../domain/diagram/scene.ts';
import type { Stores } from './app.ts';
import { upstream } from './chain.ts';
import { shownView } from './stage-store.ts';

/** The place to show for a part: in the original view the user's own line, where there is one. */
export function placeOf(part: Pick<Part, 'source' | 'original'>, view: ViewMode): SourceRange | null {
  return view === 'original' ? (part.original ?? part.source) : part.source;
}

/** For a part that no text holds: the place of the nearest part that it comes from; null where none of those has one. */
export function originOf(
  anatomy: Pick<WorkloadAnatomy, 'parts' | 'links'>,
  part: Pick<Part, 'id'>,
  view: ViewMode,
): SourceRange | null {
  const byId = new Map(anatomy.parts.map((one) => [one.id, one]));
  for (const id of upstream(anatomy, part.id)) {
    const from = byId.get(id);
    const place = from === undefined ? null : placeOf(from, view);
    if (place !== null) return place;
  }
  return null;
}

/**
 * The first line of the chosen workload in a text, where the text holds several; null where there is nothing to look
 * for. The line alone: a mark over a whole document would tell nothing.
 */
export function workloadPlace(
  study: Pick<Study, 'workloads'> | null,
  workload: { readonly anatomy: { readonly parts: readonly Part[] } } | null,
  file: string,
): SourceRange | null {
  if (study === null || workload === null || study.workloads.length < 2) return null;
  const whole = workload.anatomy.parts.find((part) => part.id === 'workload');
  const place = [whole?.source, whole?.original].find((range) => range?.file === file) ?? null;
  return place && { ...place, endLine: place.line, endColumn: place.column };
}

/**
 * Selecting a part opens the inspector and shows the part's source; another view shows its place there. Another
 * workload has other places.
 */
export function followSelection(stores: Pick<Stores, 'stage' | 'study' | 'source'>): () => void {
  const stopWorkload = stores.study.subscribe((state, before) => {
    if (state.index !== before.index) stores.source.getState().reset();
  });
  const stopView = stores.stage.subscribe((state, before) => {
    if (shownView(state) !== shownView(before)) stores.source.getState().reset();
  });
  const stopSelection = stores.stage.subscribe((state, before) => {
    if (state.selected === null) return;
    const view = shownView(state);
    if (state.selected === before.selected && view === shownView(before)) return;
    const { workload } = stores.study.getState();
    const part = workload?.anatomy.parts.find((one) => one.id === state.selected);
    if (workload === null || part === undefined) return;
    const source = stores.source.getState();
    source.setPanel('part');
    const range = placeOf(part, view) ?? originOf(workload.anatomy, part, view);
    if (range !== null) return source.show(range);
    // The place of another part must not stay marked; what a bootstrap leaves out is missed there.
    if (part.absent === true) source.pick(workload.bootstrapFile);
    else source.reset();
  });
  return () => {
    stopWorkload();
    stopView();
    stopSelection();
  };
}
