import { describe, expect, it } from 'vitest';
import { payments, workloadOf } from '../../../test/helpers/drawings.ts';
import type { WorkloadAnatomy } from './model.ts';
import { type ProvenanceChain, provenanceReader, TRACED, withProvenance } from './provenance.ts';

const sidecar = payments('sidecar');

function chainOf(anatomy: WorkloadAnatomy, id: string): ProvenanceChain {
  const part = anatomy.parts.find((one) => one.id === id);
  const chain = part === undefined ? null : provenanceReader(anatomy).chainOf(part);
  if (chain === null) throw new Error(`no chain of ${id}`);
  return chain;
}

/** `station file:line` of each step, the pointer where there is one. */
const way = (id: string, anatomy = sidecar): readonly string[] =>
  chainOf(anatomy, id).steps.map(({ station, places, pointer }) =>
    [station, ...places.map(({ file, line }) => `${file}:${line}`), pointer ?? ''].join(' ').trim(),
  );
const words = (id: string, anatomy = sidecar): readonly string[] =>
  chainOf(anatomy, id).steps.map((step) => step.words);

describe('provenanceReader', () => {
  it('tells of a variable its template line, its injected line, its rule and its place in the bootstrap', () => {
    expect(way('container/istio-proxy/env/ISTIO_META_WORKLOAD_NAME')).toEqual([
      'template inject-config.yaml:335',
      'injected injected.yaml:112',
      'rule',
      'bootstrap bootstrap.yaml:54 /node/metadata/WORKLOAD_NAME',
    ]);
  });

  it('names the setting that a template’s line names, and whether it holds just this value', () => {
    expect(words('container/istio-proxy/arg/4')[0]).toBe(
      'values global.proxy.logLevel, which holds just this',
    );
    expect(words('container/istio-proxy/env/CA_ADDR')[0]).toBe(
      'values global.istioNamespace, which the template names',
    );
    expect(words('label/service.istio.io~1canonical-name')[0]).toBe('label app, which holds just this');
  });

  it('says “one of” where two lines of the template could have written it', () => {
    const step = chainOf(sidecar, 'container/istio-proxy/env/ISTIO_META_MESH_ID').steps.find(
      ({ station }) => station === 'template',
    );
    expect(step?.words).toBe('one of 2 lines of the template');
    expect(step?.places).toHaveLength(2);
  });

  it('takes the one line of several that can be the text of an argument', () => {
    expect(way('container/istio-init/arg/16')).toContain('template inject-config.yaml:121');
  });

  it('says what the injector’s program writes by no line of a template', () => {
    expect(words('annotation/sidecar.istio.io~1status')[0]).toMatch(/^the injector’s program: its record/);
    expect(words('container/istio-proxy/env/ISTIO_KUBE_APP_PROBERS')[0]).toMatch(/^the injector’s program/);
  });

  it('leads what is the user’s from their line to the injected one', () => {
    expect(way('container/payments/arg/0').slice(0, 2)).toEqual([
      'user original.yaml:24',
      'injected injected.yaml:34',
    ]);
  });

  it('leads a mount to its volume, and a static cluster to its place in the bootstrap', () => {
    expect(words('container/istio-proxy/mount/istio-token')).toContain('mounted: volume istio-token');
    expect(way('bootstrap/cluster/xds-grpc')[1]).toMatch(/^bootstrap .* \/static_resources\/clusters\/3$/);
    expect(words('bootstrap/cluster/xds-grpc', payments())[0]).toBe('written by hand for the lab');
    expect(way('bootstrap/cluster/istiod-xds', payments('typo'))[1]).toContain('envoy_grpc/cluster_name');
  });

  it('says what is unknown without an original, in one sentence', () => {
    const alone = workloadOf(null, 'test/fixtures/payments/injected.yaml');
    expect(chainOf(alone, 'label/app').unknown).toBe('unknown: the original is not here to compare with');
    expect(chainOf(alone, 'container/istio-proxy/env/CA_ADDR').unknown).toBeNull();
  });

  it('says what is unknown of a line that no template here wrote', () => {
    const [part] = sidecar.parts.filter(({ id }) => id === 'container/istio-proxy/env/CA_ADDR');
    const { template: _, ...bare } = part ?? sidecar.parts[0] ?? expect.fail('no parts');
    const reader = provenanceReader({ parts: [bare], links: [] });
    expect(reader.chainOf(bare)?.unknown).toBe(
      'unknown: no line of an injection template that is open here names it; what becomes of it is in no rule that is known here',
    );
  });

  it('traces no other kinds, and gives every part of those kinds its chain', () => {
    for (const part of withProvenance(sidecar).parts)
      expect(part.provenance !== undefined, part.id).toBe(TRACED.has(part.kind));
  });
});
