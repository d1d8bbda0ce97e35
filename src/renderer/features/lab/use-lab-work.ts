import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { type Replacing, runLab } from '../../state/lab-actions.ts';
import { NEEDS_LAB } from '../../state/needs-lab.ts';
import { waitingName } from '../../state/study-store.ts';
import { labText } from './lab-text.ts';

/** The way to let the app do steps, and why it cannot now; null when it can. */
export function useLabWork(): {
  readonly problem: string | null;
  readonly run: (steps: readonly number[], replacing?: Replacing) => Promise<void>;
} {
  const stores = useStores();
  const phase = useStore(stores.tools, (state) => state.phase);
  const workload = useStore(stores.study, (state) => state.workload);
  const opening = useStore(
    stores.study,
    (state) => state.busy !== null || waitingName(state) !== null || state.study?.bench !== 'lab',
  );
  const past = useStore(stores.player, (state) => state.film !== null);
  const already = useStore(stores.study, (state) => state.shown?.alreadyInjected === true);
  return {
    problem: problemOf({
      tools: phase === 'ready',
      past,
      opening,
      sidecar: workload?.anatomy.injected === true,
      already,
    }),
    run: (steps, replacing) => runLab(stores, steps, replacing),
  };
}

interface Given {
  readonly tools: boolean;
  /** A recording is on the stage. */
  readonly past: boolean;
  /** What was opened last is not on the stage yet. */
  readonly opening: boolean;
  readonly sidecar: boolean;
  readonly already: boolean;
}

function problemOf({ tools, past, opening, sidecar, already }: Given): string | null {
  if (!tools) return labText.needsTools;
  if (past) return NEEDS_LAB;
  if (opening) return labText.needsOpened;
  if (already) return labText.needsOriginal;
  return sidecar ? null : labText.needsWorkload;
}
