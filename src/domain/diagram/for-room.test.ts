import { describe, expect, test } from 'vitest';
import { DRAWINGS, payments, stage, workloadOf } from '../../../test/helpers/drawings.ts';
import {
  crampedTexts,
  crossedLabels,
  crossingLines,
  cutWords,
  misplacedBoxes,
} from '../../../test/helpers/geometry.ts';
import { buildScene } from './build-scene.ts';
import { chain } from './chain.ts';
import type { Scene, SceneInput } from './scene.ts';
import { SCENE_NAMES } from './scenes.ts';
import { sceneToSvg } from './svg.ts';
import { LIGHT } from './theme.ts';

/** What a screen leaves to the picture, under one line of words. */
const WALLS = [
  { width: 1280, height: 660 },
  { width: 1920, height: 1000 },
] as const;

/** Every golden drawing as a room is told it, in every scene. */
const named = Object.entries(DRAWINGS).filter(([name]) => !/^(?:room|dark|narrow|contrast|lit)/.test(name));
const pictures = named.flatMap(([name, input]) => {
  const { anatomy, variant, view, live } = input();
  return SCENE_NAMES.flatMap((scene) =>
    WALLS.map((wall) => ({
      name: `${name}, ${scene}, ${wall.width}`,
      input: stage(anatomy, { variant, view, live, scene, reader: 'room', ...wall }),
    })),
  );
});

const sizes = (scene: Scene): readonly number[] => [
  ...scene.boxes.flatMap(({ texts }) => texts.map(({ size }) => size)),
  ...scene.lines.flatMap(({ label }) => label?.size ?? []),
];

const faults = (of: (scene: Scene) => readonly string[]): readonly string[] =>
  pictures.flatMap(({ name, input }) => of(buildScene(input)).map((fault) => `${name}: ${fault}`));

describe('a picture for a room', () => {
  test('has no letter under 24 pixels at 1280 × 720, and none under 36 at 1920 × 1080', () => {
    for (const { name, input } of pictures)
      expect(Math.min(...sizes(buildScene(input))), name).toBeGreaterThanOrEqual((24 * input.width) / 1280);
  });

  test('has nothing that overlaps, is cut off or is crossed', () => {
    expect(
      faults((scene) => [
        ...misplacedBoxes(scene),
        ...crampedTexts(scene),
        ...crossingLines(scene),
        ...crossedLabels(scene),
        ...cutWords(scene),
      ]),
    ).toEqual([]);
  });

  test('has every column of the desk’s picture, in the same order from left to right', () => {
    for (const { name, input } of pictures) {
      const columns = (of: SceneInput): readonly string[] =>
        buildScene(of)
          .boxes.filter(({ role }) => role === 'column')
          .map(({ id, x, y }) => ({ id, at: x * 10 + y / 1000 }))
          .sort((a, b) => a.at - b.at)
          .map(({ id }) => id);
      expect(columns(input), name).toEqual(columns({ ...input, reader: 'desk' }));
    }
  });

  test('of the sample is whole on the wall in every scene that a deck begins with', () => {
    for (const scene of ['overview', 'pod', 'bootstrap'] as const)
      for (const variant of ['lab', 'sidecar', 'typo'] as const)
        for (const wall of WALLS) {
          const drawn = buildScene(stage(payments(variant), { scene, variant, reader: 'room', ...wall }));
          expect(drawn.height, `${scene}, ${variant}`).toBeLessThanOrEqual(wall.height + 1);
        }
  });

  test('of many containers names some in the overview and counts the others', () => {
    const many = workloadOf('test/fixtures/diagram/many.yaml', 'test/fixtures/diagram/many.injected.yaml');
    const { boxes, height } = buildScene(stage(many, { reader: 'room', ...WALLS[0] }));
    const rest = boxes.find(({ id }) => id === 'more/containers');
    const named = boxes.filter(({ id, role }) => role === 'card' && /^(?:init-)?container\//.test(id));
    const all = many.parts.filter(({ kind }) => kind === 'container' || kind === 'init-container');
    const counted = Number(/\d+/.exec(rest?.texts.map(({ text }) => text).join(' ') ?? '')?.[0]);
    expect(counted + named.length).toBe(all.length);
    expect(height).toBeLessThanOrEqual(WALLS[0].height + 1);
  });

  test('a fold that is opened shows its rows under what was there, and the picture goes on below', () => {
    const closed = stage(payments(), { scene: 'env-to-metadata', reader: 'room', ...WALLS[0] });
    const open = buildScene({ ...closed, open: new Set(['more/env/fixed']) });
    const rows = (scene: Scene) =>
      scene.boxes.filter(({ id }) => id.startsWith('container/istio-proxy/env/'));
    expect(rows(open).length).toBeGreaterThan(rows(buildScene(closed)).length + 5);
    expect(open.height).toBeGreaterThan(buildScene(closed).height);
    expect(Math.min(...sizes(open))).toBeGreaterThanOrEqual(24);
  });

  test('a value that does not fit beside its name stands under it', () => {
    const scene = buildScene(stage(payments(), { scene: 'env-to-metadata', reader: 'room', ...WALLS[0] }));
    const row = scene.boxes.find(({ id }) => id === 'container/istio-proxy/env/ISTIO_META_CLUSTER_ID');
    const [name, value] = row?.texts ?? [];
    expect([name?.text, value?.text]).toEqual(['ISTIO_META_CLUSTER_ID', 'Kubernetes']);
    expect(value?.y).toBeGreaterThan((name?.y ?? 0) + 20);
  });

  test('keys stand level with the variables that they come from', () => {
    const scene = buildScene(stage(payments(), { scene: 'env-to-metadata', reader: 'room', ...WALLS[0] }));
    const straight = scene.lines.filter(({ rule, d }) => rule === 'prefix-cut' && !d.includes('Q'));
    expect(straight.length).toBeGreaterThan(0);
  });

  test('a strip lights up for a part that it stands for', () => {
    const anatomy = payments();
    const selected = 'container/istio-proxy/env/CA_ADDR';
    const scene = buildScene(
      stage(anatomy, { scene: 'pod', reader: 'room', selected, lit: chain(anatomy, selected), ...WALLS[0] }),
    );
    const state = (id: string) => scene.boxes.find((box) => box.id === id)?.state;
    expect([state('column/proxy'), state('column/node')]).toEqual(['selected', 'normal']);
    expect(scene.lines.some(({ to, state: line }) => line === 'lit' && to === 'column/way-out')).toBe(true);
  });

  test('what has to be said of a bootstrap stands on its strip too, and what is not there', () => {
    const strip = (over: Partial<SceneInput>, id: string) =>
      buildScene(stage(payments(), { scene: 'pod', reader: 'room', ...WALLS[0], ...over }))
        .boxes.find((box) => box.id === id)
        ?.texts.map(({ text }) => text);
    expect(strip({}, 'column/bootstrap')).toEqual(['Bootstrap', 'lab, simplified']);
    expect(strip({ view: 'original' }, 'column/node')).toEqual(['Node', 'not there before injection']);
  });

  test('is saved with a title, a legend and captions as large as its letters', () => {
    const scene = buildScene(
      stage(payments(), { reader: 'room', captions: ['lab bootstrap: a simplification'], ...WALLS[0] }),
    );
    const found = sceneToSvg(scene, LIGHT).matchAll(/font-size="([\d.]+)"/g);
    const letters = [...found].map(([, size]) => Number(size));
    expect(letters.length).toBeGreaterThan(20);
    expect(Math.min(...letters)).toBeGreaterThanOrEqual(24);
  });
});
