import { whereDrawn } from '../../domain/diagram/where-drawn.ts';
import type { Stores } from './app.ts';

/** A room like the one beside the inspector, in stage units: what a smaller one would fold is opened where it is shown. */
const NEAR = { width: 1028, height: 610 } as const;

/**
 * Goes to a part: to the scene and view that draw it, its fold opened, the part selected and in view. A part that no
 * scene draws is selected all the same, so that the inspector tells of it, and that no scene draws it.
 */
export function seekPart(stores: Pick<Stores, 'stage' | 'study' | 'source' | 'room'>, part: string): void {
  const { workload } = stores.study.getState();
  if (workload === null) return;
  const { anatomy, bootstrap } = workload;
  const stage = stores.stage.getState();
  const { scene, view, open } = stage;
  const input = { anatomy, variant: bootstrap.variant, scene, view, open, live: null, captions: [], ...NEAR };
  stores.room.getState().enter('anatomy');
  stores.source.getState().setPanel('part');
  stage.seek(part, whereDrawn(input, part));
}

/** Goes to another workload of the same input, seen from the start. */
export async function seekWorkload(
  stores: Pick<Stores, 'stage' | 'study' | 'source' | 'room'>,
  index: number,
): Promise<void> {
  stores.room.getState().enter('anatomy');
  stores.stage.getState().setBoard(null);
  if (stores.study.getState().index === index) return;
  stores.stage.getState().reset();
  stores.source.getState().reset();
  await stores.study.getState().selectWorkload(index);
}
