import { describe, expect, test } from 'vitest';
import { payments, stage, workloadOf } from '../../../test/helpers/drawings.ts';
import { OF_ANY_VIEW, WITH_COLUMNS } from '../../../test/helpers/scene-names.ts';
import type { BootstrapVariant, Part, WorkloadAnatomy } from '../anatomy/model.ts';
import { buildScene } from './build-scene.ts';
import { legendOf } from './legend.ts';
import type { SceneInput, SceneLive } from './scene.ts';
import { boxStyle, lineStyle } from './style.ts';
import { sceneToSvg } from './svg.ts';
import { DARK, LIGHT } from './theme.ts';

const SIZES = [
  { width: 640, height: 460 },
  { width: 926, height: 560 },
  { width: 1028, height: 610 },
  { width: 1280, height: 560 },
  { width: 1920, height: 980 },
] as const;
/** Only a window has an Envoy; on a smaller stage it draws the least of these smaller. */
const WINDOWS = SIZES.filter(({ width }) => width > 1000);
/** The first look shows a picture whole that need not be drawn smaller than this. */
const LEAST_LOOK = 0.9;
const LIVES: readonly (SceneLive | null)[] = [
  null,
  { rung: 'not-started', evidence: '' },
  { rung: 'no-istiod', evidence: '503 PRE_INITIALIZING · connected_state 0' },
  { rung: 'refused', evidence: 'no' },
  { rung: 'ended', evidence: 'Stopped as asked', last: 'no-istiod' },
  { rung: 'silent', evidence: 'Envoy does not answer any more', last: 'no-istiod' },
  { rung: 'lost', evidence: 'Connection lost', last: 'no-istiod' },
];

const ANATOMIES = { lab: payments('lab'), sidecar: payments('sidecar'), typo: payments('typo') } as const;

/** With the admin port that the system is to choose. */
const zeroPort = (variant: BootstrapVariant): WorkloadAnatomy => {
  const { parts, ...rest } = ANATOMIES[variant];
  const zero = (part: Part): Part => (part.kind === 'admin' ? { ...part, value: '127.0.0.1:0' } : part);
  return { ...rest, parts: parts.map(zero) };
};

const sidecarThatWaits = (fetchTimeout: string): WorkloadAnatomy =>
  workloadOf('test/fixtures/payments/original.yaml', 'test/fixtures/payments/injected.yaml', 'sidecar', {
    fetchTimeout,
  });

const picture = (variant: BootstrapVariant, over: Partial<SceneInput>) =>
  buildScene(stage(ANATOMIES[variant], { variant, ...over }));
const textsIn = (scene: ReturnType<typeof buildScene>, id: string): readonly string[] =>
  scene.boxes.find((box) => box.id === id)?.texts.map(({ text }) => text) ?? [];

describe('what the picture says of itself', () => {
  test.each(['lab', 'typo'] as const)(
    '%s is labelled as simplified at every width, in every scene, in every state',
    (variant) => {
      const unlabelled = WITH_COLUMNS.flatMap((scene) =>
        SIZES.flatMap((size) =>
          LIVES.filter((live) => {
            const drawn = picture(variant, { scene, ...size, live });
            const words = [...textsIn(drawn, 'column/bootstrap'), ...textsIn(drawn, 'note/column/bootstrap')];
            return !words.join(' ').includes('simplified');
          }).map((live) => `${scene} ${size.width} ${live?.rung}`),
        ),
      );
      expect(unlabelled).toEqual([]);
    },
  );

  test('a bootstrap that this app wrote is never called real', () => {
    for (const scene of WITH_COLUMNS)
      for (const size of SIZES) {
        const words = textsIn(picture('sidecar', { scene, ...size }), 'column/bootstrap');
        expect(words.join(' ')).not.toMatch(/\breal\b|^by pilot-agent/);
      }
    expect(textsIn(picture('sidecar', { width: 1920, height: 980 }), 'column/bootstrap')).toContain(
      'as pilot-agent writes it',
    );
  });

  test('what waits for a time is not called as pilot-agent writes it: that one waits for ever', () => {
    const waiting = sidecarThatWaits('5s');
    const titleOf = (anatomy: WorkloadAnatomy, size: (typeof SIZES)[number], live: SceneLive | null) =>
      textsIn(buildScene(stage(anatomy, { variant: 'sidecar', ...size, live })), 'column/bootstrap').join(
        ' ',
      );
    for (const live of LIVES) {
      for (const size of SIZES)
        expect(titleOf(waiting, size, live)).not.toMatch(
          /as pilot-agent writes it(?!, but fetch timeout 5s)/,
        );
      expect(titleOf(waiting, { width: 1920, height: 980 }, live)).toContain('timeout 5s');
    }
    for (const size of WINDOWS) expect(titleOf(waiting, size, null)).toContain('timeout 5s');
    expect(titleOf(sidecarThatWaits('0.0s'), { width: 1920, height: 980 }, null)).toContain(
      'as pilot-agent writes it',
    );
  });

  test('when Envoy has ended the picture still says whose bootstrap it is', () => {
    const live = { rung: 'ended', evidence: 'Stopped as asked', last: 'no-istiod' } as const;
    for (const size of WINDOWS) {
      const words = textsIn(picture('sidecar', { ...size, live }), 'column/bootstrap').join(' ');
      expect([size.width, words]).toEqual([
        size.width,
        expect.stringMatching(size.width < 1200 ? /sidecar/ : /(pilot-agent|sidecar).* ended/),
      ]);
    }
  });

  test('beside the environment the keys that the lab leaves out step back, their lines too, and a line says why', () => {
    const drawn = picture('lab', { scene: 'env-to-metadata' });
    const absent = new Set(ANATOMIES.lab.parts.filter((part) => part.absent === true).map((part) => part.id));
    const rows = drawn.boxes.filter((box) => box.role === 'row' && box.id.startsWith('node/metadata/'));
    expect(rows.length).toBeGreaterThan(6);
    for (const row of rows) expect([row.id, row.absent === true]).toEqual([row.id, absent.has(row.id)]);
    for (const line of drawn.lines.filter(({ to }) => absent.has(to))) expect(line.state).toBe('dim');
    expect(textsIn(drawn, 'note/absent')).toEqual(['dashed: only in a real sidecar']);
    expect(textsIn(picture('sidecar', { scene: 'env-to-metadata' }), 'note/absent')).toEqual([]);
    // One sign for one thing: what is lit beside them, or is lit itself, changes nothing of it.
    const id = 'node/metadata/POD_PORTS';
    const lit = picture('lab', { scene: 'env-to-metadata', lit: new Set([id]), selected: id });
    for (const row of lit.boxes.filter((box) => box.id.startsWith('node/metadata/') && box.role === 'row'))
      expect([row.id, boxStyle(row, LIGHT).dash !== '']).toEqual([row.id, absent.has(row.id)]);
  });

  test('a lit line to what is not there stays dashed; one to what answers is whole', () => {
    const dashOf = (scene: SceneInput['scene'], ids: readonly string[], rung: SceneLive['rung']) => {
      const drawn = picture('lab', { scene, lit: new Set(ids), live: { rung, evidence: '' } });
      const lines = drawn.lines.filter(({ state, to }) => state === 'lit' && to === ids.at(-1));
      expect(lines).toHaveLength(1);
      return lines.map((line) => lineStyle(line, LIGHT).dash !== '');
    };
    const way = ['bootstrap/cluster/xds-grpc', 'xds-target'];
    expect(dashOf('overview', way, 'not-started')).toEqual([true]);
    expect(dashOf('overview', way, 'live')).toEqual([false]);
    const key = (name: string) => [`container/istio-proxy/env/ISTIO_META_${name}`, `node/metadata/${name}`];
    expect(dashOf('env-to-metadata', key('POD_PORTS'), 'not-started')).toEqual([true]);
    expect(dashOf('env-to-metadata', key('CLUSTER_ID'), 'not-started')).toEqual([false]);
  });

  test('before injection nothing is said, aloud either, of what injection made of it', () => {
    for (const scene of [...OF_ANY_VIEW, 'before'] as const) {
      const drawn = picture('lab', { scene, view: 'original', open: new Set(['more/container/payments']) });
      const titles = drawn.boxes.map(({ title }) => title);
      expect(titles.filter((title) => /app-health|15020|starts after|, ,/.test(title))).toEqual([]);
    }
    const pod = picture('lab', {
      scene: 'pod',
      view: 'original',
      open: new Set(['more/container/payments']),
    });
    const probe = pod.boxes.find(({ partId }) => partId === 'container/payments/probe/readiness');
    expect(probe?.title).toMatch(/^probe readiness = httpGet \/(?!app-health).*, yours$/);
  });

  test('what is not there steps back with everything else when a chain is lit, and still says what it is', () => {
    const lit = new Set(['container/istio-proxy/env/POD_NAME', 'node/metadata/NAME']);
    const live = { rung: 'not-started', evidence: '' } as const;
    const { lines } = picture('lab', { live, lit });
    const certificate = lines.find(({ rule }) => rule === 'certificate-request');
    expect(certificate?.state).toBe('dim');
    expect(certificate?.label?.text).toBe('pilot-agent asks for its certificate');
    for (const line of lines.filter(({ rule }) => rule === 'certificate-request' || rule === 'endpoint')) {
      const { dash, opacity } = lineStyle(line, LIGHT);
      expect([line.id, dash !== '', opacity < 1]).toEqual([line.id, true, true]);
    }
  });

  test.each([
    ['no-istiod', 'no answer until it ended'],
    ['live', 'answered until it ended'],
    ['rejected', 'its config was refused until it ended'],
    [undefined, 'could not be told'],
  ] as const)('after the end of an Envoy last seen on %s istiod says: %s', (last, words) => {
    const seen = last === undefined ? {} : { last };
    const live = { rung: 'ended', evidence: 'Stopped as asked', ...seen } as const;
    expect(textsIn(picture('lab', { live }), 'xds-target').join(' ')).toContain(words);
  });

  test.each(['lab', 'sidecar'] as const)(
    'with port 0 the address of a running Envoy is shown, and that the system chose it: %s',
    (variant) => {
      const anatomy = zeroPort(variant);
      const at = { rung: 'no-istiod', evidence: '', admin: '127.0.0.1:40123' } as const;
      for (const size of WINDOWS) {
        const words = textsIn(buildScene(stage(anatomy, { variant, live: at, ...size })), 'bootstrap/admin');
        expect(words.join(' ')).toMatch(/:40123(, chosen)? for 0$/);
      }
      for (const live of [null, { rung: 'ended', evidence: 'Stopped as asked', last: 'no-istiod' } as const])
        expect(textsIn(buildScene(stage(anatomy, { variant, live })), 'bootstrap/admin').at(-1)).toBe(
          '127.0.0.1:0',
        );
      // A port that was asked for is the one that Envoy has.
      expect(textsIn(picture(variant, { live: at }), 'bootstrap/admin').join(' ')).not.toContain('40123');
    },
  );

  test('before anything was asked istiod and pilot-agent are drawn as not there', () => {
    const drawn = picture('sidecar', { live: { rung: 'not-started', evidence: '' } });
    for (const id of ['xds-target', 'ca-target', 'card/pilot-agent'])
      expect(drawn.boxes.find((box) => box.id === id)?.state).toBe('missing');
    expect(textsIn(drawn, 'xds-target')).toContain('not asked yet');
    expect(textsIn(drawn, 'card/pilot-agent')).toContain('not on this bench');
  });

  test('where Envoy asks pilot-agent, which is not on this bench, nobody has asked istiod', () => {
    const evidence = '503 PRE_INITIALIZING · connected_state 0';
    const running = picture('sidecar', { live: { rung: 'no-istiod', evidence } });
    expect(textsIn(running, 'xds-target').at(-1)).toBe('not asked');
    expect(textsIn(running, 'card/pilot-agent').join(' ')).toMatch(/not on this bench 503 PRE_INITIALIZING/);
    const ended = picture('sidecar', { live: { rung: 'ended', evidence: 'Stopped', last: 'no-istiod' } });
    expect(textsIn(ended, 'xds-target').at(-1)).toBe('not asked');
    // The lab's Envoy asks istiod itself.
    expect(textsIn(picture('lab', { live: { rung: 'no-istiod', evidence } }), 'xds-target')).toContain(
      'no answer',
    );
  });

  test('what pilot-agent writes and what the lab wrote by hand are two entries of the legend, of two colours', () => {
    const entries = legendOf(picture('lab', {})).filter(({ tone }) => tone === 'agent' || tone === 'lab');
    expect(entries.map(({ word }) => word)).toEqual(['by pilot-agent', 'by the lab']);
    for (const theme of [LIGHT, DARK]) expect(theme.tones.lab.ink).not.toBe(theme.tones.agent.ink);
  });

  test('a saved picture keeps every caption whole, at the window’s size and beside the inspector', () => {
    const captions = [
      'Lab bench · istioctl 1.31-alpha.eed52ebb66ad · Envoy 1.40.0',
      'lab bootstrap: a simplification',
    ];
    for (const size of SIZES) {
      const svg = sceneToSvg(picture('lab', { ...size, captions }), LIGHT);
      const drawn = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((match) => match[1]).join('  ·  ');
      for (const caption of captions) expect(drawn).toContain(caption);
    }
  });

  test('the one value that is wrong is shown, however narrow, and so is the value of every field of ADS', () => {
    for (const width of [640, 926, 1280]) {
      const drawn = picture('typo', { scene: 'bootstrap', width });
      expect(textsIn(drawn, 'bootstrap/ads').join(' ')).toContain('cluster_name: istiod-xds');
      const fields = drawn.boxes.filter((box) => box.role === 'row' && box.parent === 'bootstrap/ads');
      if (width > 1000)
        for (const field of fields) expect([field.id, field.texts.length]).toEqual([field.id, 2]);
    }
  });

  test.each(WITH_COLUMNS)(
    'a refused bootstrap ends in a CrashLoop on the stage, in Envoy’s own words: %s',
    (scene) => {
      const evidence = "Unknown gRPC client cluster 'istiod-xds'";
      for (const size of SIZES) {
        const drawn = picture('typo', { scene, ...size, live: { rung: 'refused', evidence } });
        const said = textsIn(drawn, 'card/ending').join(' ');
        expect(said).toContain('CrashLoop');
        if (
          drawn.boxes.find((box) => box.id === 'column/bootstrap')?.texts[1] !== undefined &&
          size.width > 900
        )
          expect(said.replaceAll(' ', '')).toContain(evidence.replaceAll(' ', ''));
        if (size.width > 900)
          expect([size.width, drawn.height * LEAST_LOOK <= size.height + 1]).toEqual([size.width, true]);
        expect(drawn.lines.some((line) => line.state === 'broken')).toBe(true);
      }
      const here = picture('lab', {
        scene,
        live: { rung: 'refused', evidence: 'port taken', onlyHere: true },
      });
      expect(textsIn(here, 'card/ending').join(' ')).toContain('cannot start');
    },
  );
});
