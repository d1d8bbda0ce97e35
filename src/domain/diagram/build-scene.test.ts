import { describe, expect, test } from 'vitest';
import { type AnatomyShape, makeAnatomy } from '../../../test/helpers/anatomy.ts';
import { DRAWINGS, payments, stage } from '../../../test/helpers/drawings.ts';
import {
  coveredTexts,
  crampedTexts,
  crossedLabels,
  crossingLines,
  misplacedBoxes,
  pictureFaults,
} from '../../../test/helpers/geometry.ts';
import { buildScene } from './build-scene.ts';
import { chain } from './chain.ts';
import { legendOf } from './legend.ts';
import type { Scene, SceneInput, SceneName } from './scene.ts';

/** A small generator with a seed (mulberry32), so that a failing picture can be drawn again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const NAMES = [
  'web',
  'a',
  '결제-처리기',
  'ログ転送',
  '支払い処理',
  'W'.repeat(70),
  'i'.repeat(63),
  'émoji-🚢',
  'x.y/z',
  '<b>&"\'',
];

function pictureOf(seed: number): SceneInput {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const list = (most: number, prefix: string): string[] =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, (_, index) => `${pick(NAMES)}-${prefix}${index}`);
  const shape: AnatomyShape = {
    name: pick(NAMES),
    sidecar: pick(['classic', 'native', 'none']),
    variant: pick(['lab', 'sidecar', 'typo']),
    containers: list(8, 'c'),
    initContainers: list(3, 'i'),
    volumes: list(30, 'v'),
    extraEnv: list(40, 'E').map((name) => `ISTIO_META_${name}`),
  };
  const anatomy = makeAnatomy(shape);
  const part = pick(anatomy.parts);
  const lit = next() < 0.4;
  return stage(anatomy, {
    variant: shape.variant ?? 'lab',
    scene: pick<SceneName>(['overview', 'pod', 'env-to-metadata', 'bootstrap', 'way-out']),
    view: pick(['original', 'injected', 'difference']),
    open: new Set(
      next() < 0.3 ? ['more/env/fixed', 'more/volumes/user', 'more/metadata', 'more/labels'] : [],
    ),
    selected: lit ? part.id : null,
    lit: lit ? chain(anatomy, part.id) : new Set(),
    live: pick([
      null,
      null,
      { rung: 'no-istiod', evidence: '503 PRE_INITIALIZING · connected_state 0' },
      { rung: 'refused', evidence: 'no' },
    ]),
    width: pick([926, 1280, 1600, 1920]),
    height: pick([400, 560, 720, 900]),
  });
}

function faultsOf(scene: Scene): readonly string[] {
  const ids = [...scene.boxes, ...scene.lines].map((thing) => thing.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`);
  return [...twice, ...pictureFaults(scene)];
}

describe('buildScene', () => {
  test.each(Object.entries(DRAWINGS))(
    'drawing %s: nothing overlaps, no text leaves its box, no line crosses a box',
    (_, input) => {
      expect(faultsOf(buildScene(input()))).toEqual([]);
    },
  );

  test('the same holds for two hundred workloads made up from a seed, in every scene and view', () => {
    const faults = Array.from({ length: 200 }, (_, seed) => ({
      seed,
      found: faultsOf(buildScene(pictureOf(seed))),
    }));
    expect(faults.filter(({ found }) => found.length > 0)).toEqual([]);
  }, 120_000);

  test('the same holds for the sample on every stage between a small window and a large one, in every scene', () => {
    const samples = (['lab', 'sidecar'] as const).map((variant) => ({ variant, anatomy: payments(variant) }));
    const faults: string[] = [];
    // The rows that fit change with every few units; a step that is no multiple of a row's height meets them all.
    for (const { variant, anatomy } of samples)
      for (const scene of ['overview', 'pod', 'env-to-metadata', 'bootstrap', 'way-out'] as const)
        for (const width of [926, 1280])
          for (let height = 420; height < 900; height += 37) {
            const found = faultsOf(buildScene(stage(anatomy, { variant, scene, width, height })));
            faults.push(...found.map((fault) => `${variant} ${scene} ${width}×${height}: ${fault}`));
          }
    expect(faults).toEqual([]);
  }, 120_000);

  test('the checks above see a box that is moved, a text that is too long and a line that goes astray', () => {
    const scene = buildScene(stage(payments()));
    const moved = scene.boxes.map((box) =>
      box.id === 'container/payments' ? { ...box, y: box.y + 30 } : box,
    );
    const long = scene.boxes.map((box) =>
      box.id === 'container/payments'
        ? { ...box, texts: box.texts.map((text) => ({ ...text, text: text.text.repeat(9) })) }
        : box,
    );
    const astray = scene.lines.map((line) => ({ ...line, d: `M0 300L${scene.width} 300` }));
    expect(misplacedBoxes({ ...scene, boxes: moved })).not.toEqual([]);
    expect(crampedTexts({ ...scene, boxes: long })).not.toEqual([]);
    expect(crossingLines({ ...scene, lines: astray })).not.toEqual([]);
    const [label] = scene.lines.filter((line) => line.label !== null);
    const y = (label?.label?.y ?? 0) - 4;
    const through = scene.lines.map((line) => ({ ...line, d: `M0 ${y}L${scene.width} ${y}` }));
    expect(crossedLabels({ ...scene, lines: through })).not.toEqual([]);
    const placed = (x: number, y: number) =>
      scene.lines.map((line) =>
        line === label && line.label !== null ? { ...line, label: { ...line.label, x, y } } : line,
      );
    const card = scene.boxes.find(({ id }) => id === 'container/payments');
    expect(crossedLabels({ ...scene, lines: placed((card?.x ?? 0) + 60, (card?.y ?? 0) + 20) })).not.toEqual(
      [],
    );
    const twice = [
      ...scene.lines,
      ...(label === undefined ? [] : [{ ...label, id: 'again', d: 'M0 0L0 1' }]),
    ];
    expect(crossedLabels({ ...scene, lines: twice }).join()).toContain('stands on “');
    const low = scene.boxes.map((box) =>
      box.id === 'column/pod'
        ? { ...box, texts: box.texts.map((text) => ({ ...text, y: text.y + 60 })) }
        : box,
    );
    expect(coveredTexts({ ...scene, boxes: low })).not.toEqual([]);
  });

  test('the same input gives the same picture', () => {
    for (let seed = 0; seed < 20; seed++)
      expect(buildScene(pictureOf(seed))).toEqual(buildScene(pictureOf(seed)));
  });

  test('the overview of the sample fits into 1280 × 560 with a lab and with a real bootstrap', () => {
    for (const variant of ['lab', 'sidecar'] as const)
      expect(buildScene(stage(payments(variant), { variant, height: 560 })).height).toBeLessThanOrEqual(561);
  });

  test('only a column that is too long runs below the room: the way to istiod stays where it is seen', () => {
    const input = DRAWINGS['many-containers']?.();
    if (input === undefined) throw new Error('no such drawing');
    const scene = buildScene(input);
    expect(scene.height).toBeGreaterThan(input.height);
    const ends = (id: string) => {
      const box = scene.boxes.find((one) => one.id === id);
      return box === undefined ? Number.NaN : box.y + box.height;
    };
    expect(ends('column/pod')).toBeGreaterThan(input.height);
    for (const id of ['column/proxy', 'column/node', 'column/bootstrap', 'column/way-out'])
      expect(ends(id), id).toBeLessThanOrEqual(input.height);
  });

  test('no title is smaller than 20 and no other text than 13', () => {
    for (const input of Object.values(DRAWINGS)) {
      const scene = buildScene(input());
      const sizes = scene.boxes.flatMap((box) => box.texts.map((text) => text.size));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
      const titles = scene.boxes.filter((box) => box.role === 'column').map((box) => box.texts[0]?.size ?? 0);
      expect(Math.min(...titles)).toBeGreaterThanOrEqual(20);
    }
  });

  test('columns keep their order from left to right in every scene', () => {
    for (const scene of ['overview', 'pod', 'env-to-metadata', 'bootstrap', 'way-out'] as const) {
      const columns = buildScene(stage(payments(), { scene })).boxes.filter((box) => box.role === 'column');
      const xs = columns.map((box) => box.x);
      expect(columns.map((box) => box.id)).toEqual([
        'column/pod',
        'column/proxy',
        'column/node',
        'column/bootstrap',
        'column/way-out',
      ]);
      expect(xs).toEqual([...xs].sort((a, b) => a - b));
    }
  });

  test('an opened group shows all its rows, and the picture grows instead of squeezing them', () => {
    const closed = buildScene(stage(payments()));
    const open = buildScene(stage(payments(), { open: new Set(['more/env/fixed']) }));
    const rows = (scene: Scene): number =>
      scene.boxes.filter((box) => box.id.startsWith('container/istio-proxy/env/')).length;
    expect(rows(open)).toBeGreaterThan(rows(closed));
    expect(open.boxes.find((box) => box.id === 'more/env/fixed')?.texts[0]?.text).toBe('show fewer');
    expect(faultsOf(open)).toEqual([]);
  });
});

describe('what a picture says', () => {
  const words = (input: SceneInput): readonly string[] =>
    buildScene(input).boxes.flatMap((box) => box.texts.map((text) => text.full ?? text.text));
  const drawn = (name: string): SceneInput => {
    const input = DRAWINGS[name];
    if (input === undefined) throw new Error(`no drawing ${name}`);
    return input();
  };

  test('a native sidecar starts before the app and keeps running', () => {
    const phases = words(drawn('native')).filter((text) => /^\d · /.test(text));
    expect(phases).toEqual([
      '1 · runs first, then ends',
      '2 · starts next, keeps running',
      '3 · starts once istio-proxy has started',
    ]);
  });

  test('a classic sidecar runs together with the app, after istio-init has ended', () => {
    const phases = words(drawn('classic')).filter((text) => /^\d · /.test(text));
    expect(phases).toEqual(['1 · runs first, then ends', '2 · run together']);
  });

  test('a wrong ADS cluster name is a broken line to a cluster that is not there', () => {
    const scene = buildScene(drawn('typo'));
    const broken = scene.lines.filter((line) => line.state === 'broken');
    expect(broken.map((line) => [line.from, line.to])).toEqual([
      ['bootstrap/ads', 'bootstrap/cluster/istiod-xds'],
    ]);
    expect(scene.boxes.find((box) => box.id === 'bootstrap/cluster/istiod-xds')?.state).toBe('missing');
    expect(words(drawn('typo'))).toContain('does not exist');
  });

  test.each([
    { rung: 'ended', last: 'no-istiod', says: 'no answer until it ended' },
    { rung: 'ended', last: 'live', says: 'answered until it ended' },
    { rung: 'silent', last: 'live', says: 'answered when last seen' },
    { rung: 'lost', last: 'no-istiod', says: 'no answer when last seen' },
  ] as const)(
    'an Envoy that is over ($rung after $last): istiod stays as it was seen last',
    ({ rung, last, says }) => {
      const scene = buildScene(stage(payments(), { scene: 'way-out', live: { rung, last, evidence: '' } }));
      const target = scene.boxes.find((box) => box.id === 'xds-target');
      expect(target?.state).toBe('missing');
      expect(target?.texts.map((text) => text.text).join(' ')).toContain(says);
    },
  );

  test('an istiod that does not answer is drawn as not there, with the evidence', () => {
    const scene = buildScene(drawn('no-istiod'));
    const target = scene.boxes.find((box) => box.id === 'xds-target');
    expect(target?.state).toBe('missing');
    expect(target?.texts.map((text) => text.text)).toEqual(
      expect.arrayContaining(['no answer', '503 PRE_INITIALIZING', 'connected_state 0']),
    );
  });

  test('before injection only what the user gave is there, and the other columns say that they are not', () => {
    const scene = buildScene(drawn('original'));
    expect(scene.boxes.some((box) => box.id.includes('istio-'))).toBe(false);
    expect(scene.boxes.filter((box) => box.role === 'column' && box.state === 'missing')).toHaveLength(4);
    expect(words(drawn('original'))).toContain('httpGet /healthz :8080');
  });

  test('the difference marks what was added and changed with a sign beside the colour', () => {
    const texts = words(drawn('difference'));
    expect(texts.filter((text) => text === '+').length).toBeGreaterThan(10);
    expect(texts).toContain('~ changed');
    expect(texts).toContain('~ readiness');
    const legend = legendOf(buildScene(drawn('difference'))).map(({ word }) => word);
    expect(legend).toContain('added');
    expect(legend).not.toContain('injected');
  });

  test('different addresses for certificates and configuration are named', () => {
    expect(words(drawn('two-addresses'))).toContain('CA and xDS: two addresses');
    expect(words(drawn('classic'))).not.toContain('CA and xDS: two addresses');
  });

  test('a name that had to be shortened keeps the whole for the tooltip', () => {
    const scene = buildScene(drawn('many-containers'));
    const name = scene.boxes.find((box) => box.id.startsWith('container/worker-0'))?.texts[0];
    expect(name?.text).toMatch(/^worker-0.*….*batch$/);
    expect(name?.full).toBe('worker-0-of-the-nightly-reconciliation-batch');
  });
});
