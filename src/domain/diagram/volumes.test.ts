import { describe, expect, test } from 'vitest';
import { stage, workloadOf } from '../../../test/helpers/drawings.ts';
import { segments } from '../../../test/helpers/geometry.ts';
import { readAnatomy } from '../anatomy/anatomy.ts';
import { buildScene } from './build-scene.ts';
import { chain } from './chain.ts';
import type { Scene } from './scene.ts';

const TEXT = `kind: StatefulSet
metadata: {name: db}
spec:
  template:
    spec:
      containers:
        - name: postgres
          image: postgres:16
          volumeMounts:
            - {name: data, mountPath: /data}
            - {name: data, mountPath: /again}
            - {name: nowhere, mountPath: /nowhere}
      ephemeralContainers: [{name: debug, image: busybox}]
  volumeClaimTemplates: [{metadata: {name: data}, spec: {resources: {requests: {storage: 1Gi}}}}]
`;

const textsOf = (scene: Scene, id: string): readonly string[] =>
  scene.boxes.find((box) => box.id === id)?.texts.map(({ text }) => text.trim()) ?? [];

test('the pod shows claim templates with their mounts, what is mounted from nowhere, and who comes later', () => {
  const anatomy = readAnatomy({
    original: null,
    injected: { name: 'db.yaml', text: TEXT },
    injectConfig: null,
    meshConfig: null,
    values: null,
  }).workload(0, { variant: 'lab', start: {} });
  const scene = buildScene(stage(anatomy, { scene: 'pod' }));
  const textOf = (id: string) => textsOf(scene, id);
  expect(textOf('volume/data')).toEqual(['data', 'claim template · 1Gi', '/data, /again']);
  expect(textOf('volume/nowhere')).toEqual(['nowhere', 'there is no such volume', '/nowhere']);
  expect(scene.boxes.find(({ id }) => id === 'volume/nowhere')?.state).toBe('broken');
  expect(textOf('group/volumes/user')).toEqual(['volumes · yours', '1']);
  const lines = scene.lines.filter(({ rule }) => rule === 'mount').map(({ from, state }) => [from, state]);
  expect(lines).toEqual([
    ['volume/data', 'normal'],
    ['volume/nowhere', 'broken'],
  ]);
  // It leads nowhere: before the lane of the others it ends.
  const lost = scene.lines.find(({ from }) => from === 'volume/nowhere');
  expect(segments(lost?.d ?? '').every(({ y1, y2 }) => Math.abs(y1 - y2) <= 12)).toBe(true);
  expect(textOf('phase/2').join(' ')).toMatch(/^2 · put into/);
  expect(scene.boxes.some(({ id }) => id === 'container/debug')).toBe(true);
});

/** Eight containers that all mount the claim `shared-claim`, and each its own path of a ConfigMap. */
const containers = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (one) =>
    `{name: svc${one}, image: acme/svc, volumeMounts: [{name: shared, mountPath: /shared}, {name: conf, mountPath: /etc/conf${one}}]}`,
);
const claims = (claim: string) => `kind: Pod
metadata: {name: big}
spec:
  containers: [${containers.join(', ')}]
  volumes:
    - {name: shared, persistentVolumeClaim: {claimName: ${claim}}}
    - {name: conf, configMap: {name: conf-map}}
`;

describe('a volume that many containers mount', () => {
  const read = (text: string) =>
    readAnatomy({
      original: null,
      injected: { name: 'big.yaml', text },
      injectConfig: null,
      meshConfig: null,
      values: null,
    }).workload(0, { variant: 'lab', start: {} });
  const anatomy = read(claims('shared-claim'));

  test('says in how many, because lines would only tangle', () => {
    const scene = buildScene(stage(anatomy, { scene: 'pod' }));
    expect(scene.lines.filter(({ from }) => from === 'volume/shared')).toEqual([]);
    expect(textsOf(scene, 'volume/shared')).toContain('/shared in 8 containers');
  });

  test('leads to each of them as soon as it is chosen, and from each of them', () => {
    const lit = (id: string) =>
      buildScene(stage(anatomy, { scene: 'pod', lit: chain(anatomy, id), selected: id }));
    const mounts = (id: string) =>
      lit(id)
        .lines.filter(({ rule, state }) => rule === 'mount' && state === 'lit')
        .map(({ from, to }) => `${from} ${to}`);
    expect(mounts('volume/shared')).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((one) => `volume/shared container/svc${one}`),
    );
    expect(mounts('container/svc3')).toEqual(['volume/shared container/svc3', 'volume/conf container/svc3']);
  });

  test('of a claim the name is shown, cut where it is long', () => {
    for (const width of [640, 1028, 1280]) {
      const said = (claim: string) =>
        textsOf(buildScene(stage(read(claims(claim)), { scene: 'pod', width })), 'volume/shared')[1];
      expect(said('data')).toMatch(/^(persistentVolumeClaim|claim) data$/);
      expect(said(`a-${'very-'.repeat(20)}long-claim`)).toMatch(/^claim a.*….*claim$/);
    }
  });

  test('of volumes that one container each mounts the words tell the containers apart, however long their names', () => {
    const many = workloadOf('test/fixtures/diagram/many.yaml', 'test/fixtures/diagram/many.injected.yaml');
    for (const width of [1028, 1280]) {
      const scene = buildScene(stage(many, { scene: 'pod', width }));
      const told = [0, 1, 2].map((one) => textsOf(scene, `volume/settings-${one}`).at(-1));
      expect(told).toEqual([0, 1, 2].map((one) => expect.stringMatching(`^worker-${one}-.*etc/settings$`)));
    }
  });
});
