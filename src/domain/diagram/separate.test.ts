import { expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import { segments } from '../../../test/helpers/geometry.ts';
import { buildScene } from './build-scene.ts';
import { chain } from './chain.ts';
import type { Scene } from './scene.ts';

/** Pairs of lit lines without a common end that run over each other for a stretch upright in a gutter. */
function merged(scene: Scene): readonly string[] {
  const lit = scene.lines.filter((line) => line.state === 'lit');
  const upright = lit.map((line) => segments(line.d).filter((one) => one.x1 === one.x2 && one.y1 !== one.y2));
  return lit.flatMap((line, index) =>
    lit.slice(index + 1).flatMap((other, offset) => {
      if (line.from === other.from || line.to === other.to) return [];
      const over = (upright[index] ?? []).some((a) =>
        (upright[index + 1 + offset] ?? []).some((b) => {
          const low = Math.max(Math.min(a.y1, a.y2), Math.min(b.y1, b.y2));
          const high = Math.min(Math.max(a.y1, a.y2), Math.max(b.y1, b.y2));
          return Math.abs(a.x1 - b.x1) < 2.5 && high - low > 1;
        }),
      );
      return over ? [`${line.id} and ${other.id}`] : [];
    }),
  );
}

test.each(['lab', 'sidecar'] as const)(
  'lit lines with no common end never run as one, whatever is selected: %s',
  (variant) => {
    const anatomy = payments(variant);
    const faults = anatomy.parts.flatMap((part) =>
      merged(buildScene(stage(anatomy, { variant, selected: part.id, lit: chain(anatomy, part.id) }))).map(
        (pair) => `${part.id}: ${pair}`,
      ),
    );
    expect(faults).toEqual([]);
  },
  60_000,
);
