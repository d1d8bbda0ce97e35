import { createStore } from 'zustand/vanilla';
import type { Failure, Outcome } from '../../contract/failure.ts';
import type { ManifestProgram, OpenManifest } from '../../contract/manifest.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { OpenedFile } from './opened-input.ts';

/** What a manifest is made of, as a person chose it. */
export type ManifestSource =
  | { readonly kind: 'generated'; readonly profile: string | null; readonly sets: readonly string[] }
  | { readonly kind: 'file'; readonly file: OpenedFile };

/** The manifest of the map is the first of two that are compared. */
export type SideName = 'first' | 'second';

export interface ManifestSide {
  /** What was asked for last, whether or not it could be opened. */
  readonly source: ManifestSource | null;
  /** What is shown; stays while another is opened, and when that fails. */
  readonly open: OpenManifest | null;
  readonly busy: boolean;
  readonly failure: Failure | null;
}

export type ManifestView = 'map' | 'compare';

export interface ManifestState {
  readonly view: ManifestView;
  readonly first: ManifestSide;
  readonly second: ManifestSide;
  /** What istioctl says of itself and of the cluster; null until it was asked. */
  readonly program: ManifestProgram | null;
  /** The kubeconfig, as it was written, of which it was asked last; null until it was asked. */
  readonly programOf: { readonly kubeconfig: string | null } | null;
  readonly programBusy: boolean;
  readonly programFailure: Failure | null;
  /** Profiles that this istioctl has; null until they are known, and where they cannot be. */
  readonly profiles: readonly string[] | null;
  setView(view: ManifestView): void;
  /**
   * Opens a manifest on one side, after `before`, which says why it cannot be opened, or null; whatever was asked for last is
   * what is shown. True when that is this one.
   */
  open(side: SideName, source: ManifestSource, before?: () => Promise<Failure | null>): Promise<boolean>;
  /** Ends what is being opened; what was shown stays. */
  cancel(): Promise<void>;
  dismiss(side: SideName): void;
  fail(side: SideName, failure: Failure): void;
  /** Turns the two round. */
  swap(): void;
  /** Asks istioctl of itself and of the cluster of a kubeconfig, as it was written; whoever asked last gets the answer. */
  askProgram(kubeconfig: string | null): Promise<void>;
  /** Another cluster was chosen: what was said of the one before is no answer any more. */
  forgetProgram(): void;
  cancelProgram(): Promise<void>;
  askProfiles(): Promise<void>;
}

const EMPTY: ManifestSide = { source: null, open: null, busy: false, failure: null };

function ask(bridge: Bridge, source: ManifestSource): Promise<Outcome<OpenManifest>> {
  if (source.kind === 'file')
    return bridge.openManifestFile({ name: source.file.name, bytes: source.file.bytes });
  const { kind, profile, sets } = source;
  return bridge.request('manifest:open', { source: { kind, profile, sets: [...sets] } });
}

export function createManifestStore(bridge: Bridge) {
  /** Counts what was asked for on each side, so that an answer that comes too late is dropped. */
  const asked: Record<SideName, number> = { first: 0, second: 0 };
  let programs = 0;
  return createStore<ManifestState>((set, get) => {
    const put = (side: SideName, change: Partial<ManifestSide>): void => {
      set(
        side === 'first'
          ? { first: { ...get().first, ...change } }
          : { second: { ...get().second, ...change } },
      );
    };
    return {
      view: 'map',
      first: EMPTY,
      second: EMPTY,
      program: null,
      programOf: null,
      programBusy: false,
      programFailure: null,
      profiles: null,
      setView: (view) => set({ view }),
      async open(side, source, before = async () => null) {
        asked[side] += 1;
        const mine = asked[side];
        put(side, { source, busy: true, failure: null });
        const refusal = await before();
        if (mine !== asked[side]) return false;
        const outcome =
          refusal === null ? await ask(bridge, source) : { ok: false as const, failure: refusal };
        if (mine !== asked[side]) return false;
        if (outcome.ok) {
          put(side, { open: outcome.value, busy: false });
          return true;
        }
        const cancelled = outcome.failure.code === 'cancelled';
        put(side, { busy: false, failure: cancelled ? null : outcome.failure });
        return false;
      },
      async cancel() {
        for (const side of ['first', 'second'] as const)
          if (get()[side].busy) {
            asked[side] += 1;
            put(side, { busy: false });
          }
        await bridge.request('manifest:cancel', {});
      },
      dismiss: (side) => put(side, { failure: null }),
      fail: (side, failure) => put(side, { failure }),
      swap() {
        const { first, second } = get();
        if (!first.busy && !second.busy) set({ first: second, second: first });
      },
      async askProgram(kubeconfig) {
        programs += 1;
        const mine = programs;
        // What was said of another cluster is no answer about this one.
        const same = get().programOf?.kubeconfig === kubeconfig;
        set({
          ...(same ? {} : { program: null }),
          programOf: { kubeconfig },
          programBusy: true,
          programFailure: null,
        });
        const outcome = await bridge.request('manifest:program', { kubeconfig });
        if (mine !== programs) return;
        if (outcome.ok) return set({ program: outcome.value, programBusy: false });
        const { failure } = outcome;
        set({ programFailure: failure.code === 'cancelled' ? null : failure, programBusy: false });
      },
      forgetProgram() {
        // What comes now is an answer of the cluster before.
        programs += 1;
        set({ program: null, programBusy: false, programFailure: null });
      },
      async cancelProgram() {
        await bridge.request('manifest:cancel-program', {});
      },
      async askProfiles() {
        const outcome = await bridge.request('manifest:profiles', {});
        // Without them a profile is still named in a field: the one thing that is lost is the choice of buttons.
        if (outcome.ok) set({ profiles: outcome.value });
      },
    };
  });
}
