import { readFileSync } from 'node:fs';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { BootstrapVariant, WorkloadAnatomy } from '../../src/domain/anatomy/model.ts';
import { buildScene } from '../../src/domain/diagram/build-scene.ts';
import { chain } from '../../src/domain/diagram/chain.ts';
import type { SceneInput, SceneLive, SceneTwin } from '../../src/domain/diagram/scene.ts';
import { FRAME, sceneToSvg } from '../../src/domain/diagram/svg.ts';
import { THEME_NAMES, THEMES } from '../../src/domain/diagram/theme.ts';
import { NOT_STARTED } from '../../src/domain/diagram/truth-words.ts';

const root = new URL('../../', import.meta.url);

function text(path: string): { readonly name: string; readonly text: string } {
  return { name: path.split('/').at(-1) ?? path, text: readFileSync(new URL(path, root), 'utf8') };
}

/** A workload out of the bytes that a real kube-inject gave for `original`. */
export function workloadOf(
  original: string | null,
  injected: string,
  variant: BootstrapVariant = 'lab',
  start: Parameters<ReturnType<typeof readAnatomy>['workload']>[1]['start'] = {},
): WorkloadAnatomy {
  const read = readAnatomy({
    original: original === null ? null : text(original),
    injected: text(injected),
    injectConfig: text('test/fixtures/payments/inject-config.yaml'),
    meshConfig: text('test/fixtures/payments/mesh-config.yaml'),
    values: text('test/fixtures/payments/values.yaml'),
  });
  return read.workload(0, { variant, start });
}

const made = (name: string): string => `test/fixtures/diagram/${name}.injected.yaml`;

export const payments = (variant: BootstrapVariant = 'lab'): WorkloadAnatomy =>
  workloadOf('test/fixtures/payments/original.yaml', 'test/fixtures/payments/injected.yaml', variant);

/** A pod without a sidecar, of so many containers that are all alike; `more` are further lines of each. */
export function crowd(containers: number, more = ''): WorkloadAnatomy {
  const list = Array.from(
    { length: containers },
    (_, index) => `  - name: c${index}\n    image: b\n${more}`,
  ).join('');
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: {name: crowd}\nspec:\n  containers:\n${list}`;
  return readAnatomy({
    original: null,
    injected: { name: 'crowd.yaml', text: pod },
    injectConfig: null,
    meshConfig: null,
    values: null,
  }).workload(0, { variant: 'lab', start: {} });
}

/** The stage at 1280×720 with the overview, where a drawing does not ask for something else. */
export function stage(anatomy: WorkloadAnatomy, over: Partial<SceneInput> = {}): SceneInput {
  return {
    anatomy,
    variant: 'lab',
    scene: 'overview',
    view: 'injected',
    open: new Set(),
    selected: null,
    lit: new Set(),
    live: null,
    captions: [],
    width: 1280,
    height: 720 - FRAME.header - FRAME.footer,
    ...over,
  };
}

function lit(anatomy: WorkloadAnatomy, id: string, over: Partial<SceneInput> = {}): SceneInput {
  return stage(anatomy, { selected: id, lit: chain(anatomy, id), ...over });
}

/** As a room is told it, on a screen of 1280×720 with one line above. */
const room = (anatomy: WorkloadAnatomy, over: Partial<SceneInput>): SceneInput =>
  stage(anatomy, { reader: 'room', height: 660, ...over });

/** The sample with a native sidecar, beside `payments()`. */
const nativeTwin = (): SceneTwin => ({
  kind: 'there',
  anatomy: workloadOf('resources/samples/payments.yaml', made('native')),
});

/** What Envoy 1.40.0 said of the sample's lab bootstrap on a bench without istiod. */
const WAITING: SceneLive = {
  rung: 'no-istiod',
  evidence: '503 PRE_INITIALIZING · connected_state 0',
  admin: '127.0.0.1:9982',
  report: {
    steps: [
      { id: 'accepted', state: 'passed', evidence: 'Envoy took the bootstrap and opened its admin endpoint' },
      { id: 'istiod', state: 'waiting', evidence: 'control_plane.connected_state 0, update_failure 4' },
      { id: 'identity', state: 'not-reached', evidence: '' },
      { id: 'config', state: 'not-reached', evidence: '' },
      { id: 'live', state: 'waiting', evidence: '/ready 503 PRE_INITIALIZING' },
      {
        id: 'pod-ready',
        state: 'not-on-this-bench',
        evidence: 'port 15021 /healthz/ready is answered by pilot-agent, which does not run on this bench',
      },
    ],
    counts: { staticClusters: 1, dynamicClusters: 0, warmingClusters: 0, listeners: 0 },
    node: {
      same: [
        'node/id',
        'node/cluster',
        ...['CLUSTER_ID', 'MESH_ID', 'NAMESPACE', 'WORKLOAD_NAME'].map((key) => `node/metadata/${key}`),
      ],
      different: [],
      missing: [],
      extra: [],
    },
    dumpProblem: null,
    pid: 29_615,
    version: '1.40.0',
    recorded: false,
  },
};

/** What it said of the bootstrap with the typo. */
const REFUSED: SceneLive = {
  rung: 'refused',
  evidence: "Unknown gRPC client cluster 'istiod-xds'",
  report: {
    steps: (['accepted', 'istiod', 'identity', 'config', 'live'] as const).map((id) =>
      id === 'accepted'
        ? { id, state: 'failed', evidence: "Unknown gRPC client cluster 'istiod-xds'" }
        : { id, state: 'not-reached', evidence: '' },
    ),
    ...{ counts: null, node: null, dumpProblem: null, pid: null, version: '1.40.0', recorded: false },
  },
};

/** Named drawings, each from real output; the names are those of the files in test/golden. */
export const DRAWINGS: Readonly<Record<string, () => SceneInput>> = {
  classic: () => stage(payments(), { captions: ['lab bootstrap: a simplification'] }),
  native: () =>
    stage(workloadOf('resources/samples/payments.yaml', made('native'), 'sidecar'), { variant: 'sidecar' }),
  sidecar: () => stage(payments('sidecar'), { variant: 'sidecar' }),
  'not-injected': () => stage(workloadOf('test/cases/14-hostnetwork-daemonset.yaml', made('host-network'))),
  original: () => stage(payments(), { view: 'original' }),
  difference: () => stage(payments(), { view: 'difference' }),
  'difference-pod': () => stage(payments(), { view: 'difference', scene: 'pod' }),
  'many-containers': () => stage(workloadOf('test/fixtures/diagram/many.yaml', made('many'))),
  'many-containers-pod': () =>
    stage(workloadOf('test/fixtures/diagram/many.yaml', made('many')), { scene: 'pod' }),
  'korean-names': () => stage(workloadOf('test/fixtures/diagram/names.yaml', made('names'))),
  'korean-names-pod': () =>
    stage(workloadOf('test/fixtures/diagram/names.yaml', made('names')), { scene: 'pod' }),
  hostile: () => stage(workloadOf('test/cases/75-hostile-strings.yaml', made('hostile')), { scene: 'pod' }),
  typo: () =>
    stage(payments('typo'), {
      variant: 'typo',
      live: { rung: 'refused', evidence: "Unknown gRPC client cluster 'istiod-xds'" },
    }),
  'two-addresses': () => stage(workloadOf(null, 'test/cases/63-ca-and-discovery-disagree.yaml')),
  'start-order': () => stage(payments(), { scene: 'start-order', twin: nativeTwin() }),
  'start-order-step': () => stage(payments(), { scene: 'start-order', twin: nativeTwin(), step: 2 }),
  'start-order-alone': () =>
    stage(payments(), {
      scene: 'start-order',
      twin: {
        kind: 'missing',
        why: 'istioctl is not here, and only it can inject the same input the other way.',
      },
    }),
  pod: () => stage(payments(), { scene: 'pod' }),
  before: () => stage(payments(), { scene: 'before' }),
  injection: () => stage(payments(), { scene: 'injection' }),
  volumes: () => stage(payments('sidecar'), { variant: 'sidecar', scene: 'volumes', live: NOT_STARTED }),
  ports: () => stage(payments('sidecar'), { variant: 'sidecar', scene: 'ports' }),
  'ports-lab': () => stage(payments(), { scene: 'ports' }),
  'many-containers-ports': () =>
    stage(workloadOf('test/fixtures/diagram/many.yaml', made('many')), { scene: 'ports' }),
  'live-not-started': () => stage(payments(), { scene: 'live', live: NOT_STARTED }),
  live: () => stage(payments(), { scene: 'live', live: WAITING }),
  'live-refused': () => stage(payments('typo'), { variant: 'typo', scene: 'live', live: REFUSED }),
  'many-containers-volumes': () =>
    stage(workloadOf('test/fixtures/diagram/many.yaml', made('many')), { scene: 'volumes' }),
  'many-containers-injection': () =>
    stage(workloadOf('test/fixtures/diagram/many.yaml', made('many')), { scene: 'injection' }),
  'env-to-metadata': () => stage(payments('sidecar'), { variant: 'sidecar', scene: 'env-to-metadata' }),
  'env-to-metadata-lab': () => stage(payments(), { scene: 'env-to-metadata' }),
  ended: () =>
    stage(payments(), {
      captions: [
        'Lab bench · istioctl 1.31-alpha.eed52ebb66ad · Envoy 1.40.0',
        'lab bootstrap: a simplification',
      ],
      live: { rung: 'ended', evidence: 'Stopped as asked · exit 0', last: 'no-istiod' },
    }),
  bootstrap: () => stage(payments('sidecar'), { variant: 'sidecar', scene: 'bootstrap' }),
  'way-out': () => stage(payments('sidecar'), { variant: 'sidecar', scene: 'way-out' }),
  'no-istiod': () =>
    stage(payments(), { live: { rung: 'no-istiod', evidence: '503 PRE_INITIALIZING · connected_state 0' } }),
  lit: () =>
    lit(payments('sidecar'), 'container/istio-proxy/env/ISTIO_META_WORKLOAD_NAME', { variant: 'sidecar' }),
  'lit-token': () => lit(payments('sidecar'), 'volume/istio-token', { variant: 'sidecar' }),
  'dark-1920': () => stage(payments('sidecar'), { variant: 'sidecar', width: 1920, height: 980 }),
  'projector-typo': () =>
    stage(payments('typo'), {
      variant: 'typo',
      live: { rung: 'refused', evidence: "Unknown gRPC client cluster 'istiod-xds'" },
    }),
  'contrast-lit': () => lit(payments(), 'container/istio-proxy/env/ISTIO_META_WORKLOAD_NAME'),
  'room-overview': () => room(payments(), {}),
  'room-pod': () => room(payments(), { scene: 'pod' }),
  'room-env-to-metadata': () => room(payments(), { scene: 'env-to-metadata' }),
  'room-typo': () =>
    room(payments('typo'), {
      scene: 'bootstrap',
      variant: 'typo',
      live: { rung: 'refused', evidence: "Unknown gRPC client cluster 'istiod-xds'" },
    }),
  'room-not-injected': () =>
    room(workloadOf('test/cases/14-hostnetwork-daemonset.yaml', made('host-network')), {}),
  'narrow-926': () => stage(payments(), { width: 926, height: 560 }),
};

/** A drawing as the file in test/golden holds it. */
export function drawing(name: string, input: SceneInput): string {
  const theme = THEME_NAMES.find((one) => name.startsWith(one)) ?? 'light';
  return sceneToSvg(buildScene(input), THEMES[theme]);
}
