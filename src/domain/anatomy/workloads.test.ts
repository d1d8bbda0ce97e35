import { describe, expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { findWorkloads, pairWorkloads } from './workloads.ts';

const find = (text: string) => findWorkloads(readYaml('w.yaml', text));

describe('findWorkloads', () => {
  it('finds the pod of every kind that kube-inject handles, whatever the API group', () => {
    const kinds = [
      'Deployment',
      'StatefulSet',
      'DaemonSet',
      'Job',
      'ReplicaSet',
      'ReplicationController',
      'DeploymentConfig',
    ];
    const text = kinds
      .map((kind) => `apiVersion: any/v1\nkind: ${kind}\nmetadata: {name: x}\n`)
      .join('---\n');
    expect(find(text).map(({ kind, pod }) => [kind, pod.join('.')])).toEqual(
      kinds.map((kind) => [kind, 'spec.template']),
    );
  });

  it('reads a CronJob as kube-inject does: its metadata is the job template’s, its pod lies deeper', () => {
    const [found] = find('kind: CronJob\nmetadata: {name: nightly, namespace: shop}\n');
    expect(found).toMatchObject({
      name: 'nightly',
      namespace: 'shop',
      pod: ['spec', 'jobTemplate', 'spec', 'template'],
      injectorMetadata: ['spec', 'jobTemplate', 'metadata'],
    });
  });

  it('goes into Lists and past everything else', () => {
    const text = `
kind: List
items:
- {kind: Service, metadata: {name: s}}
- {kind: Pod, metadata: {generateName: p-}}
- {kind: List, items: [{kind: Deployment, metadata: {name: d}}]}
---
kind: DeploymentList
items: [{kind: Deployment, metadata: {name: no}}]
---
kind: Rollout
`;
    expect(find(text).map(({ kind, name, path }) => [kind, name, path.join('.')])).toEqual([
      ['Pod', 'p-', 'items.1'],
      ['Deployment', 'd', 'items.2.items.0'],
    ]);
  });
});

describe('pairWorkloads', () => {
  const both = '{kind: Pod, metadata: {name: a}}\n---\n{kind: Pod, metadata: {name: b}}\n';

  it('pairs in order', () => {
    const pairs = pairWorkloads(find(both), find(both));
    expect(pairs.map(({ original }) => original?.name)).toEqual(['a', 'b']);
  });

  it('never pairs what does not fit', () => {
    const pairs = pairWorkloads(
      find(both),
      find('{kind: Pod, metadata: {name: b}}\n---\n{kind: Job, metadata: {name: a}}\n'),
    );
    expect(pairs.map(({ original }) => original?.name)).toEqual([undefined, 'b']);
  });
});
