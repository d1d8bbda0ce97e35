import { expect, test } from 'vitest';
import { stage } from '../../../test/helpers/drawings.ts';
import { readAnatomy } from '../anatomy/anatomy.ts';
import { buildScene } from './build-scene.ts';

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

test('the pod shows claim templates with their mounts, what is mounted from nowhere, and who comes later', () => {
  const anatomy = readAnatomy({
    original: null,
    injected: { name: 'db.yaml', text: TEXT },
    injectConfig: null,
    meshConfig: null,
    values: null,
  }).workload(0, { variant: 'lab', start: {} });
  const scene = buildScene(stage(anatomy, { scene: 'pod' }));
  const textOf = (id: string) =>
    scene.boxes.find((box) => box.id === id)?.texts.map(({ text }) => text.trim()) ?? [];
  expect(textOf('volume/data')).toEqual(['data', 'claim template · 1Gi', '/data, /again']);
  expect(textOf('volume/nowhere')).toEqual(['nowhere', 'there is no such volume', '/nowhere']);
  expect(scene.boxes.find(({ id }) => id === 'volume/nowhere')?.state).toBe('broken');
  expect(textOf('phase/2').join(' ')).toMatch(/^2 · put into/);
  expect(scene.boxes.some(({ id }) => id === 'container/debug')).toBe(true);
});
