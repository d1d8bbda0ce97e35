import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../contract/failure.ts';
import type { ProgramName, ToolInfo, ToolProgress } from '../../contract/types.ts';
import type { Bridge } from '../bridge/bridge.ts';

export type ToolsPhase = 'unknown' | 'installing' | 'ready' | 'failed' | 'cancelled';

export interface ToolsState {
  readonly phase: ToolsPhase;
  readonly tools: readonly ToolInfo[];
  readonly progress: ReadonlyMap<ProgramName, ToolProgress>;
  readonly failure: Failure | null;
  /** Finds or fetches both programs; a second caller waits for the first. True when both can run. */
  provide(): Promise<boolean>;
  /**
   * Waits for istioctl, which is all that injecting needs; true when it can run. What could not be had, or was called off,
   * is looked for and not fetched anew: only `provide` does that.
   */
  awaitIstioctl(): Promise<boolean>;
  cancel(): Promise<void>;
}

/** A program that was found and says nothing against itself. */
export function usable(tools: readonly ToolInfo[]): boolean {
  return tools.length > 0 && tools.every((tool) => tool.path !== null && tool.problem === null);
}

/** What a person called off, or could not be had: nothing goes on until somebody asks for it. */
export const gaveUp = (phase: ToolsPhase): boolean => phase === 'failed' || phase === 'cancelled';

/** Whether injecting can begin; Envoy may still be on its way. */
export function hasIstioctl({
  phase,
  tools,
  progress,
}: Pick<ToolsState, 'phase' | 'tools' | 'progress'>): boolean {
  if (phase === 'ready' || progress.get('istioctl')?.phase === 'ready') return true;
  const istioctl = tools.filter(({ program }) => program === 'istioctl');
  return usable(istioctl);
}

export function createToolsStore(bridge: Bridge) {
  let running: Promise<boolean> | null = null;
  const store = createStore<ToolsState>((set, get) => {
    bridge.on('tools:progress', (progress) =>
      set({ progress: new Map(get().progress).set(progress.program, progress) }),
    );

    /** True when both are on this machine. */
    async function find(): Promise<boolean> {
      const listed = await bridge.request('tools:list', {});
      if (listed.ok) set({ tools: listed.value });
      if (!listed.ok || !usable(listed.value)) return false;
      set({ phase: 'ready', failure: null });
      return true;
    }

    async function provide(): Promise<boolean> {
      if (await find()) return true;
      set({ phase: 'installing', failure: null, progress: new Map() });
      const installed = await bridge.request('tools:install', {});
      if (!installed.ok) {
        const cancelled = installed.failure.code === 'cancelled';
        set({ phase: cancelled ? 'cancelled' : 'failed', failure: installed.failure });
        return false;
      }
      const there = usable(installed.value);
      const cancelled = [...get().progress.values()].some((one) => one.phase === 'cancelled');
      const missing = cancelled ? 'cancelled' : 'failed';
      set({ phase: there ? 'ready' : missing, tools: installed.value });
      return there;
    }

    return {
      phase: 'unknown',
      tools: [],
      progress: new Map(),
      failure: null,
      provide() {
        running ??= provide().finally(() => {
          running = null;
        });
        return running;
      },
      async awaitIstioctl() {
        if (hasIstioctl(get())) return true;
        if (gaveUp(get().phase) && running === null) {
          await find();
          return hasIstioctl(get());
        }
        return new Promise((done) => {
          const stop = store.subscribe((state) => {
            if (hasIstioctl(state)) done(true);
          });
          void get()
            .provide()
            .finally(() => {
              stop();
              done(hasIstioctl(get()));
            });
        });
      },
      async cancel() {
        await bridge.request('tools:cancel', {});
      },
    };
  });
  return store;
}
