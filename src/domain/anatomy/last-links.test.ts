import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnatomyInput, readAnatomy } from './anatomy.ts';
import type { BootstrapVariant } from './model.ts';

const read = (path: string) => ({
  name: path,
  text: readFileSync(new URL(`../../../test/${path}`, import.meta.url), 'utf8'),
});
const injectedOnly = (path: string): AnatomyInput => ({
  original: null,
  injected: read(path),
  injectConfig: null,
  meshConfig: null,
  values: null,
});
const draw = (path: string, variant: BootstrapVariant = 'lab') =>
  readAnatomy(injectedOnly(path)).workload(0, { variant, start: {} });

describe('lastLinks', () => {
  const { links } = draw('fixtures/payments/injected.yaml');
  const rules = (id: string) => links.filter(({ from }) => from === id).map(({ rule }) => rule);

  it('leaves the arguments of the app and of istio-init to their own programs', () => {
    expect(rules('container/payments/arg/0')).toEqual(['read-by-program']);
    expect(rules('container/istio-init/arg/0')).toEqual(['read-by-program']);
  });

  it('tells what pilot-agent keeps for itself from what a program of the user reads', () => {
    expect(rules('container/istio-proxy/env/TRUST_DOMAIN')).toEqual(['stays-in-pilot-agent']);
  });
});

describe('metadata that only the lab writes', () => {
  const namespace = (variant: BootstrapVariant) =>
    draw('cases/63-ca-and-discovery-disagree.yaml', variant).parts.find(
      ({ id }) => id === 'node/metadata/NAMESPACE',
    );

  it('is a part of its own where no variable gives it to a real sidecar', () => {
    expect(namespace('lab')).toMatchObject({ value: 'shop', origin: 'lab', parent: 'bootstrap' });
    expect(namespace('lab')?.source?.line).toBeGreaterThan(0);
    expect(namespace('sidecar')).toBeUndefined();
  });

  it('marks every key that the lab leaves out, and none in a sidecar', () => {
    const absent = (variant: BootstrapVariant) =>
      draw('fixtures/payments/injected.yaml', variant)
        .parts.filter((part) => part.kind === 'node-metadata' && part.absent)
        .map(({ label }) => label);
    expect(absent('lab')).toContain('PROXY_CONFIG');
    expect(absent('lab')).not.toContain('CLUSTER_ID');
    expect(absent('sidecar').filter((label) => label === 'PROXY_CONFIG')).toEqual([]);
  });
});
