import { expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import { misplacedBoxes } from '../../../test/helpers/geometry.ts';
import { buildScene } from './build-scene.ts';
import { chain } from './chain.ts';
import type { Scene } from './scene.ts';
import { SCENE_NAMES } from './scenes.ts';

const places = (scene: Scene): readonly string[] =>
  scene.boxes.map(({ id, x, y, width, height }) => `${id} ${x} ${y} ${width} ${height}`);

test.each(SCENE_NAMES)(
  'lighting the chain of any part moves no box and swaps no row in the scene %s',
  (scene) => {
    for (const variant of ['lab', 'sidecar'] as const) {
      const anatomy = payments(variant);
      const size = { variant, scene, width: 1028, height: 610 };
      const calm = places(buildScene(stage(anatomy, size)));
      for (const part of anatomy.parts)
        expect(
          places(buildScene(stage(anatomy, { ...size, lit: chain(anatomy, part.id) }))),
          part.id,
        ).toEqual(calm);
    }
  },
  120_000,
);

test.each(SCENE_NAMES)(
  'selecting a part that is shown moves no box in the scene %s',
  (scene) => {
    const anatomy = payments('sidecar');
    const size = { variant: 'sidecar', scene, width: 1028, height: 610 } as const;
    const calm = buildScene(stage(anatomy, size));
    for (const { partId } of calm.boxes) {
      if (partId === null) continue;
      const chosen = { ...size, selected: partId, lit: new Set([partId]) };
      expect(places(buildScene(stage(anatomy, chosen))), partId).toEqual(places(calm));
    }
  },
  120_000,
);

test.each(SCENE_NAMES)(
  'opening a fold hides no row that was shown in the scene %s, and no fold more of them when it is not the first',
  (scene) => {
    const rows = ({ boxes }: Scene): readonly string[] =>
      boxes.filter(({ role }) => role === 'row' || role === 'card').map(({ id }) => id);
    for (const variant of ['lab', 'sidecar'] as const)
      for (const view of ['injected', 'original'] as const)
        for (const [width, height] of [
          [1028, 610],
          [1280, 560],
          [1920, 980],
        ] as const) {
          const input = stage(payments(variant), { variant, scene, view, width, height });
          const open = new Set<string>();
          let before = buildScene(input);
          for (const fold of before.boxes.filter(({ role }) => role === 'more')) {
            open.add(fold.id);
            const after = buildScene({ ...input, open });
            // Nor does it leave its column, which would be out of reach.
            expect(misplacedBoxes(after), `${variant} ${view} ${width}: ${fold.id}`).toEqual([]);
            const there = new Set(rows(after));
            const name = `${variant}, ${view}, ${width}: ${fold.id}`;
            expect(
              rows(before).filter((id) => !there.has(id)),
              name,
            ).toEqual([]);
            expect(after.boxes[0]?.texts[0]?.size, name).toBe(before.boxes[0]?.texts[0]?.size);
            before = after;
          }
        }
  },
  60_000,
);
