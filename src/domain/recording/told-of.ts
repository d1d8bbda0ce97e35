import type { BootstrapVariant } from '../anatomy/model.ts';
import type { Film, FilmMoment } from './film.ts';

/** A bootstrap as it was generated, of an input of the recording. */
export interface ToldOf {
  readonly input: number;
  readonly workload: number;
  readonly variant: BootstrapVariant;
}

/** Whether a moment shows what Envoy did with a bootstrap: one that runs or ended by itself, or what it said of it. */
export function tells(moment: FilmMoment, of: ToldOf): boolean {
  const { run, verdict, input } = moment;
  const said = run === null ? verdict : run.started;
  if (said === null || said.workload !== of.workload || said.variant !== of.variant || said.edited)
    return false;
  if (Math.max(0, input) !== of.input) return false;
  if (run === null) return true;
  return run.ended === null ? run.look !== null : run.ended.by !== 'us';
}

/** The last moment of a recording that tells of a bootstrap, one with a run before one with a verdict; null: it never does. */
export function timeToldOf(film: Film, of: ToldOf): number | null {
  const told = film.moments.filter((moment) => tells(moment, of));
  return (told.findLast(({ run }) => run !== null) ?? told.at(-1))?.t ?? null;
}
