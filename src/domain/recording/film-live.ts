import type { BootstrapVariant } from '../anatomy/model.ts';
import { asRecorded, ofRun, ofVerdict } from '../diagram/live-words.ts';
import type { SceneLive } from '../diagram/scene.ts';
import { NOT_STARTED } from '../diagram/truth-words.ts';
import { type Film, type FilmMoment, logAt } from './film.ts';

/** Which generated bootstrap a picture is of. */
interface DrawnBootstrap {
  readonly workload: number;
  readonly variant: BootstrapVariant;
}

/** What a moment of a recording says of a generated bootstrap, as a picture shows it. */
export function filmLive(film: Film, moment: FilmMoment, { workload, variant }: DrawnBootstrap): SceneLive {
  const { run, verdict } = moment;
  const isOf = (one: { readonly workload: number; readonly variant: string; readonly edited: boolean }) =>
    one.workload === workload && one.variant === variant && !one.edited;
  if (run !== null && isOf(run.started)) {
    const { look, ended, started } = run;
    const live = ofRun({
      phase: ended === null ? 'running' : 'ended',
      snapshot: look === null ? null : { ...look, adminAddress: started.admin },
      ended: ended === null ? null : { ...ended, log: logAt(film, moment.t) },
    });
    return asRecorded(live ?? NOT_STARTED);
  }
  if (verdict === null || !isOf(verdict)) return NOT_STARTED;
  return asRecorded(ofVerdict(verdict) ?? NOT_STARTED);
}
