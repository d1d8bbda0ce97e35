import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../contract/failure.ts';
import type { ManifestComparison, ManifestObjectView, ObjectDifference } from '../../contract/manifest.ts';
import type { SourceRange } from '../../contract/types.ts';
import type { ManifestObject } from '../../domain/manifest/model.ts';
import type { FoundObjects } from '../../domain/manifest/search.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** An object that is opened, and the place in it that is looked at. */
export interface OpenedObject {
  readonly view: ManifestObjectView;
  /** In lines of the manifest; null: the whole object is meant. */
  readonly mark: SourceRange | null;
  /** Grows with every request, so that asking twice scrolls twice. */
  readonly asked: number;
}

/** An object of two manifests, by its number in each. */
export interface ObjectPair {
  readonly beforeIndex: number | null;
  readonly afterIndex: number | null;
}

export interface ManifestLookState {
  readonly query: string;
  /** Objects of this kind only; null: of any. */
  readonly kind: string | null;
  readonly found: FoundObjects | null;
  readonly opened: OpenedObject | null;
  readonly comparison: ManifestComparison | null;
  /** The two are being compared. */
  readonly comparing: boolean;
  readonly pair: ObjectPair | null;
  /** The object of the pair: as the second manifest has it, where it has it. */
  readonly compared: ManifestObject | null;
  readonly difference: ObjectDifference | null;
  readonly failure: Failure | null;
  /** Searches; an answer that comes too late is dropped. */
  search(id: string, query: string, kind: string | null): Promise<void>;
  show(id: string, index: number, mark: SourceRange | null): Promise<void>;
  close(): void;
  /** Compares the two, and shows how the first object differs. */
  compare(before: string, after: string): Promise<void>;
  showDifference(before: string, after: string, pair: ObjectPair, object: ManifestObject): Promise<void>;
  /** Another manifest is on the map: nothing of the old one stays. */
  reset(): void;
  /** Another pair is compared. */
  resetComparison(): void;
  dismiss(): void;
}

/** What stands first in the list of differences; null where there is none. */
function firstDifference({ changed, added, removed }: ManifestComparison) {
  const [change] = changed;
  const [come] = added;
  const [gone] = removed;
  if (change !== undefined) {
    const pair: ObjectPair = { beforeIndex: change.before.index, afterIndex: change.after.index };
    return { pair, object: change.after };
  }
  if (come !== undefined) return { pair: { beforeIndex: null, afterIndex: come.index }, object: come };
  return gone === undefined ? null : { pair: { beforeIndex: gone.index, afterIndex: null }, object: gone };
}

/** What of the manifests is looked at: found objects, one of them, and how two differ. */
export function createManifestLookStore(bridge: Bridge) {
  const asked = { search: 0, show: 0, compare: 0, difference: 0 };
  const next = (what: keyof typeof asked): (() => boolean) => {
    asked[what] += 1;
    const mine = asked[what];
    return () => mine === asked[what];
  };
  return createStore<ManifestLookState>((set, get) => ({
    query: '',
    kind: null,
    found: null,
    opened: null,
    comparison: null,
    comparing: false,
    pair: null,
    compared: null,
    difference: null,
    failure: null,
    async search(id, query, kind) {
      const newest = next('search');
      set({ query, kind });
      const outcome = await bridge.request('manifest:find', { id, query, kind });
      if (newest()) set(outcome.ok ? { found: outcome.value } : { failure: outcome.failure });
    },
    async show(id, index, mark) {
      const newest = next('show');
      const outcome = await bridge.request('manifest:object', { id, index });
      if (!newest()) return;
      const times = (get().opened?.asked ?? 0) + 1;
      set(
        outcome.ok ? { opened: { view: outcome.value, mark, asked: times } } : { failure: outcome.failure },
      );
    },
    close() {
      next('show');
      set({ opened: null });
    },
    async compare(before, after) {
      const newest = next('compare');
      next('difference');
      set({ comparison: null, comparing: true, pair: null, difference: null, failure: null });
      const outcome = await bridge.request('manifest:compare', { before, after });
      if (!newest()) return;
      const failure = outcome.ok || outcome.failure.code === 'cancelled' ? null : outcome.failure;
      set({ comparison: outcome.ok ? outcome.value : null, comparing: false, failure });
      const first = outcome.ok ? firstDifference(outcome.value) : null;
      if (first !== null) await get().showDifference(before, after, first.pair, first.object);
    },
    async showDifference(before, after, pair, object) {
      const newest = next('difference');
      set({ pair, compared: object, difference: null });
      const outcome = await bridge.request('manifest:difference', { before, after, ...pair });
      if (newest())
        set(outcome.ok ? { difference: outcome.value } : { pair: null, failure: outcome.failure });
    },
    reset() {
      next('search');
      next('show');
      set({ query: '', kind: null, found: null, opened: null, failure: null });
    },
    resetComparison() {
      next('compare');
      next('difference');
      set({ comparison: null, comparing: false, pair: null, difference: null });
    },
    dismiss: () => set({ failure: null }),
  }));
}
