import type { BootstrapVariant, Part } from '../anatomy/model.ts';
import { reportOf } from '../diagram/live-report.ts';
import { asRecorded, ofRun, ofVerdict } from '../diagram/live-words.ts';
import type { SceneLive, SceneReport } from '../diagram/scene.ts';
import { NOT_STARTED } from '../diagram/truth-words.ts';
import { type Film, type FilmMoment, logAt } from './film.ts';

/** Which generated bootstrap a picture is of. */
interface DrawnBootstrap {
  readonly workload: number;
  readonly variant: BootstrapVariant;
}

interface Asked {
  readonly workload: number;
  readonly variant: string;
  readonly edited: boolean;
}

const isOf = (one: Asked, { workload, variant }: DrawnBootstrap): boolean =>
  one.workload === workload && one.variant === variant && !one.edited;

/** All that the scene of a live bench tells of a moment; null where no Envoy was looked at by then. */
export function filmReport(
  { run }: FilmMoment,
  drawn: DrawnBootstrap,
  parts: readonly Part[],
): SceneReport | null {
  if (run === null || run.look === null || !isOf(run.started, drawn)) return null;
  return reportOf(parts, { steps: run.look.steps, look: run.look, pid: null, recorded: true });
}

/** What a moment of a recording says of a generated bootstrap, as a picture shows it. */
export function filmLive(film: Film, moment: FilmMoment, drawn: DrawnBootstrap): SceneLive {
  const { run, verdict } = moment;
  if (run !== null && isOf(run.started, drawn)) {
    const { look, ended, started } = run;
    const live = ofRun({
      phase: ended === null ? 'running' : 'ended',
      snapshot: look === null ? null : { ...look, adminAddress: started.admin },
      ended: ended === null ? null : { ...ended, log: logAt(film, moment.t) },
    });
    return asRecorded(live ?? NOT_STARTED);
  }
  if (verdict === null || !isOf(verdict, drawn)) return NOT_STARTED;
  return asRecorded(ofVerdict(verdict) ?? NOT_STARTED);
}
