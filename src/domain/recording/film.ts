import type { BootstrapVariant, StartValues } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import { applyDelta } from './delta.ts';
import type { Look, RecordedEvent, RecordedKinds, Recording, RecordingHead } from './model.ts';

/** An Envoy that ran in a recording, as far as it had come. */
export interface FilmRun {
  /** Counted from 1. */
  readonly number: number;
  readonly started: RecordedKinds['started'];
  readonly look: Look | null;
  /** `t` of the newest look in milliseconds since Envoy was started. */
  readonly lookAt: number;
  readonly ended: RecordedKinds['ended'] | null;
  /** `t` of its end in milliseconds since Envoy was started. */
  readonly endedAt: number;
}

/** All that held at one moment of a recording. */
export interface FilmMoment {
  /** In milliseconds since the recording began: when the last thing before it happened. */
  readonly t: number;
  /** Which input is on the stage, counted from 0; -1 before the first. */
  readonly input: number;
  /** What was chosen last; null before anything was. */
  readonly choice: {
    readonly workload: number;
    readonly variant: BootstrapVariant;
    readonly start: Partial<StartValues>;
  };
  readonly scene: RecordedKinds['scene'] | null;
  /** Texts of bootstraps edited by hand, by `workload variant`. */
  readonly edits: ReadonlyMap<string, number>;
  /** What `--mode validate` said last, of the input on the stage; null once an Envoy was started. */
  readonly verdict: RecordedKinds['validated'] | null;
  readonly run: FilmRun | null;
  /** Id of the newest config_dump of that run, or why there is none; null before the first. */
  readonly dump: RecordedKinds['dump'] | null;
  readonly masked: number;
}

export interface Film {
  readonly head: RecordingHead;
  /** Whether it was ended in order. */
  readonly whole: boolean;
  /** In milliseconds. */
  readonly duration: number;
  readonly events: readonly RecordedEvent[];
  /** After each event, what holds since. */
  readonly moments: readonly FilmMoment[];
}

const START: FilmMoment = {
  t: 0,
  input: -1,
  choice: { workload: 0, variant: 'lab', start: {} },
  scene: null,
  edits: new Map(),
  verdict: null,
  run: null,
  dump: null,
  masked: 0,
};

export const editName = (workload: number, variant: BootstrapVariant): string => `${workload} ${variant}`;

/**
 * A recording as moments that can be gone to in any order. What did not change is shared, so that an hour of polls is small.
 * @throws InputFault `recording-broken` with the line that makes no sense where it stands
 */
export function makeFilm({ head, events, whole }: Recording): Film {
  const reader = filmReader(head.name);
  const moments = events.map((event) => reader.next(event));
  return { head, events, whole, moments, duration: events.at(-1)?.t ?? 0 };
}

/** Reads the events of one recording in turn. */
function filmReader(name: string) {
  let now = START;
  let line = 1;
  let runs = 0;
  const texts = new Set<number>();
  const broken = (why: string) =>
    new InputFault(
      'recording-broken',
      `The recording ${name} cannot be read: line ${line}: ${why}.`,
      'Use another recording.',
    );

  function needText(id: number): void {
    if (!texts.has(id)) throw broken(`text ${id} is named before it is there`);
  }
  function needRun(what: string): FilmRun {
    if (now.run === null || now.run.ended !== null) throw broken(`${what} of an Envoy that does not run`);
    return now.run;
  }
  /** A secret that was masked, the programs and texts change nothing of what is shown. */
  function after(event: RecordedEvent): Partial<FilmMoment> {
    switch (event.is) {
      case 'tools':
      case 'lab':
      case 'end':
        return {};
      case 'text':
        if (texts.has(event.id)) throw broken(`text ${event.id} is there twice`);
        texts.add(event.id);
        return {};
      case 'opened':
        for (const id of Object.values(event.texts)) needText(id);
        return { input: now.input + 1, choice: START.choice, edits: START.edits, verdict: null };
      case 'chose': {
        const { workload, variant, start } = event;
        return { choice: { workload, variant, start } };
      }
      case 'edited': {
        const edits = new Map(now.edits);
        if (event.text === null) edits.delete(editName(event.workload, event.variant));
        else needText(event.text);
        if (event.text !== null) edits.set(editName(event.workload, event.variant), event.text);
        return { edits };
      }
      case 'scene':
        return { scene: { scene: event.scene, view: event.view } };
      case 'validated': {
        needText(event.text);
        const over = now.run === null || now.run.ended !== null;
        return { verdict: event, ...(over ? { run: null, dump: null } : {}) };
      }
      case 'started': {
        needText(event.text);
        runs += 1;
        const run = { number: runs, started: event, look: null, lookAt: 0, ended: null, endedAt: 0 };
        return { verdict: null, run, dump: null };
      }
      case 'poll': {
        const run = needRun('a poll');
        const { t, is: _, ...delta } = event;
        const look =
          Object.keys(delta).length === 0 && run.look !== null ? run.look : applyDelta(run.look, delta);
        if (look === null) throw broken('the first poll of an Envoy tells not everything');
        return { run: { ...run, look, lookAt: Math.max(0, t - run.started.began) } };
      }
      case 'log':
        needRun('a line of the log');
        return {};
      case 'dump':
        needRun('a config_dump');
        if ('text' in event) needText(event.text);
        return { dump: event };
      case 'ended': {
        const run = needRun('the end');
        return { run: { ...run, ended: event, endedAt: Math.max(0, event.t - run.started.began) } };
      }
      case 'masked':
        return { masked: event.count };
    }
  }

  return {
    next(event: RecordedEvent): FilmMoment {
      line += 1;
      if (event.t < now.t) throw broken(`its time, ${event.t} ms, is before that of the line above`);
      now = { ...now, ...after(event), t: event.t };
      return now;
    },
  };
}

/** Index of the last event at or before a time; -1 before the first. */
export function eventAt({ events }: Pick<Film, 'events'>, t: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.t ?? 0) <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What held at a time, in milliseconds since the recording began. */
export function momentAt(film: Film, t: number): FilmMoment {
  return film.moments[eventAt(film, t)] ?? START;
}

const LOG_TAIL = 16_000;

/** The end of what the Envoy of that time had written until then, bounded. */
export function logAt(film: Film, t: number): string {
  const pieces: string[] = [];
  let length = 0;
  for (let at = eventAt(film, t); at >= 0 && length < LOG_TAIL; at -= 1) {
    const event = film.events[at];
    if (event === undefined || event.is === 'started') break;
    if (event.is !== 'log') continue;
    pieces.push(event.text);
    length += event.text.length;
  }
  return pieces.reverse().join('').slice(-LOG_TAIL);
}

/**
 * The moment that tells most of a whole recording, where it is opened: the last look at the last Envoy, before that was told to
 * end; without one, the end.
 */
export function tellingTime({ events, moments, duration }: Film): number {
  const last = events.findLastIndex((event) => event.is === 'poll' || event.is === 'validated');
  const ended = events.findLast((event) => event.is === 'ended');
  if (ended?.is === 'ended' && ended.by !== 'us') return duration;
  return moments[last]?.t ?? duration;
}
