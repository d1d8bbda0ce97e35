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
  cancel(): Promise<void>;
}

/** A program that was found and says nothing against itself. */
export function usable(tools: readonly ToolInfo[]): boolean {
  return tools.length > 0 && tools.every((tool) => tool.path !== null && tool.problem === null);
}

export function createToolsStore(bridge: Bridge) {
  let running: Promise<boolean> | null = null;
  return createStore<ToolsState>((set, get) => {
    bridge.on('tools:progress', (progress) =>
      set({ progress: new Map(get().progress).set(progress.program, progress) }),
    );

    async function provide(): Promise<boolean> {
      const listed = await bridge.request('tools:list', {});
      if (listed.ok) set({ tools: listed.value });
      if (listed.ok && usable(listed.value)) {
        set({ phase: 'ready', failure: null });
        return true;
      }
      set({ phase: 'installing', failure: null, progress: new Map() });
      const installed = await bridge.request('tools:install', {});
      if (!installed.ok) {
        const cancelled = installed.failure.code === 'cancelled';
        set({ phase: cancelled ? 'cancelled' : 'failed', failure: installed.failure });
        return false;
      }
      set({ phase: usable(installed.value) ? 'ready' : 'failed', tools: installed.value });
      return usable(installed.value);
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
      async cancel() {
        await bridge.request('tools:cancel', {});
      },
    };
  });
}
