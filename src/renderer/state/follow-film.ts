import { SCENE_NAMES } from '../../domain/diagram/scenes.ts';
import type { FilmMoment } from '../../domain/recording/film.ts';
import type { Stores } from './app.ts';
import { editKey } from './bootstrap-store.ts';

/**
 * Shows what a recording had on the stage: its input, workload, variant, start values, edits and scene. Only what changes between two
 * moments is brought there, so that whoever looks around in one is left alone until the recording itself goes on.
 */
export function followFilm(stores: Stores): void {
  let busy: Promise<void> = Promise.resolve();
  stores.player.subscribe((now, before) => {
    const { moment, id } = now;
    if (moment === null || moment === before.moment) return;
    // One after the other, and of many that come meanwhile only the newest.
    busy = busy.then(async () => {
      if (stores.player.getState().moment === moment) await show(stores, id, moment);
    });
  });
}

/** What is on the stage of the film's choices; another moment is compared with it. */
const shown = new WeakMap<Stores, Shown>();

interface Shown {
  readonly id: string;
  readonly input: number;
  readonly choice: FilmMoment['choice'];
  readonly scene: FilmMoment['scene'];
  readonly edits: FilmMoment['edits'];
}

const asText = (value: unknown): string => JSON.stringify(value);

const BEGIN: Omit<Shown, 'id' | 'input'> = {
  choice: { workload: 0, variant: 'lab', start: {} },
  scene: null,
  edits: new Map(),
};

async function show(stores: Stores, id: string, moment: FilmMoment): Promise<void> {
  const last = shown.get(stores);
  const input = Math.max(0, moment.input);
  const { choice, scene, edits } = moment;
  // A recording is opened with the input of the moment at which it is opened, and with what every study begins with.
  const before: Shown = last?.id === id ? last : { id, input, ...BEGIN };
  shown.set(stores, { id, input, choice, scene, edits });
  if (input !== before.input) await showInput(stores, id, input);
  if (asText(choice) !== asText(before.choice) || input !== before.input) await choose(stores, choice);
  if (edits !== before.edits) await edit(stores, id, moment, before.edits);
  // While somebody presents, the scene is that of the step.
  if (stores.presenter.getState().on) return;
  if (scene !== null && asText(scene) !== asText(before.scene)) showScene(stores, scene);
}

async function showInput(stores: Stores, id: string, input: number): Promise<void> {
  const outcome = await stores.bridge.request('recording:input', { id, input });
  if (stores.player.getState().id !== id) return;
  if (outcome.ok) await stores.study.getState().showStudy(outcome.value);
  else stores.study.getState().fail(outcome.failure);
}

async function choose(stores: Stores, { workload, variant, start }: FilmMoment['choice']): Promise<void> {
  const study = stores.study.getState();
  if (study.study?.bench !== 'recording') return;
  if (workload !== study.index && workload < study.study.workloads.length)
    await study.selectWorkload(workload);
  await stores.study.getState().restore({ variant, start });
}

async function edit(
  stores: Stores,
  id: string,
  moment: FilmMoment,
  before: FilmMoment['edits'],
): Promise<void> {
  const { study } = stores.study.getState();
  if (study === null) return;
  const keyOf = (name: string): string => {
    const [workload = '0', variant = 'lab'] = name.split(' ');
    return editKey(
      `recording ${study.recordedAt} ${study.name}`,
      Number(workload),
      variant === 'sidecar' || variant === 'typo' ? variant : 'lab',
    );
  };
  for (const name of before.keys())
    if (!moment.edits.has(name)) stores.bootstrap.getState().reset(keyOf(name));
  for (const [name, text] of moment.edits) {
    if (before.get(name) === text) continue;
    const outcome = await stores.bridge.request('recording:text', { id, text });
    if (outcome.ok) stores.bootstrap.getState().edit(keyOf(name), outcome.value.text, '');
    else stores.study.getState().fail(outcome.failure);
  }
}

/** A scene that this version does not have is not gone to. */
function showScene(stores: Stores, { scene, view }: NonNullable<FilmMoment['scene']>): void {
  const stage = stores.stage.getState();
  const known = SCENE_NAMES.find((name) => name === scene);
  if (known !== undefined) stage.setScene(known);
  stage.setView(view);
}
