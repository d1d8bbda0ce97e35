import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../src/contract/failure.ts';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { WorkloadAnatomy } from '../../src/domain/anatomy/model.ts';
import { anatomyAsIs, noteOf, partOf, workloadOf } from './anatomy.ts';
import { inject, injectCase, payments } from './injecting.ts';

const VARIANTS = ['lab', 'sidecar', 'typo'] as const;

describe('an input that was injected before', () => {
  it('tells of an already injected pod what it tells itself, and says what it cannot', () => {
    const anatomy = anatomyAsIs('19-already-injected-older-proxy.yaml');
    const workload = workloadOf(anatomy);
    expect(partOf(workload, 'container/istio-proxy')).toMatchObject({ origin: 'injected', change: 'added' });
    expect(partOf(workload, 'container/cart')).toMatchObject({ origin: 'user', change: 'kept' });
    expect(partOf(workload, 'volume/istio-token')).toMatchObject({ origin: 'injected' });
    expect(partOf(workload, 'label/security.istio.io~1tlsMode')).toMatchObject({
      origin: 'injected',
      detail: expect.stringMatching(/^as the injector writes it; .* cannot be told/),
    });
    expect(partOf(workload, 'label/app')).toMatchObject({
      origin: 'user',
      detail: expect.stringContaining('cannot be told'),
    });
    expect(noteOf(anatomy, 'no-original').severity).toBe('info');
  });

  it('finds in an already injected pod what its probes were before', async () => {
    const { injected } = await inject('payments.yaml', payments());
    const anatomy = readAnatomy({
      original: null,
      injected,
      injectConfig: null,
      meshConfig: null,
      values: null,
    });
    expect(partOf(workloadOf(anatomy), 'container/payments/probe/readiness')).toMatchObject({
      origin: 'changed',
      change: 'changed',
      before: 'httpGet /healthz :8080',
    });
  });
});

describe('every anatomy', () => {
  it('keeps its promises for every case that istioctl takes', async () => {
    const names = readdirSync(new URL('../cases', import.meta.url)).filter((name) => name.endsWith('.yaml'));
    let workloads = 0;
    for (const name of names) {
      const result = await injectCase(name).catch((error) => {
        if (error instanceof FailureError) return null;
        throw error;
      });
      if (result === null) continue;
      for (const input of [result, { ...result, original: null }]) {
        const anatomy = readAnatomy(input);
        for (const index of anatomy.summaries.keys())
          for (const variant of input.original === null ? VARIANTS.slice(0, 1) : VARIANTS) {
            const workload = workloadOf(anatomy, variant, index);
            expect(brokenPromises(workload), `${name} ${variant}`).toEqual([]);
            workloads += 1;
          }
      }
    }
    expect(workloads).toBeGreaterThan(150);
  });
});

/** What every anatomy promises: ids once, ends and parents that are there, a place or a reason, every end accounted for. */
function brokenPromises({ parts, links }: WorkloadAnatomy): readonly string[] {
  const ids = new Set(parts.map(({ id }) => id));
  const ends = new Set(links.flatMap(({ from, to }) => [from, to]));
  const accountable = new Set(['env', 'arg', 'mount', 'label', 'annotation', 'static-cluster']);
  return [
    ...(ids.size === parts.length ? [] : ['an id twice']),
    ...[...ends].filter((id) => !ids.has(id)).map((id) => `no part ${id}`),
    ...parts.flatMap(({ id, kind, parent, source, detail, change, before }) => [
      ...(parent === null || ids.has(parent) ? [] : [`no parent of ${id}`]),
      ...(source !== null || detail !== undefined ? [] : [`no place and no reason of ${id}`]),
      ...(accountable.has(kind) && !ends.has(id) && change !== 'removed' ? [`no link of ${id}`] : []),
      ...(change === 'removed' && before === undefined ? [`nothing before ${id}`] : []),
    ]),
  ];
}
