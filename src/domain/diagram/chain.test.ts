import { describe, expect, test } from 'vitest';
import { payments } from '../../../test/helpers/drawings.ts';
import type { Link, Part } from '../anatomy/model.ts';
import { chain, chains } from './chain.ts';

const anatomy = payments('sidecar');
const env = (name: string): string => `container/istio-proxy/env/${name}`;

/** As many variables as 300 containers of 60 each have, each with the key that it becomes. */
function manyVariables() {
  const part = anatomy.parts.find(({ kind }) => kind === 'env') as Part;
  const parts: Part[] = [];
  const links: Link[] = [];
  for (let at = 0; at < 18_000; at++) {
    parts.push({ ...part, id: `env/${at}`, parent: null }, { ...part, id: `key/${at}`, parent: null });
    links.push({ from: `env/${at}`, to: `key/${at}`, rule: 'prefix-cut' });
  }
  return { ...anatomy, parts, links };
}

test('of 36,000 parts each has its own chain, and all of them are had before the time of a test is over', () => {
  const many = manyVariables();
  const chainOf = chains(many);
  for (const [at, { id }] of many.parts.entries())
    expect([...chainOf(id)].sort()).toEqual([`env/${at >> 1}`, `key/${at >> 1}`]);
});

describe('chain', () => {
  test('goes from a variable to the key it becomes and back again', () => {
    for (const start of [env('ISTIO_META_CLUSTER_ID'), 'node/metadata/CLUSTER_ID'])
      expect([...chain(anatomy, start)]).toEqual(
        expect.arrayContaining([
          env('ISTIO_META_CLUSTER_ID'),
          'node/metadata/CLUSTER_ID',
          'container/istio-proxy',
        ]),
      );
  });

  test('goes from the address of the CA to the CA, and from the token to it', () => {
    expect(chain(anatomy, env('CA_ADDR')).has('ca-target')).toBe(true);
    expect(chain(anatomy, 'volume/istio-token').has('ca-target')).toBe(true);
    // In the lab, too: the CA is asked by pilot-agent, whatever Envoy's bootstrap is.
    expect(chain(payments('lab'), 'volume/istio-token').has('ca-target')).toBe(true);
  });

  test('goes from the root certificate to whom it proves', () => {
    const lit = chain(anatomy, 'volume/istiod-ca-cert');
    expect([lit.has('ca-target'), lit.has('xds-target')]).toEqual([true, true]);
    expect(chain(payments('lab'), 'volume/istiod-ca-cert').has('xds-target')).toBe(false);
  });

  test('does not light containers that only start earlier or later', () => {
    for (const variant of ['lab', 'sidecar'] as const)
      expect([...chain(payments(variant), 'container/payments')]).toEqual(['container/payments']);
  });

  test('goes from ADS over the cluster and the socket to istiod', () => {
    expect([...chain(anatomy, 'bootstrap/ads')]).toEqual(
      expect.arrayContaining(['bootstrap/cluster/xds-grpc', 'agent-socket', 'xds-target']),
    );
  });

  test('the node id takes its four fields and what they come from along', () => {
    expect([...chain(anatomy, 'node/id')]).toEqual(
      expect.arrayContaining([
        'node/id/ip',
        env('INSTANCE_IP'),
        env('POD_NAME'),
        'container/istio-proxy/arg/1',
      ]),
    );
  });

  test('does not light what else came of the same source', () => {
    const lit = chain(anatomy, 'node/metadata/CLUSTER_ID');
    expect(lit.has('node/metadata/MESH_ID')).toBe(false);
    // The template wrote most of the pod: its chain is that long.
    for (const part of anatomy.parts.filter(({ id }) => !id.startsWith('template/')))
      expect(chain(anatomy, part.id).size).toBeLessThan(anatomy.parts.length / 2);
  });

  test('is empty for a part that is not there', () => {
    expect(chain(anatomy, 'container/nobody').size).toBe(0);
  });
});
