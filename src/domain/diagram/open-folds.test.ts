import { expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import { buildScene } from './build-scene.ts';
import { withoutSpare } from './open-folds.ts';
import { type CardPlan, sans, space } from './plan.ts';
import type { Scene, SceneBox, SceneName } from './scene.ts';

const SCENES: readonly SceneName[] = ['overview', 'pod', 'env-to-metadata', 'bootstrap', 'way-out'];

/** Rows that stand where a fold stands: in its column or card. */
const rowsBeside = ({ boxes }: Scene, { parent }: SceneBox): number =>
  boxes.filter((box) => box.role === 'row' && box.parent === parent).length;

test.each(SCENES)('a fold that tells a number shows so many rows more when it is opened: %s', (scene) => {
  const input = stage(payments('sidecar'), { variant: 'sidecar', scene, width: 1028, height: 610 });
  const closed = buildScene(input);
  const counted = closed.boxes.flatMap((box) => {
    const number = /^(?:\+ )?(\d+) /.exec(box.texts.map(({ text }) => text).join(' '))?.[1];
    return box.role === 'more' && number !== undefined ? [{ box, number: Number(number) }] : [];
  });
  expect(counted.length).toBeGreaterThan(2);
  for (const { box, number } of counted) {
    const open = buildScene({ ...input, open: new Set([box.id]) });
    expect([box.id, rowsBeside(open, box) - rowsBeside(closed, box)]).toEqual([box.id, number]);
  }
});

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
