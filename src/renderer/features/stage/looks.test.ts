import { expect, test } from 'vitest';
import { stage, workloadOf } from '../../../../test/helpers/drawings.ts';
import { buildScene } from '../../../domain/diagram/build-scene.ts';
import {
  around,
  fitTransform,
  held,
  homeTransform,
  reachesAbove,
  reachesAside,
  reachesBelow,
  scrolled,
  shiftFor,
  showing,
  spanBelow,
} from './looks.ts';

const view = { width: 1000, height: 500 };

test('fitting shows the whole picture and never enlarges it', () => {
  expect(fitTransform({ width: 1000, height: 400 }, view)).toEqual({ k: 1, x: 0, y: 0 });
  expect(fitTransform({ width: 1000, height: 1000 }, view)).toEqual({ k: 0.5, x: 250, y: 0 });
  expect(fitTransform({ width: 1000, height: 100_000 }, view).k).toBe(0.25);
});

test('the first look is whole only while titles stay readable', () => {
  expect(homeTransform({ width: 1000, height: 540 }, view).k).toBeCloseTo(0.926, 3);
  expect(homeTransform({ width: 1000, height: 900 }, view)).toEqual({ k: 1, x: 0, y: 0 });
});

test('a picture that is too wide to be readable as a whole is readable, around what is chosen', () => {
  const wide = { width: 1000, height: 500 };
  const narrow = { width: 600, height: 500 };
  expect(homeTransform(wide, narrow)).toEqual({ k: 0.9, x: 0, y: 0 });
  expect(homeTransform(wide, narrow, { x: 400, width: 200 })).toEqual({ k: 0.9, x: -150, y: 0 });
  expect(homeTransform(wide, narrow, { x: 20, width: 200 }).x).toBe(0);
  expect(homeTransform(wide, narrow, { x: 800, width: 180 }).x).toBe(-300);
});

test('a picture says at which side it goes on; its empty margin is nothing to go on to', () => {
  const wide = { width: 1000, height: 500 };
  const narrow = { width: 600, height: 500 };
  const at = (x: number) => reachesAside(wide, narrow, { k: 1, x });
  expect(at(0)).toEqual({ left: false, right: true });
  expect(at(-200)).toEqual({ left: true, right: true });
  expect(at(-390)).toEqual({ left: true, right: false });
  expect(at(-20)).toEqual({ left: false, right: true });
});

test('a box in view moves nothing, one outside moves the picture just so far', () => {
  expect(shiftFor(100, 200, 500)).toBe(0);
  expect(shiftFor(-50, 20, 500)).toBe(62);
  expect(shiftFor(480, 540, 500)).toBe(-52);
});

test('what a step is about is taken together, without its folds and columns', () => {
  const box = (partId: string | null, y: number, role = 'part') => ({
    partId,
    role,
    x: 10,
    y,
    width: 50,
    height: 20,
  });
  const boxes = [
    box('a', 100),
    box('b', 200),
    box('b', 900, 'more'),
    box('b', 0, 'column'),
    box('c', 700),
    box(null, 800),
  ];
  const scene = { boxes } as unknown as Parameters<typeof around>[0];
  expect(around(scene, new Set(['a', 'b']))).toEqual({ x: 10, y: 100, width: 50, height: 120 });
  expect(around(scene, new Set(['z']))).toBe(null);
});

test('a picture stays at home where what a step is about is in view, and moves it clear of the shade where it is not', () => {
  const home = { k: 1, x: 0, y: 0 };
  const box = (y: number) => ({ x: 10, y, width: 50, height: 100 });
  expect(showing(box(395), { width: 900, height: 500 }, view, home)).toEqual(home);
  expect(showing(box(395), { width: 900, height: 900 }, view, home).y).toBeLessThan(-20);
  expect(showing({ ...box(60), height: 480 }, { width: 900, height: 900 }, view, home)).toEqual(home);
  expect(showing(box(700), { width: 900, height: 900 }, view, home).y).toBe(-(700 + 100 + 36 - 500 + 12));
});

test('a box larger than the view is shown from its start', () => {
  expect(shiftFor(100, 900, 500)).toBe(-88);
});

test('a picture that goes on below the view says so, one that ends at its foot does not', () => {
  const tall = { width: 1000, height: 900 };
  expect(reachesBelow(tall, view, { k: 1, y: 0 })).toBe(true);
  expect(reachesBelow(tall, view, { k: 1, y: -400 })).toBe(false);
  expect(reachesBelow(tall, view, { k: 0.5, y: 0 })).toBe(false);
});

test('“more below” stands over the columns that go on below the view, and no others', () => {
  const scene = buildScene(
    stage(workloadOf('test/fixtures/diagram/many.yaml', 'test/fixtures/diagram/many.injected.yaml')),
  );
  const small = { width: scene.width, height: 600 };
  const pod = scene.boxes.find(({ id }) => id === 'column/pod');
  expect(spanBelow(scene, small, { k: 1, x: 0, y: 0 })).toEqual({
    left: Math.round(pod?.x ?? Number.NaN),
    width: Math.round(pod?.width ?? Number.NaN),
  });
  // A few pixels are enough.
  const foot = (pod?.y ?? 0) + (pod?.height ?? 0);
  expect(spanBelow(scene, { ...small, height: foot - 4 }, { k: 1, x: 0, y: 0 })).toEqual({
    left: Math.round(pod?.x ?? Number.NaN),
    width: Math.round(pod?.width ?? Number.NaN),
  });
  expect(spanBelow(scene, { ...small, height: 2000 }, { k: 1, x: 0, y: 0 })).toEqual({
    left: 0,
    width: scene.width,
  });
});

test('a picture whose head is above the view says so', () => {
  expect(reachesAbove({ y: 0 })).toBe(false);
  expect(reachesAbove({ y: 40 })).toBe(false);
  expect(reachesAbove({ y: -40 })).toBe(true);
});

test('the wheel scrolls a tall picture from its top to just past its foot, and no further', () => {
  const tall = { width: 1000, height: 900 };
  const top = { k: 1, x: 0, y: 0 };
  expect(scrolled(tall, view, top, 0, 120)).toEqual({ k: 1, x: 0, y: -120 });
  expect(scrolled(tall, view, top, 0, -120)).toEqual(top);
  expect(scrolled(tall, view, top, 0, 5000)).toEqual({ k: 1, x: 0, y: -412 });
  expect(scrolled(tall, view, top, 300, 0)).toEqual(top);
});

test('the wheel moves no picture that is wholly in view, and none further out that was dragged out', () => {
  const whole = { k: 1, x: 0, y: 40 };
  expect(scrolled({ width: 900, height: 400 }, view, whole, 0, 100)).toEqual(whole);
  const out = { k: 2, x: 0, y: 100 };
  expect(scrolled({ width: 500, height: 400 }, view, out, 0, -50)).toEqual(out);
  expect(scrolled({ width: 500, height: 400 }, view, out, 0, 50)).toEqual({ k: 2, x: 0, y: 50 });
});

test('a look at a picture that has become smaller under it shows its end; any other stays as it is', () => {
  const far = { k: 1, x: 0, y: -2000 };
  expect(held({ width: 1000, height: 600 }, view, far)).toEqual({ k: 1, x: 0, y: -112 });
  expect(held({ width: 1000, height: 300 }, view, far)).toEqual({ k: 1, x: 0, y: 0 });
  expect(held({ width: 600, height: 300 }, view, { k: 1, x: -500, y: 0 })).toEqual({ k: 1, x: 0, y: 0 });
  const within = { k: 2, x: -700, y: -90 };
  expect(held({ width: 1000, height: 400 }, view, within)).toEqual(within);
  const dragged = { k: 1, x: 300, y: 50 };
  expect(held({ width: 1000, height: 300 }, view, dragged)).toEqual(dragged);
});
