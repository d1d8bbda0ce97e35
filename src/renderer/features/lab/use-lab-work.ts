import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { runLab } from '../../state/lab-actions.ts';
import { labText } from './lab-text.ts';

/** The way to let the app do steps, and why it cannot now; null when it can. */
export function useLabWork(): {
  readonly problem: string | null;
  readonly run: (steps: readonly number[], force?: boolean) => Promise<void>;
} {
  const stores = useStores();
  const phase = useStore(stores.tools, (state) => state.phase);
  const workload = useStore(stores.study, (state) => state.workload);
  const already = useStore(stores.study, (state) => state.shown?.alreadyInjected === true);
  return {
    problem: problemOf(phase === 'ready', workload?.anatomy.injected === true, already),
    run: (steps, force = false) => runLab(stores, steps, force),
  };
}

function problemOf(tools: boolean, sidecar: boolean, already: boolean): string | null {
  if (!tools) return labText.needsTools;
  if (already) return labText.needsOriginal;
  return sidecar ? null : labText.needsWorkload;
}
