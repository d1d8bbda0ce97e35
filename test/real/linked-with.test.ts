import { describe, expect, it } from 'vitest';
import { type ReadAnatomy, readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { BootstrapVariant, LinkRule } from '../../src/domain/anatomy/model.ts';
import { toldLinks } from '../../src/renderer/features/inspector/link-sides.ts';
import { anatomyOf, partOf, workloadOf } from './anatomy.ts';
import { inject, payments } from './injecting.ts';

const sample = async (native = false) => readAnatomy(await inject('payments.yaml', payments(), { native }));

/** What the inspector says under "Linked with" of a part: `starts after istio-init`. */
function told(anatomy: ReadAnatomy, id: string, variant: BootstrapVariant = 'lab'): readonly string[] {
  const workload = workloadOf(anatomy, variant);
  return toldLinks(workload, partOf(workload, id)).map(({ words, label }) => `${words} ${label}`);
}

describe('what a part is linked with is true as it is read from that part', () => {
  it('says of both ends of the start order which one is first', async () => {
    const classic = await sample();
    expect(told(classic, 'container/istio-init')).toContain('starts before payments');
    expect(told(classic, 'container/payments')).toContain('starts after istio-init');
    expect(told(classic, 'container/payments')).not.toContain('starts before istio-init');
    const native = await sample(true);
    expect(told(native, 'container/istio-proxy')).toContain('starts after istio-init');
    expect(told(native, 'container/istio-proxy')).toContain('starts before payments');
    expect(told(native, 'container/payments')).toContain('starts after istio-proxy');
  });

  it('says whose program is given a variable, and which container mounts a volume at which path (49)', async () => {
    const anatomy = await anatomyOf('49-env-valuefrom.yaml');
    expect(told(anatomy, 'container/envy/env/EMPTY')).toEqual(['given to the program of envy']);
    expect(told(anatomy, 'container/envy')).toContain('its program is given EMPTY');
    expect(told(anatomy, 'container/envy/env-from/0')).toEqual(['given to the program of envy']);
    expect(told(anatomy, 'volume/istio-token')).toContain('mounted in istio-proxy · /var/run/secrets/tokens');
    expect(told(anatomy, 'container/istio-proxy/mount/istio-token')).toContain(
      'mounts the volume istio-token',
    );
  });

  const PROXY = 'container/istio-proxy';
  /** A rule, a part it starts at and what that is told, a part it ends at and what that is told. */
  type Ends = readonly [LinkRule, string, string, string, string, BootstrapVariant];
  const ENDS: readonly Ends[] = [
    [
      'prefix-cut',
      `${PROXY}/env/ISTIO_META_MESH_ID`,
      'gives, its prefix ISTIO_META_ cut off, MESH_ID',
      'node/metadata/MESH_ID',
      'comes, the prefix ISTIO_META_ cut off, from istio-proxy · ISTIO_META_MESH_ID',
      'lab',
    ],
    [
      'written-by-pilot-agent',
      `${PROXY}/env/POD_NAME`,
      'pilot-agent uses it for NAME',
      'node/metadata/NAME',
      'pilot-agent takes it from istio-proxy · POD_NAME',
      'lab',
    ],
    [
      'mesh-default-merged',
      `${PROXY}/env/PROXY_CONFIG`,
      'merged with mesh defaults into PROXY_CONFIG',
      'node/metadata/PROXY_CONFIG',
      'merged from mesh defaults and istio-proxy · PROXY_CONFIG',
      'lab',
    ],
    [
      'downward-api',
      'pod/field/serviceAccountName',
      'read by the kubelet for istio-proxy · SERVICE_ACCOUNT',
      `${PROXY}/env/SERVICE_ACCOUNT`,
      'filled in by the kubelet from serviceAccountName',
      'lab',
    ],
    [
      'expanded-by-kubelet',
      `${PROXY}/env/POD_NAMESPACE`,
      'put by the kubelet into $(POD_NAMESPACE).svc.cluster.local',
      `${PROXY}/arg/3`,
      'the kubelet puts into it POD_NAMESPACE',
      'lab',
    ],
    [
      'projected-token',
      `${PROXY}/mount/istio-token`,
      'its token goes to istiod · CA',
      'ca-target',
      'gets the token of istio-proxy · /var/run/secrets/tokens',
      'lab',
    ],
    [
      'trusted-root',
      `${PROXY}/mount/istiod-ca-cert`,
      'pilot-agent checks with it istiod · xDS',
      'xds-target',
      'checked by pilot-agent with istio-proxy · /var/run/secrets/istio',
      'sidecar',
    ],
    [
      'volume-source',
      'volume/istiod-ca-cert/source/0',
      'read by the volume istiod-ca-cert',
      'volume/istiod-ca-cert',
      'reads istio-ca-root-cert',
      'lab',
    ],
    [
      'podinfo',
      'label/version',
      'read by pilot-agent for LABELS',
      'node/metadata/LABELS',
      'read by pilot-agent from version',
      'lab',
    ],
    [
      'template',
      'template/sidecar',
      'wrote istio-envoy',
      'volume/istio-envoy',
      'written by the template sidecar',
      'lab',
    ],
    [
      'ads-cluster',
      'bootstrap/ads',
      'speaks through the cluster xds-grpc',
      'bootstrap/cluster/xds-grpc',
      'carries the stream of ADS',
      'lab',
    ],
    [
      'ads-cluster-missing',
      'bootstrap/ads',
      'names a cluster that is not there: istiod-xds',
      'bootstrap/cluster/istiod-xds',
      'is not there, but named by ADS',
      'typo',
    ],
    [
      'endpoint',
      'bootstrap/cluster/xds-grpc',
      'connects to istiod · xDS',
      'xds-target',
      'is the endpoint of xds-grpc',
      'lab',
    ],
    [
      'proxied-by-pilot-agent',
      'agent-socket',
      'answered by pilot-agent, which asks istiod · xDS',
      'xds-target',
      'asked by pilot-agent for istio-proxy · XDS',
      'sidecar',
    ],
    [
      'certificate-request',
      `${PROXY}/env/CA_ADDR`,
      'says where pilot-agent asks for its certificate: istiod · CA',
      'ca-target',
      'asked by pilot-agent for its certificate, at the address in istio-proxy · CA_ADDR',
      'lab',
    ],
    [
      'stays-in-pilot-agent',
      `${PROXY}/env/TRUST_DOMAIN`,
      'stays in pilot-agent, in istio-proxy',
      PROXY,
      'pilot-agent in it keeps to itself TRUST_DOMAIN',
      'lab',
    ],
    [
      'read-by-program',
      'container/istio-init/arg/0',
      'given to the program of istio-init',
      'container/istio-init',
      'its program is given istio-iptables',
      'lab',
    ],
    [
      'probes',
      'container/payments/probe/readiness',
      'leads to istio-proxy · ISTIO_KUBE_APP_PROBERS',
      `${PROXY}/env/ISTIO_KUBE_APP_PROBERS`,
      'reached from payments · readiness',
      'lab',
    ],
    [
      'mount',
      'volume/istio-data',
      'mounted in istio-proxy · /var/lib/istio/data',
      `${PROXY}/mount/istio-data`,
      'mounts the volume istio-data',
      'lab',
    ],
    [
      'starts-before',
      'container/istio-init',
      'starts before payments',
      'container/payments',
      'starts after istio-init',
      'lab',
    ],
  ];

  it.each(ENDS)('%s, from both ends', async (_rule, start, forth, end, back, variant) => {
    const anatomy = await sample();
    expect(told(anatomy, start, variant)).toContain(forth);
    expect(told(anatomy, end, variant)).toContain(back);
  });

  it('leaves out no rule that occurs, and says of no link the same from both ends', async () => {
    const seen = new Set<string>();
    for (const anatomy of [await sample(), await sample(true), await anatomyOf('49-env-valuefrom.yaml')])
      for (const variant of ['lab', 'sidecar', 'typo'] as const) {
        const workload = workloadOf(anatomy, variant);
        for (const { from, to, rule } of workload.links) {
          seen.add(rule);
          const words = (id: string, other: string) =>
            toldLinks(workload, partOf(workload, id)).find((one) => one.other === other && one.rule === rule)
              ?.words;
          expect(words(from, to), `${from} ${rule} ${to}`).toBeDefined();
          expect(words(from, to), `${from} ${rule} ${to}`).not.toBe(words(to, from));
        }
      }
    expect([...seen].sort()).toEqual(ENDS.map(([rule]) => rule).sort());
  });
});
