import type { EnvoyEnded, EnvoySnapshot, StartValues } from '../../contract/types.ts';
import { type Film, type FilmMoment, type FilmRun, logAt, momentAt } from '../../domain/recording/film.ts';
import type { RecordedCommand, RecordedKinds } from '../../domain/recording/model.ts';
import type { ToldCommand } from './commands-store.ts';
import type { CurrentBootstrap } from './current-bootstrap.ts';
import type { LiveInput } from './live.ts';

/** The Envoy of a recording as those of today are told of. */
function snapshotOf({ number, started, look, lookAt }: FilmRun): EnvoySnapshot | null {
  if (look === null) return null;
  const { dumpProblem, ...seen } = look;
  return {
    ...seen,
    ...(dumpProblem === null ? {} : { dumpProblem }),
    runId: `recorded-${number}`,
    t: lookAt,
    pid: started.pid,
    adminAddress: started.admin,
  };
}

function endedOf({ number, ended, endedAt }: FilmRun, log: () => string): EnvoyEnded | null {
  if (ended === null) return null;
  return { ...ended, runId: `recorded-${number}`, t: endedAt, log: log() };
}

/** The bootstrap on the stage is the one that was validated or run: its workload, variant, and whether it was edited. */
function isOf(
  bootstrap: CurrentBootstrap,
  { workload, variant, edited }: Pick<RecordedKinds['started'], 'workload' | 'variant' | 'edited'>,
): boolean {
  return bootstrap.key.endsWith(`#${workload}#${variant}`) && bootstrap.edited === edited;
}

function sameValues(one: Partial<StartValues>, other: Partial<StartValues>): boolean {
  const values = (start: Partial<StartValues>): string => JSON.stringify(Object.entries(start).sort());
  return values(one) === values(other);
}

/** What a moment of a recording says of the bootstrap on the stage; it is over, whatever it says. */
export function filmInput(
  bootstrap: CurrentBootstrap | null,
  film: Film,
  moment: FilmMoment,
  start: Partial<StartValues>,
): LiveInput {
  const key = bootstrap?.key ?? '';
  const yaml = bootstrap?.yaml ?? '';
  const { run, verdict } = moment;
  const same = bootstrap !== null && sameValues(start, moment.choice.start);
  const mine = run !== null && same && isOf(bootstrap, run.started);
  const said = verdict !== null && same && isOf(bootstrap, verdict) ? verdict : null;
  const phase = run === null ? 'idle' : run.ended === null ? 'running' : 'ended';
  return {
    key,
    yaml,
    verdict: said === null ? null : { key, yaml, result: said },
    run: {
      phase,
      key: mine ? key : null,
      snapshot: mine ? snapshotOf(run) : null,
      ended: mine ? endedOf(run, () => logAt(film, moment.t)) : null,
    },
    past: true,
  };
}

/** Every command that had been run by then. */
export function filmCommands({ events }: Film, moment: FilmMoment): readonly ToldCommand[] {
  const commands: ToldCommand[] = [];
  for (const event of events) {
    if (event.t > moment.t) break;
    if (event.is === 'opened') commands.push(...event.commands);
    if (event.is === 'validated' && event.command.line !== '') commands.push(event.command);
    if (event.is === 'started' && event.command.line !== '')
      commands.push({ ...runCommand(event.command), of: event.words });
  }
  return commands;
}

/** One that runs has no end yet, whatever was known of it when it was written down. */
const runCommand = (command: RecordedCommand): RecordedCommand => ({
  ...command,
  exitCode: null,
  signal: null,
});

const LINE = /\n$/;

/** What Envoy had written by then; where none was running, what `--mode validate` said last. */
export function filmLog(film: Film, at: number): string {
  const { run, verdict } = momentAt(film, at);
  return (run === null ? verdict?.output : logAt(film, at))?.replace(LINE, '') ?? '';
}
