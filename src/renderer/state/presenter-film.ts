import { tells, timeToldOf } from '../../domain/recording/told-of.ts';
import type { Stores } from './app.ts';

/**
 * On a recording, goes to the moment that tells of the bootstrap on the stage, where there is one; true: a recording is on the
 * stage, which runs nothing.
 */
export function showRecorded(stores: Stores): boolean {
  const { film, moment, seek, pause } = stores.player.getState();
  if (film === null || moment === null) return false;
  const { index, variant } = stores.study.getState();
  const of = { input: Math.max(0, moment.input), workload: index, variant };
  pause();
  if (tells(moment, of)) return true;
  const time = timeToldOf(film, of);
  if (time !== null) seek(time);
  return true;
}

/** A recording stands where it stood when presenting began. */
export function goodAgain(stores: Stores): void {
  const { film, seek, pause } = stores.player.getState();
  if (film === null) return;
  pause();
  seek(stores.presenter.getState().good.filmAt);
}
