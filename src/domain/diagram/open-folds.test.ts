import { expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import { WITH_COLUMNS } from '../../../test/helpers/scene-names.ts';
import { buildScene, foldsHiding, layOutScene } from './build-scene.ts';
import { withoutSpare } from './open-folds.ts';
import { type CardPlan, sans, space } from './plan.ts';
import type { Scene, SceneBox } from './scene.ts';

/** Rows that stand where a fold stands: in its column or card. */
const rowsBeside = ({ boxes }: Scene, { parent }: SceneBox): number =>
  boxes.filter((box) => box.role === 'row' && box.parent === parent).length;

test.each(WITH_COLUMNS)(
  'a fold that tells a number shows so many rows more when it is opened: %s',
  (scene) => {
    const input = stage(payments('sidecar'), { variant: 'sidecar', scene, width: 1028, height: 610 });
    const closed = buildScene(input);
    const counted = closed.boxes.flatMap((box) => {
      const number = /^(?:\+ )?(\d+) /.exec(box.texts.map(({ text }) => text).join(' '))?.[1];
      return box.role === 'more' && number !== undefined ? [{ box, number: Number(number) }] : [];
    });
    expect(counted.length).toBeGreaterThan(1);
    for (const { box, number } of counted) {
      const open = buildScene({ ...input, open: new Set([box.id]) });
      expect([box.id, rowsBeside(open, box) - rowsBeside(closed, box)]).toEqual([box.id, number]);
    }
  },
);

test('a line from a folded row begins at the row that stands for it', () => {
  const folded = buildScene(stage(payments(), { scene: 'overview' }));
  const fold = folded.boxes.find(({ id }) => id === 'more/env/fixed');
  expect(fold).toBeDefined();
  expect(folded.lines.filter(({ from }) => from === 'more/env/fixed').map(({ to }) => to)).toEqual([
    'group/metadata',
  ]);
  const open = buildScene(stage(payments(), { scene: 'overview', open: new Set(['more/env/fixed']) }));
  expect(open.lines.filter(({ from }) => from === 'more/env/fixed')).toEqual([]);
});

test('a spare card that stood there when all was folded stays when a group is opened; one that had no room does not come', () => {
  const card = (id: string): CardPlan => ({
    kind: 'card',
    id,
    partId: null,
    heading: sans(id, 13),
    badge: null,
    lines: [],
    body: [],
    tone: 'neutral',
    state: 'normal',
    title: id,
    grow: 0,
    centred: false,
  });
  const spare = { ...card('spare'), spare: true } as const;
  const plans = [card('first'), spare, space(4), card('last')];
  expect(withoutSpare(plans, { byId: new Map([['spare', true]]) })).toEqual(plans);
  for (const folded of [null, { byId: new Map() }])
    expect(withoutSpare(plans, folded)).toEqual([plans[0], plans[3]]);
});

test('what a step of a lab is about is out of its folds when they are opened; columns that stand aside stay folded', () => {
  const input = stage(payments(), { scene: 'env-to-metadata', width: 1028, height: 610 });
  const spot = new Set(['container/istio-proxy/env/TRUST_DOMAIN', 'volume/istio-token']);
  const drawn = (scene: Scene) =>
    scene.boxes.filter(({ partId }) => partId !== null && spot.has(partId)).length;
  expect(drawn(buildScene(input))).toBe(0);
  const hiding = foldsHiding(layOutScene(input), spot);
  expect(hiding).toEqual(['more/env/fixed']);
  expect(drawn(buildScene({ ...input, open: new Set(hiding) }))).toBe(1);
  expect(foldsHiding(layOutScene({ ...input, open: new Set(hiding) }), spot)).toEqual([]);
});
