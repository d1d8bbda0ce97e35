import { describe, expect, test } from 'vitest';
import { payments, stage, workloadOf } from '../../../test/helpers/drawings.ts';
import { readAnatomy } from '../anatomy/anatomy.ts';
import { buildScene } from './build-scene.ts';
import { IDENTITY_CARDS } from './columns/identity.ts';
import type { Scene, SceneLive, SceneReport } from './scene.ts';
import { NOT_STARTED } from './truth-words.ts';

const textsOf = (scene: Scene, id: string): string =>
  scene.boxes
    .filter((box) => box.id === id)
    .flatMap(({ texts }) => texts.map(({ text, full }) => full ?? text))
    .join(' ');

const ROOMY = { width: 1920, height: 2400 } as const;

describe('the scene of the injection', () => {
  const anatomy = payments();
  const drawn = buildScene(stage(anatomy, { scene: 'injection', ...ROOMY, open: new Set(['more/args']) }));

  test('counts every piece that the injector added, by group, as the anatomy holds them', () => {
    const added = (kind: string) =>
      anatomy.parts.filter((part) => part.kind === kind && part.change === 'added').length;
    const tally = textsOf(drawn, 'card/tally');
    expect(tally).toContain(`${added('volume')} volumes`);
    expect(tally).toContain(`${added('env')} variables`);
    expect(tally).toContain(`${added('label')} labels`);
    expect(tally).toContain(`${added('annotation')} annotations`);
    expect(tally).toContain('~ 1 probe');
    expect(tally).toContain('− nothing removed');
  });

  test('shows in a large room every piece of the file, what was the user’s too', () => {
    const shown = new Set(drawn.boxes.map(({ partId }) => partId));
    const pieces = anatomy.parts.filter(
      ({ id, kind, origin }) =>
        /^(container|volume|label|annotation)\//.test(id) &&
        !id.includes('/source/') &&
        kind !== 'agent-socket' &&
        origin !== 'agent',
    );
    const hidden = pieces.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
    expect(hidden).toEqual([]);
  });

  test('tells of an addition the template line that wrote it, and of a change what was there', () => {
    const token = anatomy.parts.find(({ id }) => id === 'volume/istio-token');
    expect(textsOf(drawn, 'volume/istio-token')).toContain(`template:${token?.template?.line}`);
    const probe = textsOf(drawn, 'container/payments/probe/readiness');
    expect(probe).toContain('httpGet /app-health/payments/readyz :15020');
    expect(probe).toContain('was httpGet /healthz :8080');
  });

  test('of a workload that got no sidecar it says that nothing was done', () => {
    const none = workloadOf(
      'test/cases/14-hostnetwork-daemonset.yaml',
      'test/fixtures/diagram/host-network.injected.yaml',
    );
    const said = textsOf(buildScene(stage(none, { scene: 'injection' })), 'card/tally');
    expect(said).toContain('+ nothing added ~ nothing changed − nothing removed');
  });
});

describe('the scene of volumes and identity', () => {
  const drawn = (anatomy = payments('sidecar')) =>
    buildScene(stage(anatomy, { variant: 'sidecar', scene: 'volumes', ...ROOMY }));

  test('shows every volume with its source, and every mount with its path under its container', () => {
    const anatomy = payments('sidecar');
    const scene = drawn(anatomy);
    for (const part of anatomy.parts) {
      if (part.kind === 'volume') expect(scene.boxes.some(({ id }) => id === part.id)).toBe(true);
      if (part.kind === 'mount') expect(textsOf(scene, part.id)).toContain(part.value);
    }
    expect(textsOf(scene, 'volume/istiod-ca-cert')).toContain('configMap istio-ca-root-cert');
  });

  test('a mount that may only be read says so, and each container has mounts of its own', () => {
    const pod = `apiVersion: v1
kind: Pod
metadata: {name: two}
spec:
  containers:
  - {name: a, image: b, volumeMounts: [{name: data, mountPath: /in, readOnly: true}]}
  - {name: c, image: b, volumeMounts: [{name: data, mountPath: /out, subPath: x}]}
  volumes: [{name: data, persistentVolumeClaim: {claimName: shared}}]
`;
    const read = readAnatomy({
      original: null,
      injected: { name: 'two.yaml', text: pod },
      injectConfig: null,
      meshConfig: null,
      values: null,
    });
    const scene = drawn(read.workload(0, { variant: 'lab', start: {} }));
    expect(textsOf(scene, 'container/a/mount/data')).toBe('data read-only /in');
    expect(textsOf(scene, 'container/c/mount/data')).toBe('data subPath x /out');
    expect(textsOf(scene, 'volume/data')).toBe('data persistentVolumeClaim shared');
    expect(scene.lines.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([
      'volume/data container/a',
      'volume/data container/c',
    ]);
  });

  test('the chain goes from account over token and pilot-agent to a certificate that is not there', () => {
    const scene = drawn();
    expect(textsOf(scene, 'volume/istio-token/source/0')).toMatch(/audience istio-ca.*expires after 43200 s/);
    const certificate = scene.boxes.find(({ id }) => id === IDENTITY_CARDS.certificate);
    expect(certificate?.state).toBe('missing');
    expect(textsOf(scene, IDENTITY_CARDS.certificate)).toContain('expected, not seen');
    expect(textsOf(scene, IDENTITY_CARDS.certificate).replaceAll(' ', '')).toContain(
      'spiffe://cluster.local/ns/default/sa/payments',
    );
    const steps = scene.lines.filter(({ rule }) => rule === 'leads-to').map(({ to }) => to);
    expect(steps).toEqual([IDENTITY_CARDS.token, IDENTITY_CARDS.agent, IDENTITY_CARDS.certificate]);
  });

  test('without a token or a root certificate it says so, in the place where they would stand', () => {
    const anatomy = payments('sidecar');
    const gone = (name: string) => ({
      ...anatomy,
      parts: anatomy.parts.filter(({ id }) => !id.includes(name)),
    });
    expect(textsOf(drawn(gone('istio-token')), IDENTITY_CARDS.token)).toContain('mounts none');
    expect(textsOf(drawn(gone('istiod-ca-cert')), IDENTITY_CARDS.agent)).toContain(
      'no root certificate is mounted',
    );
  });
});

describe('the scene of ports', () => {
  test('from each caller a line leads to its port, and what iptables cannot tell is said', () => {
    const scene = buildScene(stage(payments('sidecar'), { variant: 'sidecar', scene: 'ports', ...ROOMY }));
    const lines = scene.lines.map(
      ({ rule, from, to }) => `${rule} ${from.split('/').slice(-2).join('/')} ${to}`,
    );
    expect(lines).toEqual([
      'captures arg/2 port/15001/TCP',
      'captures arg/4 port/15006/TCP',
      'probes probe/readiness port/15020/TCP',
      'probes probe/startup port/15021/TCP',
      'probes probe/readiness port/15021/TCP',
      'passes-on env/ISTIO_KUBE_APP_PROBERS port/8080/TCP',
      'scrapes annotation/prometheus.io~1port port/15020/TCP',
    ]);
    expect(textsOf(scene, 'port/15000/TCP')).toBe('15000 this pod only admin · proxyAdminPort');
    const anatomy = payments();
    const parts = anatomy.parts.filter(({ id }) => !id.startsWith('container/istio-init'));
    const cni = buildScene(stage({ ...anatomy, parts }, { scene: 'ports' }));
    expect(textsOf(cni, 'note/iptables')).toContain('cannot be read here');
  });

  test('a port that two programs claim is a fault that names both', () => {
    const anatomy = payments('sidecar');
    const parts = anatomy.parts.map((part) =>
      part.id === 'container/payments/port/http' ? { ...part, value: '15000/TCP' } : part,
    );
    const scene = buildScene(stage({ ...anatomy, parts }, { variant: 'sidecar', scene: 'ports' }));
    const box = scene.boxes.find(({ id }) => id === 'port/15000/TCP');
    expect([box?.state, box?.tone]).toEqual(['broken', 'bad']);
    expect(textsOf(scene, 'port/15000/TCP')).toContain('two want it: payments, Envoy');
  });

  test('without a sidecar the ports stand beside who comes to them', () => {
    const none = workloadOf(
      'test/cases/14-hostnetwork-daemonset.yaml',
      'test/fixtures/diagram/host-network.injected.yaml',
    );
    const scene = buildScene(stage(none, { scene: 'ports' }));
    expect(textsOf(scene, 'note/ports')).toBe('no port is named here');
    const before = buildScene(stage(payments(), { scene: 'ports', view: 'original' }));
    expect(textsOf(before, 'port/8080/TCP')).toBe('8080 at the pod’s address containerPort http of payments');
    expect(textsOf(before, 'container/payments/probe/readiness')).toBe('readiness of payments :8080');
    expect(before.boxes.some(({ id }) => id.includes('15020'))).toBe(false);
  });
});

describe('the scene of what Envoy says', () => {
  const REPORT: SceneReport = {
    steps: [
      { id: 'accepted', state: 'passed', evidence: 'took it' },
      { id: 'istiod', state: 'waiting', evidence: 'control_plane.connected_state 0' },
      { id: 'identity', state: 'not-reached', evidence: '' },
    ],
    counts: { staticClusters: 1, dynamicClusters: 0, warmingClusters: 0, listeners: 0 },
    node: { same: ['node/cluster'], different: ['node/id'], missing: [], extra: ['MORE'] },
    dumpProblem: null,
    pid: 77,
    version: '1.40.0',
    recorded: false,
  };
  const at = (live: SceneLive) => buildScene(stage(payments(), { scene: 'live', live }));

  test('before a run it says what to press', () => {
    const scene = at(NOT_STARTED);
    expect(textsOf(scene, 'card/envoy')).toContain('Press Run');
    expect(scene.boxes.find(({ id }) => id === 'card/envoy')?.title).toContain('not started');
    expect(scene.boxes.filter(({ id }) => id.startsWith('ladder/'))).toEqual([]);
  });

  test('each step has its evidence, and the one where it is stuck says so', () => {
    const scene = at({ rung: 'no-istiod', evidence: '503', admin: '127.0.0.1:9982', report: REPORT });
    const said = (id: string) => textsOf(scene, id).replaceAll(' ', '');
    expect(said('card/envoy')).toContain('pid77·admin127.0.0.1:9982·version1.40.0');
    expect(said('ladder/istiod')).toContain('control_plane.connected_state0');
    expect(scene.boxes.find(({ id }) => id === 'ladder/istiod')?.tone).toBe('waiting');
    expect(scene.lines.filter(({ rule }) => rule === 'leads-to')).toHaveLength(2);
  });

  test('the node that it says is compared with the one that is drawn, field by field', () => {
    const scene = at({ rung: 'no-istiod', evidence: '503', report: REPORT });
    expect(textsOf(scene, 'node/id')).toContain('says another');
    expect(textsOf(scene, 'node/cluster')).toContain('as drawn');
    expect(textsOf(scene, 'note/node/extra')).toBe('1 more that are not drawn');
    expect(textsOf(scene, 'count/static')).toBe('static clusters 1');
    const unread = at({
      rung: 'no-istiod',
      evidence: '503',
      report: { ...REPORT, node: null, counts: null },
    });
    expect(textsOf(unread, 'note/node/compared')).toContain('nothing to compare');
  });

  test('what was recorded says that it is of another time', () => {
    const scene = at({
      rung: 'no-istiod',
      evidence: '503',
      report: { ...REPORT, pid: null, recorded: true },
    });
    expect(textsOf(scene, 'card/envoy')).toContain('recorded: seen in a run of another time');
  });
});
