import type { Film, FilmMoment } from './film.ts';
import type { RecordedEvent } from './model.ts';

/** Something that a person looks for in a recording. */
export interface Mark {
  /** In milliseconds since the recording began. */
  readonly t: number;
  /** `step`: somebody did something; `run`: an Envoy was started or ended; `state`: it stood elsewhere than before. */
  readonly kind: 'step' | 'run' | 'state';
  readonly words: string;
}

const VARIANTS = { lab: 'lab bootstrap', sidecar: 'sidecar bootstrap', typo: 'typo' } as const;
const LAB_STATES = { running: 'begun', done: 'done', kept: 'was done' } as const;

/** What changed with one event, in words; null when nothing did that is worth a mark. */
function markOf(
  event: RecordedEvent,
  before: FilmMoment | undefined,
  after: FilmMoment,
): Omit<Mark, 't'> | null {
  switch (event.is) {
    case 'opened':
      return { kind: 'step', words: `Opened ${event.name}${event.native ? ', native sidecar' : ''}` };
    case 'chose':
      return { kind: 'step', words: `Chose ${VARIANTS[event.variant]}${startWords(event.start)}` };
    case 'edited':
      return { kind: 'step', words: event.text === null ? 'Took the edit back' : 'Edited the bootstrap' };
    case 'scene':
      return { kind: 'step', words: `Scene ${event.scene}, ${event.view}` };
    case 'validated':
      return {
        kind: 'step',
        words: `Validated: ${event.exitCode === 0 ? 'accepted' : 'refused'}, exit ${event.exitCode ?? 'unknown'}`,
      };
    case 'started':
      return { kind: 'run', words: `Envoy started: ${event.words}` };
    case 'ended':
      return { kind: 'run', words: `Envoy ended: ${endWords(event)}` };
    case 'lab':
      return { kind: 'step', words: `Lab ${event.lab}, step ${event.step} ${LAB_STATES[event.state]}` };
    case 'poll':
      return stateMark(before, after);
    case 'tools':
    case 'text':
    case 'log':
    case 'dump':
    case 'masked':
    case 'end':
      return null;
  }
}

function startWords(start: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(start).map(([name, value]) => `${name} ${String(value)}`);
  return values.length === 0 ? '' : `, ${values.join(', ')}`;
}

function endWords(end: {
  readonly by: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}) {
  const how = end.signal === null ? `exit ${end.exitCode ?? 'unknown'}` : `signal ${end.signal}`;
  return `${end.by === 'us' ? 'as asked' : end.by === 'outside' ? 'from outside' : 'by itself'}, ${how}`;
}

/** Where it stands: what /ready says and the rung; not how often it tried. */
function stateMark(before: FilmMoment | undefined, after: FilmMoment): Omit<Mark, 't'> | null {
  const now = stateOf(after);
  if (now === null || (before?.run?.number === after.run?.number && now === stateOf(before))) return null;
  return { kind: 'state', words: now };
}

function stateOf(moment: FilmMoment | undefined): string | null {
  const look = moment?.run?.look;
  if (look === undefined || look === null) return null;
  const ready = look.ready === null ? '/ready: no answer' : `/ready ${look.ready.code} ${look.ready.body}`;
  return `${ready} · ${look.rung}`;
}

/** All marks of a recording, in order. */
export function marksOf({ events, moments }: Film): readonly Mark[] {
  const marks: Mark[] = [];
  for (const [index, event] of events.entries()) {
    const after = moments[index];
    const mark = after === undefined ? null : markOf(event, moments[index - 1], after);
    if (mark !== null) marks.push({ t: event.t, ...mark });
  }
  return marks;
}

/** From the place between two marks that are further apart than `least` milliseconds, the time just before the next; else null. */
export function waitEnd(marks: readonly Mark[], t: number, least: number): number | null {
  const next = marks.find((mark) => mark.t > t);
  if (next === undefined || next.t - t <= least) return null;
  return next.t - LEAD_MS;
}

/** So much is shown before what ends a wait. */
const LEAD_MS = 700;
