import { createStore } from 'zustand/vanilla';
import type { BootstrapVariant } from '../../domain/anatomy/model.ts';
import type { DeckStep } from '../../domain/presenter/deck.ts';

export type Blank = 'none' | 'black' | 'white';

/** What was on the stage when presenting began: known to be good. */
export interface GoodState {
  readonly index: number;
  readonly variant: BootstrapVariant;
  /** Where the recording on the stage stood, in milliseconds; 0 on the lab bench. */
  readonly filmAt: number;
}

export interface PresenterState {
  readonly on: boolean;
  readonly steps: readonly DeckStep[];
  /** Which step, from 0. */
  readonly at: number;
  readonly good: GoodState;
  readonly blank: Blank;
  readonly spotlight: boolean;
  /** Radius of the spotlight as a share of the window's height. */
  readonly radius: number;
  readonly laser: boolean;
  readonly help: boolean;
  /** Counts how often the picture was asked to stand as at first. */
  readonly fits: number;
  /** Moves the picture on to what lies below or above the view; false where there is no more. null while none is shown. */
  readonly turn: ((way: 'down' | 'up') => boolean) | null;
  /** The browser opened no second window: a person has to press a link. */
  readonly blocked: boolean;
}

export const RADIUS = { least: 0.08, first: 0.2, most: 0.6, step: 1.2 } as const;

const OFF: PresenterState = {
  on: false,
  steps: [],
  at: 0,
  good: { index: 0, variant: 'lab', filmAt: 0 },
  blank: 'none',
  spotlight: false,
  radius: RADIUS.first,
  laser: false,
  help: false,
  fits: 0,
  turn: null,
  blocked: false,
};

/** What of a presentation survives that its page is loaded again. */
export interface Resumed {
  readonly at: number;
}

const KEY = 'sidecar-anatomy.presenting';

export function createPresenterStore() {
  return createStore<PresenterState>(() => OFF);
}

export type PresenterStore = ReturnType<typeof createPresenterStore>;

/** Nothing of a presentation stays when it ends. */
export const endedState = OFF;

/** Notes for this tab alone, until it is closed, that it presents and at which step. */
export function keepPresenting(
  store: PresenterStore,
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
): void {
  store.subscribe(({ on, at }, before) => {
    if (on === before.on && at === before.at) return;
    if (on) storage.setItem(KEY, String(at));
    else storage.removeItem(KEY);
  });
}

/** At which step this tab presented when it was loaded again; null when it did not. */
export function presentedBefore(storage: Pick<Storage, 'getItem'>): Resumed | null {
  const kept = storage.getItem(KEY);
  return kept !== null && /^\d{1,3}$/.test(kept) ? { at: Number(kept) } : null;
}
