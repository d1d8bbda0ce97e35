import { expect, test } from 'vitest';
import { payments, workloadOf } from '../../../test/helpers/drawings.ts';
import { expectedIdentity } from './identity.ts';
import type { WorkloadAnatomy } from './model.ts';

const of = (anatomy: WorkloadAnatomy) => expectedIdentity(anatomy.parts, anatomy.namespace);
const without = (anatomy: WorkloadAnatomy, id: string): WorkloadAnatomy => ({
  ...anatomy,
  parts: anatomy.parts.filter((part) => part.id !== id),
});

test('the name in a certificate is made of the trust domain, the namespace and the service account that were read', () => {
  const { uri, unknown, from } = of(payments('sidecar'));
  expect(uri).toBe('spiffe://cluster.local/ns/default/sa/payments');
  expect(unknown).toEqual([]);
  expect(from).toEqual([
    'container/istio-proxy/env/TRUST_DOMAIN',
    'workload',
    'pod/field/serviceAccountName',
  ]);
});

test('no name is made where one of its fields was not read, and each of those is named', () => {
  const noAccount = of(without(payments(), 'pod/field/serviceAccountName'));
  expect([noAccount.uri, noAccount.unknown]).toEqual([null, ['service account: none is written']]);
  const noDomain = of(without(payments(), 'container/istio-proxy/env/TRUST_DOMAIN'));
  expect(noDomain.uri).toBeNull();
  expect(noDomain.unknown.join()).toContain('TRUST_DOMAIN');
});

test('a namespace that no text names is none to make a name of', () => {
  const anatomy = payments();
  const parts = anatomy.parts.map((part) =>
    part.id === 'workload' ? { ...part, detail: 'Deployment · no namespace written: default' } : part,
  );
  expect(expectedIdentity(parts, 'default').uri).toBeNull();
  expect(
    of(workloadOf('test/fixtures/diagram/many.yaml', 'test/fixtures/diagram/many.injected.yaml')).uri,
  ).toBeNull();
});
