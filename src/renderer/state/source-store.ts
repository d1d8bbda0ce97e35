import { createStore } from 'zustand/vanilla';
import type { SourceRange } from '../../contract/types.ts';

export type PanelName = 'part' | 'notes' | 'bootstrap' | 'checks';

/** What led to a place: a finding or a note in another panel, in its own words. */
export interface ShownFrom {
  readonly panel: 'checks' | 'notes';
  readonly words: string;
}

export interface SourceState {
  readonly panel: PanelName;
  /** The inspector is beside the stage; until something is looked at, the stage has all the room. */
  readonly shown: boolean;
  /** Name of the shown text; null shows what fits the view. */
  readonly file: string | null;
  readonly range: SourceRange | null;
  /** Where the way back leads; null where nothing but the picture led here. */
  readonly from: ShownFrom | null;
  /** Grows with every request to show a place, so that asking twice scrolls twice. */
  readonly asked: number;
  /** The source fills the panel. */
  readonly tall: boolean;
  /** The side panel takes half of the window. */
  readonly wide: boolean;
  show(range: SourceRange, from?: ShownFrom): void;
  pick(file: string): void;
  /** Opens the inspector with one of its panels. */
  setPanel(panel: PanelName): void;
  close(): void;
  setTall(tall: boolean): void;
  setWide(wide: boolean): void;
  reset(): void;
}

export function createSourceStore() {
  return createStore<SourceState>((set) => ({
    panel: 'part',
    shown: false,
    file: null,
    range: null,
    from: null,
    asked: 0,
    tall: false,
    wide: false,
    show: (range, from) =>
      set(({ asked }) => ({
        panel: 'part',
        shown: true,
        file: range.file,
        range,
        from: from ?? null,
        asked: asked + 1,
      })),
    pick: (file) => set({ file, range: null }),
    setPanel: (panel) => set({ panel, shown: true, from: null }),
    close: () => set({ shown: false, wide: false, from: null }),
    setTall: (tall) => set({ tall }),
    setWide: (wide) => set({ wide }),
    reset: () => set({ file: null, range: null, from: null }),
  }));
}
