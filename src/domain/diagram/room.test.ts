import { describe, expect, test } from 'vitest';
import { payments, stage, workloadOf } from '../../../test/helpers/drawings.ts';
import { cutWords } from '../../../test/helpers/geometry.ts';
import { WITH_SIDECAR } from '../../../test/helpers/scene-names.ts';
import type { BootstrapVariant, WorkloadAnatomy } from '../anatomy/model.ts';
import { buildScene } from './build-scene.ts';
import type { SceneBox } from './scene.ts';
import { boxStyle } from './style.ts';
import { LIGHT } from './theme.ts';

const NO_ISTIOD = { rung: 'no-istiod', evidence: '503 PRE_INITIALIZING · connected_state 0' } as const;

/** The sample with a classic and with a native sidecar, with every bootstrap. */
const SAMPLES: readonly {
  readonly name: string;
  readonly variant: BootstrapVariant;
  readonly anatomy: (variant: BootstrapVariant) => WorkloadAnatomy;
}[] = (['lab', 'sidecar', 'typo'] as const).flatMap((variant) => [
  { name: 'classic', variant, anatomy: payments },
  {
    name: 'native',
    variant,
    anatomy: (own: BootstrapVariant) =>
      workloadOf('resources/samples/payments.yaml', 'test/fixtures/diagram/native.injected.yaml', own),
  },
]);

const notInjected = () =>
  workloadOf('test/cases/14-hostnetwork-daemonset.yaml', 'test/fixtures/diagram/host-network.injected.yaml');

describe('the room of a stage', () => {
  describe.each(WITH_SIDECAR)('the scene %s of the sample', (scene) => {
    const pictures = SAMPLES.flatMap(({ name, variant, anatomy }) =>
      [
        { width: 1028, height: 610, live: NO_ISTIOD },
        { width: 1028, height: 610, live: null },
        { width: 1280, height: 560, live: NO_ISTIOD },
        { width: 1280, height: 620, live: null },
        { width: 1920, height: 980, live: null },
      ].map((over) => ({
        name: `${name}, ${variant}, ${over.width}×${over.height}`,
        input: stage(anatomy(variant), { variant, scene, ...over }),
      })),
    );

    test('is not taller than the room, with and without what a live bench adds', () => {
      const tall = pictures.filter(({ input }) => buildScene(input).height > input.height + 1);
      expect(tall.map(({ name }) => name)).toEqual([]);
    });

    test('cuts no word of its own', () => {
      const cut = pictures.flatMap(({ name, input }) =>
        cutWords(buildScene(input)).map((text) => `${name}: ${text}`),
      );
      expect(cut).toEqual([]);
    });

    test('says of every row that has a value at least that there is one', () => {
      const silent = pictures.flatMap(({ name, input }) => {
        const parts = new Map(input.anatomy.parts.map((part) => [part.id, part]));
        const valued = (id: string | null): boolean => {
          const part = parts.get(id ?? '');
          const told = part?.kind === 'volume' ? part.detail : part?.value;
          return part?.kind !== 'agent-socket' && !['', null, undefined, part?.label].includes(told);
        };
        const label = ({ texts }: SceneBox, id: string | null): boolean => {
          const value = parts.get(id ?? '')?.value;
          return texts.length === 1 && (texts[0]?.full ?? texts[0]?.text) !== value;
        };
        return buildScene(input)
          .boxes.filter((box) => box.role === 'row' && valued(box.partId) && label(box, box.partId))
          .map((box) => `${name}: ${box.id}`);
      });
      expect(silent).toEqual([]);
    });

    test('has titles of one size beside the columns that it is about, 20 at the least, which are 18 on the screen', () => {
      for (const { input } of pictures) {
        const columns = buildScene(input).boxes.filter((box) => box.role === 'column');
        const sizes = new Set(columns.filter((box) => box.width < 200).map((box) => box.texts[0]?.size));
        expect(sizes.size).toBeLessThanOrEqual(1);
        for (const box of columns) expect(box.texts[0]?.size).toBeGreaterThanOrEqual(20);
      }
    });
  });

  test('containers whose long names differ early are told apart on a narrow stage too', () => {
    const many = workloadOf('test/fixtures/diagram/many.yaml', 'test/fixtures/diagram/many.injected.yaml');
    for (const width of [926, 1028, 1280]) {
      const names = buildScene(stage(many, { width }))
        .boxes.filter(
          ({ role, partId }) => role === 'card' && partId?.startsWith('container/worker') === true,
        )
        .map(({ texts }) => texts[0]?.text);
      expect(names).toHaveLength(8);
      expect(new Set(names).size, `at ${width}: ${names.join(', ')}`).toBe(8);
    }
  });

  test('a picture with little to show fills its room all the same', () => {
    for (const [width, height] of [
      [1028, 610],
      [1280, 560],
      [1920, 980],
    ] as const) {
      for (const input of [
        stage(payments(), { view: 'original', width, height }),
        stage(notInjected(), { width, height }),
        stage(notInjected(), { view: 'original', width, height }),
      ]) {
        const drawn = buildScene(input);
        const rows = drawn.boxes.filter(({ role }) => role === 'row');
        const foot = Math.max(...rows.map((box) => box.y + box.height));
        expect(foot / height, `${input.anatomy.name} ${width} × ${height}`).toBeGreaterThan(0.75);
        expect(drawn.height).toBeLessThanOrEqual(height + 1);
      }
    }
  });

  test('where nothing was injected every column says so under its whole title', () => {
    for (const [width, height] of [
      [640, 460],
      [1028, 610],
      [1280, 560],
      [1920, 980],
    ] as const) {
      const { boxes } = buildScene(stage(notInjected(), { width, height }));
      const empty = boxes.filter(({ role, state }) => role === 'column' && state === 'missing');
      expect(empty.map(({ texts }) => texts.map(({ text }) => text))).toEqual(
        ['istio-proxy', 'Node', 'Bootstrap', 'Way out'].map((title) => [title, 'not injected: nothing here']),
      );
    }
  });

  test('the cluster stands apart from the four fields of the id', () => {
    for (const scene of ['overview', 'bootstrap'] as const) {
      const { boxes } = buildScene(stage(payments(), { scene }));
      const at = (id: string) => boxes.find((box) => box.id === id) ?? { y: Number.NaN, height: 0 };
      const [last, before] = [at('node/id/domain'), at('node/id/pod')];
      const gap = at('node/cluster').y - last.y - last.height;
      // Twice what is between two fields: more would cost the overview a key of the metadata.
      expect(gap).toBeGreaterThan(2 * (last.y - before.y - before.height));
    }
  });

  test('the title of every column stands over the left edge of what is in it', () => {
    for (const scene of WITH_SIDECAR) {
      const { boxes } = buildScene(stage(payments(), { scene, width: 1028, height: 610 }));
      for (const column of boxes.filter(({ role }) => role === 'column')) {
        const left = Math.min(...boxes.filter(({ parent }) => parent === column.id).map(({ x }) => x));
        expect(column.texts[0]?.x, `${scene}: ${column.id}`).toBeCloseTo(left, 0);
      }
    }
  });

  test('what ADS does when nobody answers is said whole at every width, in the overview too', () => {
    for (const timeout of ['0s', '5s']) {
      const anatomy = workloadOf(
        'test/fixtures/payments/original.yaml',
        'test/fixtures/payments/injected.yaml',
        'lab',
        { fetchTimeout: timeout },
      );
      for (const width of [926, 1028, 1280, 1920]) {
        const ads = buildScene(stage(anatomy, { width })).boxes.find(({ id }) => id === 'bootstrap/ads');
        const said = ads?.texts.map(({ text }) => text).join(' ');
        expect(said, `${timeout}, ${width}`).toMatch(
          timeout === '0s' ? /waits for ever$/ : /5s each, then starts (empty|without configuration)$/,
        );
      }
    }
  });

  test('a folded row that is selected lights the row that stands for it', () => {
    const selected = 'container/istio-proxy/env/ISTIO_META_OWNER';
    const scene = buildScene(
      stage(payments(), { scene: 'env-to-metadata', selected, lit: new Set([selected]) }),
    );
    expect(scene.boxes.some((box) => box.id === selected)).toBe(false);
    expect(scene.boxes.find((box) => box.id === 'more/env/fixed')?.state).toBe('selected');
  });

  test('what Envoy says while it waits stands in a line for each, on a narrow stage too', () => {
    const scene = buildScene(stage(payments(), { width: 1028, height: 610, live: NO_ISTIOD }));
    const texts = scene.boxes.find((box) => box.id === 'xds-target')?.texts.map((text) => text.text);
    expect(texts).toEqual(expect.arrayContaining(['503 PRE_INITIALIZING', 'connected_state 0']));
  });

  test('with a real bootstrap its clusters lead to pilot-agent in the scene of the pod too', () => {
    const scene = buildScene(stage(payments('sidecar'), { variant: 'sidecar', scene: 'pod' }));
    const ends = scene.lines.filter(({ from }) => from === 'bootstrap/cluster/xds-grpc').map(({ to }) => to);
    expect(ends).toEqual(['card/pilot-agent']);
  });

  test('what is not on this bench is drawn as not there, whatever is selected', () => {
    const over = { variant: 'sidecar', live: NO_ISTIOD } as const;
    for (const selected of [null, 'container/payments']) {
      const lit = new Set(selected === null ? [] : [selected]);
      const scene = buildScene(stage(payments('sidecar'), { ...over, selected, lit }));
      const stateOf = (id: string) => scene.boxes.find((box) => box.id === id)?.state;
      expect(['card/pilot-agent', 'ca-target', 'xds-target'].map(stateOf)).toEqual(
        Array.from({ length: 3 }, () => 'missing'),
      );
    }
    for (const selected of ['ca-target', 'xds-target']) {
      const scene = buildScene(stage(payments('sidecar'), { ...over, selected, lit: new Set([selected]) }));
      const box = scene.boxes.find(({ id }) => id === selected);
      expect(box === undefined ? '' : boxStyle(box, LIGHT).dash, selected).not.toBe('');
    }
  });

  test('the heading of the metadata counts what the bootstrap holds, and of how many', () => {
    const headingOf = (variant: BootstrapVariant): readonly string[] =>
      buildScene(stage(payments(variant), { variant }))
        .boxes.find((box) => box.id === 'group/metadata')
        ?.texts.map((text) => text.text) ?? [];
    expect(headingOf('lab')).toEqual(['metadata', '4 of 22']);
    expect(headingOf('sidecar')).toEqual(['metadata', '22']);
  });

  test('where there is room, the keys that only a real sidecar has stand under a heading of their own', () => {
    const scene = buildScene(stage(payments(), { width: 1920, height: 980 }));
    const heading = scene.boxes.find((box) => box.id === 'over/more/metadata/sidecar');
    expect(heading?.texts.map((text) => text.text)).toEqual(['only in a real sidecar', '18']);
    const row = scene.boxes.find((box) => box.id === 'node/metadata/APP_CONTAINERS');
    expect(row?.absent).toBe(true);
  });
});
