import { expect, test } from 'vitest';
import { LAB_WORKLOAD } from '../../../../test/helpers/lab-node.ts';
import type { SourceRange } from '../../../contract/types.ts';
import type { Part, WorkloadAnatomy } from '../../../domain/anatomy/model.ts';
import { type ChainFiles, chainSteps } from './chain-steps.ts';

const range = (file: string, line: number): SourceRange => ({
  file,
  line,
  column: 9,
  endLine: line,
  endColumn: 40,
});
const plain: Part = {
  id: 'container/istio-proxy/env/ISTIO_META_WORKLOAD_NAME',
  kind: 'env',
  label: 'ISTIO_META_WORKLOAD_NAME',
  value: 'payments',
  source: range('injected.yaml', 103),
  origin: 'injected',
  parent: 'container/istio-proxy',
  change: 'added',
};
const env: Part = { ...plain, template: range('inject-config.yaml', 335) };
const key: Part = {
  id: 'node/metadata/WORKLOAD_NAME',
  kind: 'node-metadata',
  label: 'WORKLOAD_NAME',
  value: 'payments',
  source: range('bootstrap.yaml', 12),
  origin: 'agent',
  parent: 'node',
  change: 'added',
};
const anatomy: WorkloadAnatomy = {
  ...LAB_WORKLOAD,
  parts: [env, key],
  links: [{ from: env.id, to: key.id, rule: 'prefix-cut' }],
};
const files: ChainFiles = {
  original: 'payments.yaml',
  injected: 'injected.yaml',
  mesh: 'mesh.yaml',
  bootstrap: 'bootstrap.yaml',
  template: 'inject-config.yaml',
};

test('the chain reads template, injected line, bootstrap field, from either end', () => {
  for (const id of [env.id, key.id])
    expect(chainSteps(anatomy, id, files, null).map((step) => step.station)).toEqual([
      'template',
      'injected',
      'bootstrap',
    ]);
});

test('of lines of the template that can each have written it, none is called the one', () => {
  const several = { ...plain, templateOneOf: [353, 356].map((line) => range('inject-config.yaml', line)) };
  const steps = chainSteps({ ...anatomy, parts: [several, key] }, key.id, files, null);
  expect(steps.map(({ station, place, text }) => [station, place, text])).toEqual([
    ['template', '353:9', 'one of 2 places: ISTIO_META_WORKLOAD_NAME'],
    ['template', '356:9', 'one of 2 places: ISTIO_META_WORKLOAD_NAME'],
    ['injected', '103:9', 'ISTIO_META_WORKLOAD_NAME: payments'],
    ['bootstrap', '12:9', 'WORKLOAD_NAME: payments'],
  ]);
});

test('the rule stands where the value changes hands', () => {
  const steps = chainSteps(anatomy, key.id, files, null);
  expect(steps.map((step) => step.rule)).toEqual([null, 'prefix-cut', null]);
});

test('a step of the config_dump is there only when the running Envoy holds the value', () => {
  const node = '{"id":"sidecar~1","metadata":{"WORKLOAD_NAME":"payments"}}';
  expect(chainSteps(anatomy, key.id, files, node).at(-1)).toMatchObject({
    station: 'config-dump',
    place: 'configs[0].bootstrap.node.metadata.WORKLOAD_NAME',
    text: 'payments',
  });
  expect(chainSteps(anatomy, key.id, files, '{"metadata":{}}').at(-1)?.station).toBe('bootstrap');
});

test('a metadata key called __proto__ is not found in every object', () => {
  const odd = { ...key, label: '__proto__' };
  const steps = chainSteps({ ...anatomy, parts: [odd], links: [] }, odd.id, files, '{"metadata":{}}');
  expect(steps.map((step) => step.station)).toEqual(['bootstrap']);
});

test('a changed part starts at the user’s own line with the value of before', () => {
  const probe: Part = {
    ...plain,
    id: 'container/payments/probe/readiness',
    kind: 'probe',
    label: 'readinessProbe',
    value: '/app-health/payments/readyz',
    before: '/healthz',
    change: 'changed',
    origin: 'changed',
    original: range('payments.yaml', 27),
  };
  const steps = chainSteps({ ...anatomy, parts: [probe], links: [] }, probe.id, files, null);
  expect(steps.map((step) => [step.station, step.text])).toEqual([
    ['original', 'readinessProbe: /healthz'],
    ['injected', 'readinessProbe: /app-health/payments/readyz'],
  ]);
});

test('a part that no text holds says so instead of pointing somewhere', () => {
  const target: Part = {
    ...key,
    id: 'xds',
    kind: 'xds-target',
    label: 'istiod',
    source: null,
    detail: 'not on this bench',
  };
  const steps = chainSteps({ ...anatomy, parts: [target], links: [] }, 'xds', files, null);
  expect(steps).toMatchObject([{ station: 'no-text', text: 'not on this bench', range: null }]);
});
