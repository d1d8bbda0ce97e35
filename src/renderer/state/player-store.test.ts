import { expect, test } from 'vitest';
import type { RecordedFilm } from '../../contract/types.ts';
import { RECORDING_FORMAT, type RecordedEvent } from '../../domain/recording/model.ts';
import { createPlayerStore } from './player-store.ts';

const scene = (t: number): RecordedEvent => ({ t, is: 'scene', scene: 'overview', view: 'injected' });
const film: RecordedFilm = {
  id: 'f',
  head: {
    format: RECORDING_FORMAT,
    name: 'shop.yaml',
    recordedAt: '2026-12-01T00:00:00.000Z',
    app: '0',
    secrets: 'masked',
  },
  whole: true,
  events: [scene(0), scene(1000), scene(9000), { t: 10_000, is: 'end', why: 'stopped' }],
};

/** A player whose time is moved by hand. */
function player() {
  let now = 0;
  let tick: (() => void) | null = null;
  const store = createPlayerStore({
    now: () => now,
    every: (_, next) => {
      tick = next;
      return () => {
        tick = null;
      };
    },
  });
  store.getState().take(film);
  const pass = (ms: number) => {
    now += ms;
    tick?.();
  };
  return { store, pass, ticks: () => tick !== null };
}

test('played from the end it begins anew, goes on with the clock, and holds at its end', () => {
  const { store, pass, ticks } = player();
  store.getState().play();
  expect(store.getState()).toMatchObject({ at: 0, playing: true });
  pass(400);
  expect(store.getState().at).toBe(400);
  store.getState().setSpeed(10);
  pass(500);
  expect(store.getState().at).toBe(5400);
  pass(2000);
  expect(store.getState()).toMatchObject({ at: 10_000, playing: false });
  expect(ticks()).toBe(false);
});

test('held, it stays where it is', () => {
  const { store, pass } = player();
  store.getState().play();
  pass(700);
  store.getState().toggle();
  pass(5000);
  expect(store.getState()).toMatchObject({ at: 700, playing: false });
});

test('waits are passed over where that is asked for', () => {
  const { store, pass } = player();
  store.getState().setSkipping(true);
  store.getState().play();
  pass(1100);
  pass(50);
  expect(store.getState().at).toBe(8300);
  pass(50);
  expect(store.getState().at).toBe(8350);
});

test('a moment is the same object until something changes', () => {
  const { store } = player();
  store.getState().seek(1200);
  const { moment } = store.getState();
  store.getState().seek(8000);
  expect(store.getState().moment).toBe(moment);
  store.getState().seek(9000);
  expect(store.getState().moment).not.toBe(moment);
});

test('it goes from mark to mark, and not past its ends', () => {
  const { store } = player();
  store.getState().seek(-5);
  const places: number[] = [store.getState().at];
  for (let count = 0; count < 4; count += 1) {
    store.getState().step(1);
    places.push(store.getState().at);
  }
  store.getState().step(-1);
  places.push(store.getState().at);
  expect(places).toEqual([0, 1000, 9000, 10_000, 10_000, 9000]);
  store.getState().seek(99_999);
  expect(store.getState().at).toBe(10_000);
});

test('taken away, nothing of it stays', () => {
  const { store, ticks } = player();
  store.getState().play();
  store.getState().take(null);
  expect(ticks()).toBe(false);
  expect(store.getState()).toMatchObject({ film: null, moment: null, at: 0, playing: false });
});
