import { expect, test } from 'vitest';
import { DRAWINGS } from '../../../test/helpers/drawings.ts';
import { linesOf } from './break-lines.ts';
import { buildScene } from './build-scene.ts';
import { mono } from './plan.ts';
import type { SceneInput } from './scene.ts';

const SAID = 'control_plane.connected_state 0, update_failure 4';

/** The live scene when its counter stands at `count`: where every box is, and over how many lines its texts run. */
function looks(input: SceneInput, count: number): readonly string[] {
  const live = JSON.stringify(input.live).replace('update_failure 4', `update_failure ${count}`);
  const scene = buildScene({ ...input, live: JSON.parse(live) });
  return scene.boxes.map(
    ({ id, x, y, width, height, texts }) => `${id} ${x} ${y} ${width} ${height} ${texts.length}`,
  );
}

test.each(['reader', 'room'] as const)(
  'a counter that gets another digit moves nothing in the live scene, told to a %s',
  (reader) => {
    const input = DRAWINGS.live?.();
    if (input === undefined) throw new Error('there is no drawing live');
    for (let width = 640; width <= 1960; width += 40)
      for (const height of [560, 980]) {
        const at = { ...input, width, height, ...(reader === 'room' ? { reader } : {}) };
        const first = looks(at, 4);
        for (const count of [10, 100, 1000, 99_999])
          expect(looks(at, count), `${width}×${height}, ${count}`).toEqual(first);
      }
  },
  60_000,
);

test('a text that counts has room for longer numbers behind names, and for none in addresses and states', () => {
  const counted = (text: string, room: number) =>
    linesOf({ ...mono(text, 10, 'muted', 3), counts: true }, room);
  // A letter is 6 wide.
  expect(counted(SAID, 49 * 6)).toEqual(['control_plane.connected_state 0,', 'update_failure 4']);
  expect(counted(SAID, 54 * 6)).toEqual([SAID]);
  expect(counted('connected_state 0', 17 * 6)).toEqual(['connected_state 0']);
  expect(counted('at 10.0.0.7:15012', 17 * 6)).toEqual(['at 10.0.0.7:15012']);
  expect(counted('update_failure 4', 5 * 6).join('')).toContain('…');
});
