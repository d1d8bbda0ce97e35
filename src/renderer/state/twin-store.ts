import { createStore } from 'zustand/vanilla';
import type { SceneTwin } from '../../domain/diagram/scene.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** A workload of a study. */
export interface TwinOf {
  readonly studyId: string;
  readonly index: number;
}

export interface TwinState {
  /** Whose counterpart `twin` is. */
  readonly of: TwinOf | null;
  readonly twin: SceneTwin | null;
  /** Asks for the counterpart of a workload, once. */
  ask(of: TwinOf): Promise<void>;
}

const same = (a: TwinOf | null, b: TwinOf): boolean => a?.studyId === b.studyId && a.index === b.index;

/** The workload on the stage as it comes out when it is injected the other way; asked for when a picture needs it. */
export function createTwinStore(bridge: Pick<Bridge, 'request'>) {
  return createStore<TwinState>((set, get) => ({
    of: null,
    twin: null,
    async ask(of) {
      if (same(get().of, of)) return;
      set({ of, twin: { kind: 'asked', why: 'istioctl injects the same input the other way.' } });
      const outcome = await bridge.request('study:counterpart', of);
      if (!same(get().of, of)) return;
      set({
        twin: outcome.ok
          ? { kind: 'there', anatomy: outcome.value.anatomy }
          : { kind: 'missing', why: outcome.failure.message },
      });
    },
  }));
}
