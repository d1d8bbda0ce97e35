import { guideOf, partsToLookAt } from '../../domain/lab/guide/guide.ts';
import { LABS } from '../../domain/lab/model.ts';
import type { Stores } from './app.ts';

/** Opens a step: its scene, its bootstrap and the parts it is about come on the stage. A second time closes it. */
export async function openStep(stores: Stores, number: number): Promise<void> {
  const { lab, labs } = stores.lab.getState();
  if (labs[lab].step === number) {
    stores.lab.getState().setStep(null);
    return stores.stage.getState().setSpot([]);
  }
  stores.lab.getState().setStep(number);
  await showStep(stores);
}

/** Brings what the open step is about on the stage. */
export async function showStep(stores: Stores): Promise<void> {
  const { lab, labs } = stores.lab.getState();
  const plan = LABS[lab].find(({ number }) => number === labs[lab].step);
  const stage = stores.stage.getState();
  if (plan === undefined) return stage.setSpot([]);
  const guide = guideOf(lab, plan.id);
  stage.select(null);
  stage.setView('injected');
  stage.setScene(guide.scene);
  const study = stores.study.getState();
  // A step that speaks of no bootstrap does not leave the broken one there.
  const variant = guide.variant ?? (study.variant === 'typo' ? 'lab' : study.variant);
  if (study.workload !== null && study.variant !== variant) await study.setVariant(variant);
  const { workload } = stores.study.getState();
  // Another step may have been opened while the bootstrap was made.
  if (stores.lab.getState().labs[lab].step !== plan.number) return;
  stores.stage.getState().setSpot(workload === null ? [] : partsToLookAt(guide, workload.anatomy.parts));
}

/** Least that a step of several stays in view, in milliseconds: the programs are faster than an eye. */
const STEP_MS = 1200;

const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Lets the host do steps with the workload on the stage, one after the other, so that each can be watched. Ends with the first
 * that fails or is called off.
 */
export async function runLab(stores: Stores, steps: readonly number[], force: boolean): Promise<void> {
  const { lab, begin } = stores.lab.getState();
  begin();
  for (const [done, step] of steps.entries()) {
    const { study, index, native } = stores.study.getState();
    if (study === null) break;
    const since = performance.now();
    const commands = await stores.lab
      .getState()
      .run({ studyId: study.id, index, native, steps: [step], force }, steps.slice(done));
    if (commands === null) break;
    const of = `${lab} lab, step ${step}`;
    for (const command of commands) stores.commands.getState().add({ ...command, of });
    if (done < steps.length - 1) await rest(Math.max(0, STEP_MS - (performance.now() - since)));
    if (stores.lab.getState().stopped) break;
  }
  await stores.lab.getState().end();
}

/**
 * As long as the lab's room is entered: the stage shows what the open step is about, and follows the app from step to step.
 * Returns the way out, after which nothing stays lit.
 */
export function followLab(stores: Stores): () => void {
  const stopLab = stores.lab.subscribe((state, before) => {
    const moved = state.lab !== before.lab || (state.doing !== null && state.doing !== before.doing);
    if (moved) void showStep(stores);
  });
  const stopStudy = stores.study.subscribe((state, before) => {
    if (state.workload === before.workload) return;
    const { lab, labs } = stores.lab.getState();
    const plan = LABS[lab].find(({ number }) => number === labs[lab].step);
    const parts = state.workload?.anatomy.parts ?? [];
    stores.stage.getState().setSpot(plan === undefined ? [] : partsToLookAt(guideOf(lab, plan.id), parts));
  });
  void showStep(stores);
  return () => {
    stopLab();
    stopStudy();
    stores.stage.getState().setSpot([]);
  };
}
