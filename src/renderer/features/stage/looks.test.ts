import { expect, test } from 'vitest';
import { fitTransform, homeTransform, reachesBelow, shiftFor } from './looks.ts';

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

test('a box in view moves nothing, one outside moves the picture just so far', () => {
  expect(shiftFor(100, 200, 500)).toBe(0);
  expect(shiftFor(-50, 20, 500)).toBe(62);
  expect(shiftFor(480, 540, 500)).toBe(-52);
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
