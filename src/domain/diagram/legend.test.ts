import { expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import { buildScene } from './build-scene.ts';
import { hasDashes, legendOf } from './legend.ts';
import { sceneToSvg } from './svg.ts';
import { DARK, LIGHT } from './theme.ts';

const overview = () => buildScene(stage(payments('sidecar'), { variant: 'sidecar' }));

test('a legend names every colour that a box of the picture has, and none that no box has', () => {
  for (const view of ['original', 'injected', 'difference'] as const) {
    const scene = buildScene(stage(payments(), { view }));
    const named = new Set(legendOf(scene).map(({ tone }) => tone));
    const coloured = scene.boxes.filter(({ tone, role }) => role !== 'badge' && tone !== 'neutral');
    expect(named).toEqual(new Set(coloured.map(({ tone }) => tone)));
  }
});

test.each([LIGHT, DARK])('beside each word of a saved legend stands the colour it means: $name', (theme) => {
  const scene = overview();
  const svg = sceneToSvg(scene, theme);
  for (const { tone, word } of legendOf(scene)) {
    const beside = [...svg.matchAll(/<rect [^>]*rx="3" fill="([^"]*)"\/><text [^>]*>([^<]*)<\/text>/g)];
    expect([word, beside.find(([, , text]) => text === word)?.[1]]).toEqual([word, theme.tones[tone].ink]);
  }
});

test('dashes are told of whatever is drawn with them: a card, a row, or only a line', () => {
  const scene = overview();
  const [first, ...others] = scene.boxes;
  const [line, ...lines] = scene.lines;
  if (first === undefined || line === undefined) throw new Error('an empty picture');
  expect(hasDashes(scene)).toBe(false);
  expect(hasDashes({ ...scene, boxes: [{ ...first, state: 'missing' }, ...others] })).toBe(true);
  expect(hasDashes({ ...scene, boxes: [{ ...first, absent: true }, ...others] })).toBe(true);
  expect(hasDashes({ ...scene, lines: [{ ...line, state: 'missing' }, ...lines] })).toBe(true);
});
