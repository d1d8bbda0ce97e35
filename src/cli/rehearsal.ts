import { availableParallelism, loadavg } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { readAnatomy } from '../domain/anatomy/anatomy.ts';
import type { WorkloadAnatomy } from '../domain/anatomy/model.ts';
import { injectionNotes } from '../domain/inject/notes.ts';
import { readYaml } from '../domain/yaml/document.ts';
import type { ReadText } from '../domain/yaml/shelf.ts';
import type { InjectionTexts } from '../host/inject/injector.ts';
import { REHEARSED_POD } from './rehearsed-pod.ts';

const POD = { name: 'rehearsal.yaml', text: REHEARSED_POD };

/** On a busy machine a rehearsal would only take time from istioctl. Windows counts no load and says 0. */
function hasSpareCore(): boolean {
  const [load = 0] = loadavg();
  return load < availableParallelism();
}

/** How far a command goes with what istioctl gives: it takes a workload apart, or draws it, too. */
export type RehearsedWork = 'anatomy' | 'drawing';

/**
 * Draws a small pod of its own and throws the drawing away. The first drawing in a process takes twice as long as the
 * second, because none of its code has run yet; a command draws only one, and has nothing to do while istioctl works. The
 * injection files are the real ones: what is found out about them stays known. Nothing of the rehearsal is ever shown, and
 * it ends when istioctl answers (`isOver`); where all cores are busy, it does not begin.
 */
export async function rehearse(
  work: RehearsedWork,
  texts: InjectionTexts,
  read: ReadText,
  isOver: () => boolean,
  hasRoom: () => boolean = hasSpareCore,
): Promise<void> {
  if (!hasRoom()) return;
  const steps = work === 'drawing' ? drawing(texts, read) : anatomy(texts, read);
  // Between the steps istioctl is heard.
  do await setImmediate();
  while (!isOver() && (await steps.next()).done !== true);
}

/** One step is at most some ten milliseconds of work. */
function* anatomy(texts: InjectionTexts, read: ReadText): Generator<void, WorkloadAnatomy> {
  const pod = readYaml(POD.name, POD.text);
  yield;
  injectionNotes(pod, pod, '');
  const known: ReadText = (name, text) => (text === POD.text ? pod : read(name, text));
  const anatomy = readAnatomy({ ...texts, original: POD, injected: POD }, known);
  yield;
  return anatomy.workload(0, { variant: 'lab', start: {} });
}

async function* drawing(texts: InjectionTexts, read: ReadText): AsyncGenerator<void> {
  const { buildScene } = await import('../domain/diagram/build-scene.ts');
  const { sceneToSvg } = await import('../domain/diagram/svg.ts');
  const { LIGHT } = await import('../domain/diagram/theme.ts');
  yield;
  const workload = yield* anatomy(texts, read);
  yield;
  const scene = buildScene({
    anatomy: workload,
    variant: 'lab',
    scene: 'overview',
    view: 'injected',
    open: new Set(),
    selected: null,
    lit: new Set(),
    live: null,
    captions: [],
    width: 1280,
    height: 720,
  });
  yield;
  sceneToSvg(scene, LIGHT);
}
