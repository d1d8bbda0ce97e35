import { createStore } from 'zustand/vanilla';
import type { Outcome } from '../../contract/failure.ts';
import type { BootstrapLabel, BootstrapVariant, ValidateResult } from '../../contract/types.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** Edits belong to one workload of one input and to one variant: switching either never mixes or loses them. */
export function editKey(input: string, index: number, variant: BootstrapVariant): string {
  return `${input}#${index}#${variant}`;
}

export interface Verdict {
  readonly key: string;
  readonly yaml: string;
  readonly result: ValidateResult;
}

export interface BootstrapState {
  readonly edits: Readonly<Record<string, string>>;
  readonly validating: boolean;
  /** The last answer of `envoy --mode validate`, for the bootstrap named by its key. */
  readonly verdict: Verdict | null;
  edit(key: string, yaml: string, generated: string): void;
  reset(key: string): void;
  restore(edits: Readonly<Record<string, string>>): void;
  /** Drops every edit and what Envoy said of them. */
  forget(): void;
  /** `label`: what it is called in a recording. */
  validate(key: string, yaml: string, label?: BootstrapLabel): Promise<Outcome<ValidateResult>>;
}

export function createBootstrapStore(bridge: Bridge) {
  let asked = 0;
  return createStore<BootstrapState>((set) => {
    const without = (edits: Readonly<Record<string, string>>, key: string) =>
      Object.fromEntries(Object.entries(edits).filter(([name]) => name !== key));
    return {
      edits: {},
      validating: false,
      verdict: null,
      /** Typing back to what was generated is no edit. */
      edit: (key, yaml, generated) =>
        set((state) => ({
          edits: yaml === generated ? without(state.edits, key) : { ...state.edits, [key]: yaml },
        })),
      reset: (key) => set((state) => ({ edits: without(state.edits, key) })),
      restore: (edits) => set({ edits }),
      forget() {
        // An answer that is under way is not waited for any more.
        asked += 1;
        set({ edits: {}, verdict: null, validating: false });
      },
      async validate(key, yaml, label) {
        asked += 1;
        const mine = asked;
        set({ validating: true });
        const outcome = await bridge.request(
          'bootstrap:validate',
          label === undefined ? { yaml } : { yaml, label },
        );
        if (mine === asked)
          set({ validating: false, verdict: outcome.ok ? { key, yaml, result: outcome.value } : null });
        return outcome;
      },
    };
  });
}
