import { describe, expect, it } from 'vitest';
import { payments } from '../../../test/helpers/drawings.ts';
import type { Part, WorkloadSummary } from '../anatomy/model.ts';
import { searchIndex } from './search-parts.ts';

const index = searchIndex(payments('sidecar'));
const idsOf = (query: string, most = 10): readonly string[] =>
  index.find(query, most).parts.map(({ part }) => part.id);

function part(id: string, over: Partial<Part> = {}): Part {
  return {
    id,
    kind: 'label',
    label: id,
    value: null,
    source: null,
    origin: 'user',
    parent: null,
    change: 'kept',
    ...over,
  };
}

const summary = (name: string): WorkloadSummary => ({
  kind: 'Deployment',
  name,
  namespace: 'shop',
  injected: true,
  sidecar: 'classic',
  containers: ['app'],
  initContainers: [],
});

describe('searchIndex', () => {
  it('finds a part by its name, the name itself before what only begins with it', () => {
    expect(idsOf('POD_NAME')[0]).toBe('container/istio-proxy/env/POD_NAME');
    expect(idsOf('pod_name')[1]).toBe('container/istio-proxy/env/POD_NAMESPACE');
  });

  it('finds a part by its value, by a piece of it, by its kind and by its id', () => {
    expect(idsOf('warning')).toContain('container/istio-proxy/arg/4');
    expect(idsOf('15012', 30)).toContain('container/istio-proxy/env/CA_ADDR');
    expect(idsOf('static cluster')).toContain('bootstrap/cluster/xds-grpc');
    expect(idsOf('bootstrap/cluster/agent')[0]).toBe('bootstrap/cluster/agent');
  });

  it('wants every word, in whatever field, and holds what has them in one piece to be nearer', () => {
    expect(idsOf('env istio-proxy mesh_id')).toEqual(['container/istio-proxy/env/ISTIO_META_MESH_ID']);
    expect(idsOf('env istio-proxy nowhere-to-be-found')).toEqual([]);
    const words = searchIndex({ parts: [part('b a'), part('a b')] });
    expect(words.find('a b', 9).parts.map(({ part: { id } }) => id)).toEqual(['a b', 'b a']);
  });

  it('tells what a part stands in, without workload and pod, and ends where holders stand in a ring', () => {
    const [found] = index.find('CA_ADDR', 1).parts;
    expect(found?.within).toBe('istio-proxy');
    const ring = searchIndex({ parts: [part('a', { parent: 'b' }), part('b', { parent: 'a' })] });
    expect(ring.find('a', 9).partCount).toBe(2);
  });

  it('counts all hits and gives the nearest', () => {
    const found = index.find('istio', 3);
    expect(found.parts).toHaveLength(3);
    expect(found.partCount).toBeGreaterThan(20);
  });

  it('finds nothing for a query without a word', () => {
    expect(index.find('  ', 9)).toEqual({ parts: [], partCount: 0, workloads: [], workloadCount: 0 });
  });

  it('finds the workloads of the input by name, kind, namespace and containers', () => {
    const many = searchIndex({ parts: [] }, [summary('pay-out'), summary('out'), summary('pay')]);
    const names = (query: string) => many.find(query, 9).workloads.map(({ workload: { name } }) => name);
    expect(names('out')).toEqual(['out', 'pay-out']);
    expect(names('shop deployment pay')).toEqual(['pay-out', 'pay']);
    expect(many.find('app', 2)).toMatchObject({ workloadCount: 3, workloads: { length: 2 } });
  });

  it('searches names as people type them: capitals, Korean, signs of regular expressions', () => {
    const odd = searchIndex({ parts: [part('결제-서비스'), part('a.*b(')] });
    expect(odd.find('서비스', 9).partCount).toBe(1);
    expect(odd.find('.*B(', 9).partCount).toBe(1);
  });
});
