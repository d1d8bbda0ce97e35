import { describe, expect, test } from 'vitest';
import { payments } from '../../../test/helpers/drawings.ts';
import { chain } from './chain.ts';

const anatomy = payments('sidecar');
const env = (name: string): string => `container/istio-proxy/env/${name}`;

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
