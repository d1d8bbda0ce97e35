import { describe, expect, test } from 'vitest';
import { complaints, type Folder, grade, labFolder } from '../../../../test/helpers/boot-lab.ts';

const folder = labFolder();
const BOOTSTRAP = folder['bootstrap.yaml'] ?? '';
const TYPO = folder['boot-typo.yaml'] ?? '';
const change = (text: string, from: string | RegExp, to: string): string => {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`there is no ${from}`);
  return changed;
};
const said = (changed: Folder): readonly string[] => complaints(grade({ ...folder, ...changed }));
/** The same change in both files, as a person would copy one to the other. */
const both = (from: string | RegExp, to: string): Folder => ({
  'bootstrap.yaml': change(BOOTSTRAP, from, to),
  'boot-typo.yaml': change(TYPO, from, to),
});

const HAND = JSON.stringify({
  static_resources: {
    clusters: [
      {
        load_assignment: {
          endpoints: [
            {
              lb_endpoints: [
                {
                  endpoint: {
                    address: { socket_address: { port_value: '15012', address: 'istiod.istio-system.svc' } },
                  },
                },
              ],
            },
          ],
          cluster_name: 'xds-grpc',
        },
        http2_protocol_options: {},
        connect_timeout: '1s',
        type: 'strict_dns',
        name: 'xds-grpc',
      },
    ],
  },
  dynamicResources: {
    ldsConfig: { initialFetchTimeout: '0.000s', ads: {} },
    cds_config: { initial_fetch_timeout: { seconds: 0 }, ads: {} },
    ads_config: { grpc_services: { length: 0 } },
  },
  node: {
    metadata: {
      NAMESPACE: 'default',
      CLUSTER_ID: 'Kubernetes',
      MESH_ID: 'cluster.local',
      WORKLOAD_NAME: 'payments',
    },
    id: 'sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local',
    cluster: 'payments.default',
    locality: { region: 'here' },
  },
  admin: { access_log: [], address: { socket_address: { address: '0.0.0.0', port_value: 9982 } } },
}).replace(
  '{"grpc_services":{"length":0}}',
  '{"apiType":"DELTA_GRPC","grpcServices":[{"envoyGrpc":{"clusterName":"xds-grpc"}}]}',
);

describe('a bootstrap written by hand', () => {
  test('passes in any form that Envoy takes; what is more than asked is noted', () => {
    const files = {
      'bootstrap.yaml': HAND,
      'boot-typo.yaml': HAND.replace('"clusterName":"xds-grpc"', '"clusterName":"istiod-xds"'),
    };
    const report = grade({ ...folder, ...files });
    expect(complaints(report)).toEqual([]);
    expect(report.steps[3]?.notes).toEqual([
      'bootstrap.yaml also has node.locality, admin.access_log, which the lab does not ask for.',
    ]);
  });

  test.each(['protocol: TCP', 'protocol: tcp', 'protocol: 0'])(
    'passes with what Envoy takes as TCP: %s',
    (form) => {
      const said = (text: string) => change(text, /( *)port_value: 15012/, `$1port_value: 15012\n$1${form}`);
      const files = { 'bootstrap.yaml': said(BOOTSTRAP), 'boot-typo.yaml': said(TYPO) };
      expect(complaints(grade({ ...folder, ...files }))).toEqual([]);
    },
  );

  test.each([
    [
      'admin port',
      /port_value: 9982/,
      'port_value: 9983',
      ':5 The admin port is 9983; the lab asks for 9982',
    ],
    [
      'order of node.id',
      '10.0.0.7~payments-6d5f9.default',
      'payments-6d5f9.default~10.0.0.7',
      ':7 The fields of node.id stand in another order',
    ],
    [
      'fields of node.id',
      '~10.0.0.7',
      '',
      ':7 node.id is "sidecar~payments-6d5f9.default~default.svc.cluster.local"; it has four fields',
    ],
    [
      'role',
      'sidecar~',
      'router~',
      'The first field of node.id, the role, is "router"; the lab asks for "sidecar"',
    ],
    [
      'address',
      '10.0.0.7',
      '10.0.0.70',
      'The second field of node.id, the address of the pod, is "10.0.0.70"; the lab asks for "10.0.0.7"',
    ],
    [
      'pod',
      'payments-6d5f9.default~',
      'orders-6d5f9.default~',
      'The third field of node.id, the pod and its namespace, is "orders-6d5f9.default"',
    ],
    [
      'domain',
      '~default.svc.cluster.local',
      '~default.svc',
      'The fourth field of node.id, the domain, is "default.svc"',
    ],
    [
      'node.cluster',
      'cluster: payments.default',
      'cluster: payments',
      ':8 node.cluster is "payments"; the lab asks for "payments.default"',
    ],
    [
      'a key less',
      '    MESH_ID: cluster.local\n',
      '',
      'node.metadata.MESH_ID is missing; ISTIO_META_MESH_ID in inject.yaml says "cluster.local"',
    ],
    [
      'a key more',
      '    MESH_ID:',
      '    OWNER: me\n    MESH_ID:',
      ':11 node.metadata has "OWNER" as well; the lab asks for four keys',
    ],
    [
      'a number',
      'CLUSTER_ID: Kubernetes',
      'CLUSTER_ID: 12',
      'node.metadata.CLUSTER_ID is 12; ISTIO_META_CLUSTER_ID in inject.yaml says "Kubernetes"',
    ],
    [
      'a namespace',
      'NAMESPACE: default',
      'NAMESPACE: prod',
      'node.metadata.NAMESPACE is "prod"; the namespace is "default"',
    ],
    [
      'REST',
      'api_type: GRPC',
      'api_type: REST',
      'dynamic_resources.ads_config.api_type is "REST"; the lab asks for "GRPC"',
    ],
    [
      'a timeout',
      'initial_fetch_timeout: 0s',
      'initial_fetch_timeout: 15s',
      'cds_config.initial_fetch_timeout is "15s"; the lab asks for "0s"',
    ],
    ['no timeout', '    initial_fetch_timeout: 0s\n', '', '(without it Envoy waits 15 s only)'],
    [
      'not over ADS',
      '    ads: {}\n',
      '    path_config_source: {path: x}\n',
      'dynamic_resources.cds_config is not taken over ADS',
    ],
    ['no LDS', / {2}lds_config:\n( {4}.*\n)+/, '', 'dynamic_resources.lds_config is missing.'],
    [
      'the static name',
      '- name: xds-grpc',
      '- name: istiod',
      'There is no static cluster "xds-grpc", but "istiod".',
    ],
    [
      'STATIC',
      'type: STRICT_DNS',
      'type: STATIC',
      'The type of xds-grpc is "STATIC"; the lab asks for "STRICT_DNS"',
    ],
    ['HTTP/1', 'http2_protocol_options: {}', 'http_protocol_options: {}', 'xds-grpc does not speak HTTP/2'],
    [
      'an empty option',
      'http2_protocol_options: {}',
      'http2_protocol_options:',
      'xds-grpc does not speak HTTP/2',
    ],
    [
      'UDP',
      'port_value: 15012',
      'port_value: 15012\n                      protocol: UDP',
      'protocol is "UDP"; gRPC runs over TCP.',
    ],
    [
      'an endpoint that is not dialled',
      /( *)- endpoint:/,
      '$1- health_status: UNHEALTHY\n$1  endpoint:',
      'health_status is "UNHEALTHY": Envoy sends nothing to such an endpoint.',
    ],
    [
      'a cluster of the wrong name, too',
      '  clusters:\n',
      '  clusters:\n    - { name: istiod-xds, type: STATIC }\n',
      'There is a static cluster "istiod-xds", too: then the wrong name of step 5 is a right one.',
    ],
    [
      'another port',
      'port_value: 15012',
      'port_value: 15010',
      'xds-grpc leads to istiod.istio-system.svc:15010; mesh-config.yaml says istiod.istio-system.svc:15012.',
    ],
  ])('%s wrong in both copies fails step 4 alone', (_, from, to, expected) => {
    const found = said(both(from, to));
    expect(found.join('\n')).toContain(expected);
    expect(found.every((line) => line.startsWith('4 fail bootstrap.yaml:'))).toBe(true);
    // In one of the copies only, it is the fault of that one.
    expect(
      said({ 'bootstrap.yaml': change(BOOTSTRAP, from, to) }).every((line) => line.startsWith('4')),
    ).toBe(true);
    const copy = said({ 'boot-typo.yaml': change(TYPO, from, to) });
    expect(copy.length).toBeGreaterThan(0);
    expect(copy.every((line) => line.startsWith('5 fail boot-typo.yaml:'))).toBe(true);
  });

  test('a copy without the typo, with it in the wrong place, or with another name, fails step 5', () => {
    expect(said({ 'boot-typo.yaml': BOOTSTRAP })).toEqual([
      '5 fail boot-typo.yaml:20 The cluster_name of ads_config is "xds-grpc"; here it has to be "istiod-xds".',
    ]);
    const statics = said({ 'boot-typo.yaml': change(BOOTSTRAP, '- name: xds-grpc', '- name: istiod-xds') });
    expect(statics).toHaveLength(2);
    expect(statics[1]).toContain(
      'static_resources.clusters[0].name is "istiod-xds"; in bootstrap.yaml it is "xds-grpc"',
    );
    expect(said({ 'boot-typo.yaml': change(TYPO, 'istiod-xds', 'xds') })[0]).toContain(
      'is "xds"; here it has to be',
    );
  });

  test('that is no YAML, no mapping, empty or far too large is told so', () => {
    expect(said({ 'bootstrap.yaml': 'a: [' })[0]).toMatch(/^4 fail bootstrap\.yaml:\d+ /);
    expect(said({ 'bootstrap.yaml': 'text' })[0]).toBe(
      '4 fail bootstrap.yaml:1 bootstrap.yaml is no mapping, and so no bootstrap.',
    );
    expect(said({ 'bootstrap.yaml': '# nothing\n' })[0]).toBe(
      '4 fail bootstrap.yaml: bootstrap.yaml is empty.',
    );
    expect(said({ 'bootstrap.yaml': 'a'.repeat(19_000_000) })[0]).toContain('has 19.0 million characters');
  });
});
