import { expect, test } from 'vitest';
import { crowd, stage } from '../../../../test/helpers/drawings.ts';
import { buildScene } from '../../../domain/diagram/build-scene.ts';
import { bandOf, inBand, sameBand } from './in-view.ts';

const view = { width: 1000, height: 500 };
const scene = buildScene(stage(crowd(400)));

test('a band holds what is seen and more above and below, at every zoom', () => {
  for (const k of [0.25, 0.3, 1, 1.7, 4])
    for (const y of [0, -10, -333, -9000, 40]) {
      const { top, bottom } = bandOf(view, { k, x: 0, y });
      const seen = view.height / k;
      expect(top).toBeLessThanOrEqual(-y / k - seen / 4);
      expect(bottom).toBeGreaterThanOrEqual(-y / k + seen + seen / 4);
      expect(bottom - top).toBeLessThanOrEqual(3 * seen);
    }
});

test('a picture that is moved by a few pixels shows the same band, one that is moved on shows another', () => {
  const at = (y: number) => bandOf(view, { k: 1, x: 0, y });
  expect(sameBand(at(-1000), at(-1005))).toBe(true);
  expect(sameBand(at(-1000), at(-1400))).toBe(false);
});

test('of a pod of hundreds of containers a band holds those in it, its column, and the one that is kept', () => {
  const { boxes } = inBand(scene, { top: 4000, bottom: 5000 }, 'container/c0');
  const ids = new Set(boxes.map(({ id }) => id));
  expect(boxes.length).toBeLessThan(scene.boxes.length / 5);
  expect(ids).toContain('column/pod');
  expect(ids).toContain('container/c0');
  expect(ids).not.toContain('container/c1');
  for (const box of scene.boxes)
    if (box.y >= 4000 && box.y + box.height <= 5000) expect(ids).toContain(box.id);
});

test('a line is in every band that it passes through', () => {
  const line = {
    id: 'l',
    from: 'a',
    to: 'b',
    carries: [],
    rule: 'mount',
    d: 'M10 20L30 20Q38 20 38 28L38 972Q38 980 46 980L60 980',
    tone: 'injected',
    state: 'normal',
    arrow: true,
    label: null,
  } as const;
  const lines = (top: number, bottom: number) =>
    inBand({ boxes: [], lines: [line] }, { top, bottom }, null).lines.length;
  expect([lines(0, 100), lines(400, 500), lines(900, 2000)]).toEqual([1, 1, 1]);
  expect([lines(-50, 10), lines(990, 2000)]).toEqual([0, 0]);
});
