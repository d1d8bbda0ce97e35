import { createStore } from 'zustand/vanilla';
import type { SceneName, ViewMode } from '../../domain/diagram/scene.ts';
import { viewOf } from '../../domain/diagram/scenes.ts';
import type { ManifestBoardName } from '../../domain/lab/guide/guide.ts';

export interface StageState {
  readonly scene: SceneName;
  /** The view that was chosen; a scene may show another (`shownView`). */
  readonly view: ViewMode;
  /** Which step of the start order happens now, from 1; null: all of them at once. */
  readonly step: number | null;
  /** Groups that are open although their scene folds them. */
  readonly open: ReadonlySet<string>;
  /** Part ids. */
  readonly selected: string | null;
  readonly hovered: string | null;
  /** Parts that are lit as long as nothing is pointed at or selected: what a step of a lab is about. */
  readonly spot: ReadonlySet<string>;
  /** Parts that somebody looks for: in view, and in no fold. */
  readonly sought: ReadonlySet<string>;
  /** The part that was looked for last, where no scene draws it. */
  readonly undrawn: string | null;
  /** What stands in the stage's place; null: nothing else. */
  readonly board: ManifestBoardName | null;
  setScene(scene: SceneName): void;
  setView(view: ViewMode): void;
  setStep(step: number | null): void;
  toggle(group: string): void;
  /** Opens groups; those that are open stay so. */
  unfold(groups: readonly string[]): void;
  /** Selects a part in a picture that draws it, and brings it into view; null: no picture does. */
  seek(part: string, picture: Pick<StageState, 'scene' | 'view'> | null): void;
  select(part: string | null): void;
  hover(part: string | null): void;
  setSpot(parts: readonly string[]): void;
  setBoard(board: ManifestBoardName | null): void;
  /** Another workload is on the stage: nothing of the old one stays selected or open. */
  reset(): void;
}

/** The view on the stage: the scene's own where it is about one, else the one that was chosen. */
export const shownView = ({ scene, view }: Pick<StageState, 'scene' | 'view'>): ViewMode =>
  viewOf(scene, view);
const NOTHING: ReadonlySet<string> = new Set();

export function createStageStore() {
  return createStore<StageState>((set) => ({
    scene: 'overview',
    view: 'injected',
    step: null,
    open: new Set<string>(),
    selected: null,
    hovered: null,
    spot: new Set<string>(),
    sought: NOTHING,
    undrawn: null,
    board: null,
    setScene: (scene) => set({ scene, hovered: null, sought: NOTHING }),
    setStep: (step) => set({ step }),
    setView: (view) => set({ view, hovered: null }),
    toggle: (group) =>
      set((state) => {
        const open = new Set(state.open);
        if (!open.delete(group)) open.add(group);
        return { open, sought: NOTHING };
      }),
    unfold: (groups) => set(({ open }) => ({ open: new Set([...open, ...groups]) })),
    seek: (part, picture) =>
      set({
        ...picture,
        selected: part,
        hovered: null,
        board: null,
        sought: new Set([part]),
        undrawn: picture === null ? part : null,
      }),
    select: (selected) => set({ selected }),
    hover: (hovered) => set({ hovered }),
    setSpot: (parts) =>
      set(({ spot }) => {
        const same = parts.length === spot.size && parts.every((part) => spot.has(part));
        return same ? {} : { spot: new Set(parts) };
      }),
    setBoard: (board) => set({ board }),
    reset: () => set({ step: null, selected: null, hovered: null, open: new Set<string>(), sought: NOTHING }),
  }));
}
