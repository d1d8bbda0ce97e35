import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findWorkloads } from '../anatomy/workloads.ts';
import { readYaml } from '../yaml/document.ts';
import { readProxy } from './proxy.ts';
import { sidecarBootstrap } from './sidecar.ts';
import { startValues } from './start-values.ts';

const golden = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/pilot-agent/envoy-rev.json', import.meta.url), 'utf8'),
);

/** The environment and arguments for which the real pilot-agent wrote the golden bootstrap. */
const POD = `
apiVersion: v1
kind: Pod
metadata: {name: payments-6d5f9, namespace: default}
spec:
  serviceAccountName: payments
  containers:
  - name: istio-proxy
    args: [proxy, sidecar, --domain, default.svc.cluster.local, --proxyLogLevel=warning, --proxyComponentLogLevel=misc:error,
      --templateFile=/var/lib/istio/envoy/envoy_bootstrap_tmpl.json]
    env:
    - {name: PILOT_CERT_PROVIDER, value: istiod}
    - {name: CA_ADDR, value: "istiod.istio-system.svc:15012"}
    - {name: POD_NAME, value: payments-6d5f9}
    - {name: POD_NAMESPACE, value: default}
    - {name: INSTANCE_IP, value: 10.0.0.7}
    - {name: SERVICE_ACCOUNT, value: payments}
    - {name: HOST_IP, value: 10.0.0.1}
    - {name: TRUST_DOMAIN, value: cluster.local}
    - {name: ISTIO_META_CLUSTER_ID, value: Kubernetes}
    - {name: ISTIO_META_NODE_NAME, value: node1}
    - {name: ISTIO_META_INTERCEPTION_MODE, value: REDIRECT}
    - {name: ISTIO_META_WORKLOAD_NAME, value: payments}
    - {name: ISTIO_META_MESH_ID, value: cluster.local}
    - {name: ISTIO_META_APP_CONTAINERS, value: payments}
    - {name: ISTIO_META_OWNER, value: "kubernetes://apis/apps/v1/namespaces/default/deployments/payments"}
    - {name: ISTIO_META_POD_PORTS, value: '[{"containerPort":8080}]'}
`;

function built() {
  const [place] = findWorkloads(readYaml('pod.yaml', POD));
  if (place === undefined) throw new Error('no pod');
  const proxy = readProxy(place, null, startValues(place, {}), false);
  if (proxy === null) throw new Error('no proxy');
  return sidecarBootstrap(proxy);
}

describe('sidecarBootstrap', () => {
  it('equals what the real pilot-agent wrote for the same environment, but for the addresses of its machine', () => {
    const { INSTANCE_IPS, ...metadata } = golden.node.metadata;
    const ours = JSON.parse(JSON.stringify(built()));
    expect(INSTANCE_IPS.split(',')[0]).toBe(ours.node.metadata.INSTANCE_IPS);
    delete ours.node.metadata.INSTANCE_IPS;
    expect(ours).toEqual({ ...golden, node: { ...golden.node, metadata } });
  });

  it('keeps the order in which pilot-agent writes', () => {
    expect(JSON.stringify(Object.keys(built()))).toBe(JSON.stringify(Object.keys(golden)));
  });
});
