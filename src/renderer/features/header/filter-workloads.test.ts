import { expect, test } from 'vitest';
import type { WorkloadSummary } from '../../../contract/types.ts';
import { filterWorkloads } from './filter-workloads.ts';

const workload = (name: string, kind = 'Deployment', namespace = 'default'): WorkloadSummary => ({
  name,
  kind,
  namespace,
  injected: true,
  sidecar: 'classic',
  containers: [],
  initContainers: [],
});
const shop = [
  workload('cart'),
  workload('cart-db', 'StatefulSet'),
  workload('payments', 'Deployment', 'bank'),
];

test('an empty query finds every workload in the order of the input', () => {
  expect(filterWorkloads(shop, '  ').map((found) => found.index)).toEqual([0, 1, 2]);
});

test('every word of the query has to be in name, kind or namespace', () => {
  expect(filterWorkloads(shop, 'CART stateful').map((found) => found.workload.name)).toEqual(['cart-db']);
  expect(filterWorkloads(shop, 'bank').map((found) => found.index)).toEqual([2]);
  expect(filterWorkloads(shop, 'cart bank')).toEqual([]);
});

test('a thousand workloads are searched without losing their indexes', () => {
  const many = Array.from({ length: 1000 }, (_, index) => workload(`w-${index}`));
  expect(filterWorkloads(many, 'w-999').map((found) => found.index)).toEqual([999]);
});
