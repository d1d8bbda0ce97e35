import { createStore } from 'zustand/vanilla';
import type { CheckAnswer, PrecheckAnswer } from '../../contract/checks.ts';
import type { Outcome } from '../../contract/failure.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** The texts of a study that can be checked. */
export type CheckedRole = 'original' | 'injected';

/** What a text of a study is called here: answers of one are never shown for another. */
export function checkKey(studyId: string, role: CheckedRole): string {
  return `${studyId}#${role}`;
}

export interface ChecksState {
  readonly role: CheckedRole;
  /** `checkKey` of the text that is being checked; null: none is. */
  readonly running: string | null;
  /** By `checkKey`, the newest last. */
  readonly answers: ReadonlyMap<string, readonly CheckAnswer[]>;
  readonly prechecking: boolean;
  readonly precheck: PrecheckAnswer | null;
  /** The finding whose line was looked at last: where the way back leads. */
  readonly left: string | null;
  leave(finding: string): void;
  choose(role: CheckedRole): void;
  /** `kubeconfig` as it was written in the window; null: none. */
  run(
    studyId: string,
    role: CheckedRole,
    kubeconfig: string | null,
  ): Promise<Outcome<readonly CheckAnswer[]>>;
  askPrecheck(kubeconfig: string | null): Promise<Outcome<PrecheckAnswer>>;
  cancel(): Promise<void>;
}

/** The host holds eight studies, each with two such texts. */
const MOST = 16;

export function createChecksStore(bridge: Bridge) {
  return createStore<ChecksState>((set, get) => ({
    role: 'injected',
    running: null,
    answers: new Map(),
    prechecking: false,
    precheck: null,
    left: null,
    leave: (left) => set({ left }),
    choose: (role) => set({ role }),
    async run(studyId, role, kubeconfig) {
      const key = checkKey(studyId, role);
      set({ running: key });
      const outcome = await bridge.request('checks:run', { studyId, role, kubeconfig });
      if (get().running === key) set({ running: null });
      if (outcome.ok) {
        const others = [...get().answers].filter(([name]) => name !== key);
        set({ answers: new Map([...others, [key, outcome.value] as const].slice(-MOST)) });
      }
      return outcome;
    },
    async askPrecheck(kubeconfig) {
      set({ prechecking: true });
      const outcome = await bridge.request('checks:precheck', { kubeconfig });
      set({ prechecking: false, ...(outcome.ok ? { precheck: outcome.value } : {}) });
      return outcome;
    },
    async cancel() {
      await bridge.request('checks:cancel', {});
    },
  }));
}
