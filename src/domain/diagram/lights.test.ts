import { expect, test } from 'vitest';
import { crowd, payments, stage } from '../../../test/helpers/drawings.ts';
import { layOutScene, lightScene } from './build-scene.ts';
import { chain } from './chain.ts';
import type { Scene } from './scene.ts';

const geometry = ({ boxes }: Scene) =>
  boxes.map(({ id, x, y, width, height, texts, title }) => ({ id, x, y, width, height, texts, title }));
const calm = { selected: null, lit: new Set<string>() };

test('a picture is laid out once for whatever is pointed at: light changes how boxes look, and nothing else', () => {
  const anatomy = payments();
  for (const scene of ['overview', 'pod', 'env-to-metadata'] as const) {
    const laid = layOutScene(stage(anatomy, { scene }));
    const before = lightScene(laid, calm);
    for (const id of ['container/payments', 'volume/istio-token', 'node/id/pod']) {
      const after = lightScene(laid, { selected: id, lit: chain(anatomy, id) });
      expect(geometry(after)).toEqual(geometry(before));
      expect(after.boxes.some(({ state }) => state === 'selected' || state === 'lit')).toBe(true);
      expect(after.boxes.some(({ state }) => state === 'dim')).toBe(true);
    }
    expect(lightScene(laid, calm)).toEqual(before);
  }
});

test('a folded rest is lit with the parts it stands for, and the badge of a card steps back with it', () => {
  const anatomy = payments();
  const laid = layOutScene(stage(anatomy));
  const rest = laid.boxes.find(({ role, id }) => role === 'more' && id === 'more/env/fixed');
  const folded = laid.zoomed.layout.lights.folded.get('more/env/fixed') ?? [];
  expect(rest).toBeDefined();
  const [hidden] = folded;
  const lit = new Set([hidden ?? 'none is folded']);
  const stateOf = (id: string, selected: string | null) =>
    lightScene(laid, { selected, lit }).boxes.find((box) => box.id === id)?.state;
  expect(stateOf('more/env/fixed', null)).toBe('lit');
  expect(stateOf('more/env/fixed', hidden ?? null)).toBe('selected');
  expect(stateOf('badge/container/payments', null)).toBe('dim');
});

test('a volume that does not exist is red until something else is lit', () => {
  const laid = layOutScene(stage(crowd(1, '    volumeMounts: [{name: gone, mountPath: /x}]\n')));
  const row = (lit: readonly string[]) => {
    const { boxes } = lightScene(laid, { selected: null, lit: new Set(lit) });
    const box = boxes.find(({ partId }) => partId === 'volume/gone');
    return [box?.state, box?.texts[0]?.ink];
  };
  expect(row([])).toEqual(['broken', 'bad']);
  expect(row(['container/c0'])).toEqual(['dim', 'strong']);
  expect(row(['volume/gone'])).toEqual(['lit', 'strong']);
});
