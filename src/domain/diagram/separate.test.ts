import { expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import { type Segment, segments } from '../../../test/helpers/geometry.ts';
import { WITH_COLUMNS, WITH_SIDECAR } from '../../../test/helpers/scene-names.ts';
import { buildScene } from './build-scene.ts';
import { chain } from './chain.ts';
import type { Scene } from './scene.ts';

/** Whether two stretches run over each other: both upright or both level, in one lane, for more than a point. */
function overlie(a: Segment, b: Segment, onlyUpright: boolean): boolean {
  const along = (one: Segment, upright: boolean) =>
    upright
      ? { at: one.x1, off: one.x2, low: Math.min(one.y1, one.y2), high: Math.max(one.y1, one.y2) }
      : { at: one.y1, off: one.y2, low: Math.min(one.x1, one.x2), high: Math.max(one.x1, one.x2) };
  return (onlyUpright ? [true] : [true, false]).some((upright) => {
    const [one, other] = [along(a, upright), along(b, upright)];
    const straight = one.at === one.off && other.at === other.off;
    return (
      straight &&
      Math.abs(one.at - other.at) < 2.5 &&
      Math.min(one.high, other.high) - Math.max(one.low, other.low) > 1
    );
  });
}

/** Pairs of lit lines without a common end that run over each other, upright in a gutter or, unless left out, level. */
function merged(scene: Scene, onlyUpright = false): readonly string[] {
  const lit = scene.lines.filter((line) => line.state === 'lit');
  const ways = lit.map((line) => segments(line.d));
  return lit.flatMap((line, index) =>
    lit.slice(index + 1).flatMap((other, offset) => {
      if (line.from === other.from || line.to === other.to) return [];
      // One that goes on where the other ends meets it at the middle of their box's edge.
      const goesOn = line.to === other.from || line.from === other.to;
      const over = (ways[index] ?? []).some((a) =>
        (ways[index + 1 + offset] ?? []).some((b) => overlie(a, b, goesOn || onlyUpright)),
      );
      return over ? [`${line.id} and ${other.id}`] : [];
    }),
  );
}

test.each(WITH_SIDECAR)(
  'lit lines with no common end never run as one, whatever part is selected: %s',
  (scene) => {
    const faults = (['lab', 'sidecar'] as const).flatMap((variant) => {
      const anatomy = payments(variant);
      // Parts of the same chain give the same picture.
      const chains = new Map(
        // The whole template is not one chain but nearly all: it lights more lines than a gutter has lanes.
        anatomy.parts
          .filter(({ id }) => id !== 'template/sidecar')
          .map((part) => {
            const lit = chain(anatomy, part.id);
            return [[...lit].sort().join(' '), { part, lit }] as const;
          }),
      );
      return [...chains.values()].flatMap(({ part, lit }) =>
        (
          [
            [926, 550],
            [1028, 610],
            [1280, 620],
            [1920, 980],
          ] as const
        ).flatMap(([width, height]) =>
          merged(buildScene(stage(anatomy, { variant, scene, width, height, selected: part.id, lit }))).map(
            (pair) => `${variant}, ${width}, ${part.id}: ${pair}`,
          ),
        ),
      );
    });
    expect(faults).toEqual([]);
  },
  120_000,
);

test.each(['lab', 'sidecar'] as const)(
  'even the lines of the whole template stand side by side in the gutters of the overview: %s',
  (variant) => {
    const anatomy = payments(variant);
    const lit = chain(anatomy, 'template/sidecar');
    expect(lit.size).toBeGreaterThan(50);
    expect(merged(buildScene(stage(anatomy, { variant, selected: 'template/sidecar', lit })), true)).toEqual(
      [],
    );
  },
);

/** Scenes in which what the template wrote stands beyond the next column: of ports it stands beside. */
const FAR = WITH_COLUMNS.filter((scene) => scene !== 'ports');

test.each(FAR)(
  'above the columns the lines of the whole template pass each at a height of its own: %s',
  (scene) => {
    const anatomy = payments('lab');
    const lit = chain(anatomy, 'template/sidecar');
    const drawn = buildScene(stage(anatomy, { scene, selected: 'template/sidecar', lit }));
    const above = drawn.lines.filter(({ d }) => segments(d).some(({ y1, y2 }) => y1 === y2 && y1 < 26));
    expect(above.length).toBeGreaterThan(2);
    expect(merged(drawn)).toEqual([]);
  },
);

test('what is asserted above sees two lines that run as one, upright or level', () => {
  const anatomy = payments('sidecar');
  const scene = buildScene(
    stage(anatomy, { variant: 'sidecar', selected: 'bootstrap/ads', lit: chain(anatomy, 'bootstrap/ads') }),
  );
  expect(merged(scene)).toEqual([]);
  for (const d of ['M10 10L10 90', 'M10 10L90 10'])
    expect(merged({ ...scene, lines: scene.lines.map((line) => ({ ...line, d })) })).not.toEqual([]);
});
