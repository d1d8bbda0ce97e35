import { guideOf, partsToLookAt } from '../../domain/lab/guide/guide.ts';
import { LABS } from '../../domain/lab/model.ts';
import { stopEnvoy } from './actions.ts';
import type { Stores } from './app.ts';
import { labelOf } from './current-bootstrap.ts';
import { openManifest, openManifestFile } from './manifest-actions.ts';
import { savedAs, saveFile } from './save-file.ts';

/** Opens a step: its scene, its bootstrap and the parts it is about come on the stage. A second time closes it. */
export async function openStep(stores: Stores, number: number): Promise<void> {
  const { lab, labs } = stores.lab.getState();
  if (labs[lab].step === number) {
    stores.lab.getState().setStep(null);
    return leaveStep(stores);
  }
  stores.lab.getState().setStep(number);
  await showStep(stores);
}

/** Nothing of a step is lit, and the stage is in its place. */
function leaveStep(stores: Stores): void {
  stores.stage.getState().setBoard(null);
  stores.stage.getState().setSpot([]);
}

/** Brings what the open step is about on the stage. */
export async function showStep(stores: Stores): Promise<void> {
  const { lab, labs } = stores.lab.getState();
  const plan = LABS[lab].find(({ number }) => number === labs[lab].step);
  const stage = stores.stage.getState();
  if (plan === undefined) return leaveStep(stores);
  const guide = guideOf(lab, plan.id);
  stage.setBoard(guide.board ?? null);
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

/** Gives the lab's Envoy another admin port, and does again what the taken one stopped. */
export async function runLabOnPort(
  stores: Stores,
  adminPort: number,
  steps: readonly number[],
): Promise<void> {
  const failure = await stores.study.getState().setStart({ adminPort });
  if (failure !== null) return stores.lab.getState().fail(failure);
  await runLab(stores, steps);
}

/** Grades the folder, and opens the first step that is wrong unless one of those is open. */
export async function checkLab(stores: Stores): Promise<void> {
  await stores.lab.getState().look();
  const { lab, labs } = stores.lab.getState();
  const { step, view } = labs[lab];
  const wrong = view?.report.steps.filter(({ state }) => state === 'fail').map(({ number }) => number) ?? [];
  const [first] = wrong;
  if (first !== undefined && (step === null || !wrong.includes(step))) await openStep(stores, first);
}

/** Hands out the file that the lab begins with, for who does it in a terminal. */
export async function saveInput(stores: Stores): Promise<void> {
  const text = await stores.study.getState().loadText('original');
  if (text !== null) await saveFile(stores, savedAs(text.name), new Blob([text.text], { type: 'text/yaml' }));
}

/** The texts of folders that were opened last, so that none is opened twice. */
const opened = new WeakMap<Stores, string>();

/**
 * Opens the manifest of the install lab's folder where manifests are looked at; where there is none, and nothing was opened
 * yet, the one that the lab would write.
 */
export async function bringLabManifest(stores: Stores): Promise<void> {
  const { labs, options } = stores.lab.getState();
  const { folder } = labs.install;
  const path = 'manifest.yaml';
  const found =
    folder === '' ? null : await stores.bridge.request('lab:file', { lab: 'install', folder, path });
  const { first } = stores.manifest.getState();
  if (found?.ok === true) {
    const { text } = found.value;
    if (opened.get(stores) === text && first.source?.kind === 'file') return;
    opened.set(stores, text);
    return openManifestFile(stores, new File([text], path), 'first');
  }
  if (first.open !== null || first.busy) return;
  const profile = options.profile.trim();
  const sets = options.sets.split(/\s+/).filter((set) => set !== '');
  await openManifest(stores, 'first', { kind: 'generated', profile: profile === '' ? null : profile, sets });
}

/** Enters the manifest's room with the manifest of the lab's folder, where there is one. */
export async function openLabManifest(stores: Stores): Promise<void> {
  await bringLabManifest(stores);
  stores.room.getState().enter('manifest');
}

/** The step of the bootstrap lab in which Envoy runs. */
const RUN_STEP = 6;

/** What of the files that are there may be replaced: all, or some by path. */
export interface Replacing {
  readonly force?: boolean;
  readonly replace?: readonly string[];
}

/** Lets the host do steps with the workload on the stage; without more said nothing that is there is replaced. */
export async function runLab(
  stores: Stores,
  steps: readonly number[],
  { force = false, replace = [] }: Replacing = {},
): Promise<void> {
  const { study, index, native } = stores.study.getState();
  if (study === null) return;
  const { lab, run } = stores.lab.getState();
  // The stage's own Envoy would hold the port that the lab's needs.
  const { phase } = stores.run.getState();
  if (lab === 'bootstrap' && steps.includes(RUN_STEP) && phase === 'running') await stopEnvoy(stores);
  const label = labelOf(stores.study.getState(), 'lab');
  const work = { studyId: study.id, index, native, steps: [...steps], force, replace: [...replace], label };
  const commands = await run(work);
  for (const command of commands ?? []) stores.commands.getState().add({ ...command, of: `${lab} lab` });
}

/**
 * As long as the lab's room is entered: the stage shows what the open step is about, and follows the app from step to step.
 * Returns the way out, after which nothing stays lit.
 */
export function followLab(stores: Stores): () => void {
  const stopLab = stores.lab.subscribe((state, before) => {
    const follows = state.doing !== null && state.doing !== before.doing && !state.strayed;
    const moved = state.lab !== before.lab || follows;
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
    leaveStep(stores);
  };
}
