import { describe, expect, it } from 'vitest';
import { readAnatomy } from './anatomy.ts';
import type { Part } from './model.ts';

const POD = `
      volumes:
        - name: data
          emptyDir: {}
        - name: scratch
          ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast, resources: {requests: {storage: 2Gi}}}}}
        - {name: share, nfs: {server: 10.1.1.1, path: /exports}}
        - {name: model, image: {reference: "quay.io/x/models:1"}}
        - {name: disk, fc: {lun: 1}}
      containers:
        - name: postgres
          image: postgres:16
          stdin: true
          ports: [{containerPort: 5432, hostPort: 15432}]
          env: [{name: F, valueFrom: {fileKeyRef: {volumeName: data, path: x.env, key: K}}}]
          volumeMounts:
            - {name: data, mountPath: /var/lib/postgresql/data, recursiveReadOnly: Enabled}
            - {name: nowhere, mountPath: /nowhere}
          volumeDevices: [{name: raw, devicePath: /dev/xvda}]
      ephemeralContainers:
        - {name: debug, image: busybox, volumeMounts: [{name: data, mountPath: /d}]}
      tolerations: [{operator: Exists}]`;
const TEMPLATES = `
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {storageClassName: standard, resources: {requests: {storage: 1Gi}}}
    - metadata: {name: raw}
      spec: {volumeMode: Block, resources: {requests: {storage: 5Gi}}}
`;
const text = (kind: string) =>
  `kind: ${kind}\nmetadata: {name: db}\nspec:\n  template:\n    spec:${POD}${TEMPLATES}`;

function anatomyOf(kind = 'StatefulSet') {
  const given = { injectConfig: null, meshConfig: null, values: null };
  const anatomy = readAnatomy({
    original: { name: 'db.yaml', text: text(kind) },
    injected: { name: 'injected.yaml', text: text(kind) },
    ...given,
  });
  const { parts, links } = anatomy.workload(0, { variant: 'lab', start: {} });
  const part = (id: string): Part => {
    const found = parts.find((candidate) => candidate.id === id);
    if (found === undefined) throw new Error(`no part ${id}`);
    return found;
  };
  const mounts = links.filter(({ rule }) => rule === 'mount').map(({ from, to }) => `${from} ${to}`);
  return { part, mounts, links, notes: anatomy.notes, details: (id: string) => part(id).detail };
}

describe('volumes and mounts', () => {
  it('makes every claim template of a StatefulSet a volume, at its own lines, with its mounts', () => {
    const { part, mounts, links } = anatomyOf();
    const lines = text('StatefulSet').split('\n');
    const source = part('volume/data').original;
    expect(lines[(source?.line ?? 0) - 1]).toBe('    - metadata: {name: data}');
    expect(part('volume/data')).toMatchObject({
      detail: 'volumeClaimTemplate · 1Gi · standard',
      change: 'kept',
      original: { file: 'db.yaml' },
    });
    expect(part('volume/raw').detail).toBe('volumeClaimTemplate · 5Gi · block device');
    expect(mounts).toEqual(
      expect.arrayContaining([
        'volume/data container/postgres/mount/data',
        'volume/raw container/postgres/device/raw',
        'volume/data container/debug/mount/data',
      ]),
    );
    expect(part('container/postgres/device/raw')).toMatchObject({
      value: '/dev/xvda',
      detail: 'block device',
    });
    expect(part('volume/data/source/0').detail).toMatch(/^a claim for each pod: data-db-0, data-db-1/);
    expect(links).toContainEqual({
      from: 'volume/data/source/0',
      to: 'volume/data',
      rule: 'volume-source',
    });
  });

  it("says of the pod's own volume that a claim template of its name stands in its place", () => {
    const { part, mounts } = anatomyOf();
    expect(part('volume/data#2').detail).toBe('emptyDir · not used: the claim template of this name is');
    expect(mounts.some((link) => link.startsWith('volume/data#2'))).toBe(false);
  });

  it('takes claim templates for volumes in a StatefulSet only', () => {
    const { part, details } = anatomyOf('Deployment');
    expect(part('volume/data').detail).toBe('emptyDir');
    expect(details('volume/raw')).toMatch(/^missing/);
  });

  it('draws what is mounted though no volume bears the name, and says so', () => {
    const { part, mounts, notes } = anatomyOf();
    expect(part('volume/nowhere')).toMatchObject({
      detail: 'missing · the pod has no volume of this name: the API server refuses it',
      source: part('container/postgres/mount/nowhere').source,
    });
    expect(mounts).toContain('volume/nowhere container/postgres/mount/nowhere');
    expect(notes.filter(({ code }) => code === 'mount-without-volume').map(({ message }) => message)).toEqual(
      [
        'db.yaml:22: Container postgres of StatefulSet db mounts a volume “nowhere” that its pod does not have: the API server refuses it; give the pod a volume of that name under spec.volumes.',
      ],
    );
  });

  it('says of every kind of volume what it reads', () => {
    const { details } = anatomyOf();
    expect(['scratch', 'share', 'model', 'disk'].map((name) => details(`volume/${name}`))).toEqual([
      'ephemeral claim · 2Gi · fast',
      'nfs 10.1.1.1:/exports',
      'image quay.io/x/models:1',
      'fc lun: 1',
    ]);
  });

  it('leaves out no key of a pod, a container, a port or a mount', () => {
    const { part, details, links } = anatomyOf();
    expect(part('pod/field/tolerations').value).toBe('[{operator: Exists}]');
    expect(part('container/postgres/field/stdin').value).toBe('true');
    expect(details('container/postgres/port/5432')).toBe('hostPort 15432');
    expect(details('container/postgres/mount/data')).toBe('recursiveReadOnly Enabled');
    expect(details('container/postgres/env/F')).toBe('fileKeyRef:data/x.env/K');
    expect(details('container/debug')).toMatch(/^ephemeral/);
    expect(links.some(({ rule }) => rule === 'starts-before')).toBe(false);
  });
});
