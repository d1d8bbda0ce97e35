import { createStore } from 'zustand/vanilla';
import type { RecordedFilm } from '../../contract/types.ts';
import { type Film, type FilmMoment, makeFilm, momentAt, tellingTime } from '../../domain/recording/film.ts';
import { type Mark, marksOf, waitEnd } from '../../domain/recording/marks.ts';

export const SPEEDS = [1, 2, 10] as const;
export type Speed = (typeof SPEEDS)[number];

export interface PlayerState {
  /** The recording on the stage; null on the lab bench. */
  readonly film: Film | null;
  /** Names it for the host. */
  readonly id: string;
  readonly marks: readonly Mark[];
  /** Where it stands, in milliseconds since the recording began. */
  readonly at: number;
  /** What held then; the same object until something changes. */
  readonly moment: FilmMoment | null;
  readonly playing: boolean;
  readonly speed: Speed;
  /** Passes over what nothing happens in. */
  readonly skipping: boolean;
  /** Somebody has played it or gone to another moment. */
  readonly used: boolean;
  /** Takes another recording to the moment that tells most of it; null: none. */
  take(film: RecordedFilm | null): void;
  /** From the beginning where it stands at the end. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** Goes to a time, in milliseconds; what is outside goes to the nearest end. */
  seek(at: number): void;
  /** To the next mark, or the one before. */
  step(direction: 1 | -1): void;
  setSpeed(speed: Speed): void;
  setSkipping(skipping: boolean): void;
  /** Gives the place of the timeline back to what has to be told of the programs. */
  leave(): void;
}

/** What the player needs of time; replaced in tests. */
export interface PlayerClock {
  /** Milliseconds. */
  now(): number;
  /** Calls again and again; returns the way to stop. */
  every(ms: number, tick: () => void): () => void;
}

const BROWSER: PlayerClock = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
};

const TICK_MS = 50;
/** A wait that is worth passing over. */
const LONG_MS = 2000;
/** Marks this close to the place where it stands count as that place. */
const NEAR_MS = 1;

const NOTHING = { film: null, id: '', marks: [], at: 0, moment: null, playing: false, used: false } as const;

export function createPlayerStore(clock: PlayerClock = BROWSER) {
  let stop: () => void = () => undefined;
  let last = 0;

  return createStore<PlayerState>((set, get) => {
    function goTo(at: number, more: Partial<PlayerState> = {}): void {
      const { film } = get();
      if (film === null) return;
      const place = Math.min(Math.max(0, at), film.duration);
      set({ at: place, moment: momentAt(film, place), ...more });
    }

    function tick(): void {
      const { film, at, speed, skipping, marks } = get();
      const now = clock.now();
      const passed = (now - last) * speed;
      last = now;
      if (film === null) return;
      const end = skipping ? waitEnd(marks, at, LONG_MS) : null;
      const next = end ?? at + passed;
      goTo(next);
      if (next >= film.duration) get().pause();
    }

    return {
      ...NOTHING,
      speed: 1,
      skipping: false,
      take(recorded) {
        stop();
        if (recorded === null) return set(NOTHING);
        const film = makeFilm(recorded);
        const at = tellingTime(film);
        const { id } = recorded;
        set({ ...NOTHING, film, id, marks: marksOf(film), at, moment: momentAt(film, at) });
      },
      play() {
        const { film, at, playing } = get();
        if (film === null || playing) return;
        if (at >= Math.min(film.duration, tellingTime(film))) goTo(0);
        last = clock.now();
        set({ playing: true, used: true });
        stop = clock.every(TICK_MS, tick);
      },
      pause() {
        stop();
        set({ playing: false });
      },
      toggle() {
        if (get().playing) get().pause();
        else get().play();
      },
      seek: (at) => goTo(at, { used: true }),
      step(direction) {
        const { at, marks, film } = get();
        const next =
          direction === 1
            ? marks.find(({ t }) => t > at + NEAR_MS)
            : marks.findLast(({ t }) => t < at - NEAR_MS);
        const end = direction === 1 ? (film?.duration ?? 0) : 0;
        goTo(next?.t ?? end, { used: true });
      },
      setSpeed: (speed) => set({ speed }),
      setSkipping: (skipping) => set({ skipping }),
      leave: () => {
        get().pause();
        set({ used: false });
      },
    };
  });
}
