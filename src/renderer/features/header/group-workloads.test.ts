import { expect, test } from 'vitest';
import type { WorkloadSummary } from '../../../contract/types.ts';
import { groupByNamespace } from './group-workloads.ts';

const workload = (name: string, namespace: string): WorkloadSummary => ({
  kind: 'Deployment',
  name,
  namespace,
  injected: true,
  sidecar: 'classic',
  containers: [],
  initContainers: [],
});

test('namespaces and their workloads come in the order of the input, each with its place in that', () => {
  const groups = groupByNamespace([workload('a', 'shop'), workload('b', '__proto__'), workload('c', 'shop')]);
  expect(groups.map(({ namespace, members }) => [namespace, members.map(({ index }) => index)])).toEqual([
    ['shop', [0, 2]],
    ['__proto__', [1]],
  ]);
});
