import type { SceneName } from '../../src/domain/diagram/scene.ts';
import { SCENES } from '../../src/domain/diagram/scenes.ts';

/** Scenes in which the sidecar is there: all but those of the time before injection. */
export const WITH_SIDECAR: readonly SceneName[] = SCENES.filter(
  ({ fixed }) => fixed?.view !== 'original',
).map(({ name }) => name);

/** Scenes that show the view that was chosen. */
export const OF_ANY_VIEW: readonly SceneName[] = SCENES.filter(({ fixed }) => fixed === null).map(
  ({ name }) => name,
);

/** Scenes of the columns from the pod to istiod: all with the sidecar but the one of the start order, which has lanes. */
export const WITH_COLUMNS: readonly SceneName[] = WITH_SIDECAR.filter((name) => name !== 'start-order');
