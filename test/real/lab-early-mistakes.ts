import { type Mistake, mistake } from './lab-mistakes.ts';

/** Two workloads, of which the first is the lab's. */
export const WORKLOADS = `apiVersion: apps/v1
kind: Deployment
metadata: {name: payments}
spec:
  selector: {matchLabels: {app: payments}}
  template:
    metadata: {labels: {app: payments}}
    spec:
      serviceAccountName: payments
      containers: [{name: payments, image: "p:1"}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: orders, namespace: shop}
spec:
  selector: {matchLabels: {app: orders}}
  template:
    metadata: {labels: {app: orders}}
    spec: {containers: [{name: orders, image: "o:1"}]}
`;

/** Mistakes in the files of the first four steps. */
export const EARLY_MISTAKES: readonly Mistake[] = [
  mistake(
    'arguments: $(POD_NAMESPACE) expanded',
    '01-args.txt',
    ['$(POD_NAMESPACE)', 'default'],
    '1',
    'filled in by the kubelet',
  ),
  mistake(
    'arguments: the first for the second',
    '01-args.txt',
    ['role=sidecar', 'role=proxy'],
    '1',
    'role says proxy',
  ),
  mistake(
    'arguments: the flag left on its value',
    '01-args.txt',
    ['=warning', '=--proxyLogLevel=warning'],
    '1',
    'proxy_log_level says',
  ),
  mistake(
    'arguments: a line too few',
    '01-args.txt',
    [/component.*\n/, ''],
    '1',
    'no line component_log_level=',
  ),
  mistake('the injected YAML removed', 'inject.yaml', null, '1', 'inject.yaml is missing'),
  mistake(
    'the original in place of the injected YAML',
    'inject.yaml',
    () => WORKLOADS,
    '1',
    'has no istio-proxy',
  ),
  mistake(
    'environment: the namespace filled in',
    '02-env.txt',
    ['fieldRef:metadata.namespace', 'default'],
    '2',
    'fieldRef:metadata.namespace',
  ),
  mistake(
    'environment: metadata.name for the service account',
    '02-env.txt',
    ['spec.serviceAccountName', 'metadata.name'],
    '2',
    'SERVICE_ACCOUNT says',
  ),
  mistake(
    'environment: values of another workload',
    '02-env.txt',
    (_, at) => at('orders', '02-env.txt'),
    '2',
    'ISTIO_META_WORKLOAD_NAME says orders',
  ),
  mistake(
    'environment: an eighth variable',
    '02-env.txt',
    (all) => `${all}POD_NAME=fieldRef:metadata.name\n`,
    '2',
    'is none of the lines',
  ),
  mistake(
    'mesh: no where both agree',
    '03-mesh.txt',
    ['=yes', '=no'],
    '3',
    'ca_addr_same says no, but both files say istiod.istio-system.svc:15012',
  ),
  mistake(
    'mesh: the namespace of istiod’s clients',
    '03-mesh.txt',
    ['root_namespace=istio-system', 'root_namespace=default'],
    '3',
    'root_namespace says default',
  ),
  mistake(
    'mesh: another trust domain',
    '03-mesh.txt',
    ['cluster.local', 'corp.example'],
    '3',
    'trust_domain says corp.example',
  ),
  mistake(
    'mesh: the plain-text port',
    '03-mesh.txt',
    [/15012/, '15010'],
    '3',
    'discovery_address says istiod.istio-system.svc:15010',
  ),
  mistake(
    'bootstrap: fields of node.id in another order',
    'bootstrap.yaml',
    ['10.0.0.7~payments-6d5f9.default', 'payments-6d5f9.default~10.0.0.7'],
    '4',
    'another order',
  ),
  mistake(
    'bootstrap: the pod without its namespace',
    'bootstrap.yaml',
    ['-6d5f9.default~', '-6d5f9~'],
    '4',
    'third field of node.id',
  ),
  mistake(
    'bootstrap: node.cluster without the namespace',
    'bootstrap.yaml',
    ['cluster: payments.default', 'cluster: payments'],
    '4',
    'node.cluster is "payments"',
  ),
  mistake(
    'bootstrap: a fifth key of metadata',
    'bootstrap.yaml',
    ['    MESH_ID', '    OWNER: me\n    MESH_ID'],
    '4',
    '"OWNER" as well',
  ),
  mistake(
    'bootstrap: the prefix left on a key',
    'bootstrap.yaml',
    ['    MESH_ID', '    ISTIO_META_MESH_ID'],
    '4',
    'MESH_ID is missing',
  ),
  mistake(
    'bootstrap: a timeout',
    'bootstrap.yaml',
    ['initial_fetch_timeout: 0s', 'initial_fetch_timeout: 15s'],
    '4',
    'cds_config.initial_fetch_timeout is "15s"',
  ),
  mistake('bootstrap: STATIC', 'bootstrap.yaml', ['STRICT_DNS', 'LOGICAL_DNS'], '4', 'The type of xds-grpc'),
  mistake(
    'bootstrap: HTTP/1',
    'bootstrap.yaml',
    [/ +typed_ext[\s\S]*?http2_protocol_options: \{\}\n/, ''],
    '4',
    'does not speak HTTP/2',
  ),
  mistake(
    'bootstrap: another port of istiod',
    'bootstrap.yaml',
    ['15012', '15010'],
    '4',
    'leads to istiod.istio-system.svc:15010',
  ),
  mistake(
    'bootstrap: another admin port that no line names',
    'bootstrap.yaml',
    ['port_value: 0', 'port_value: 15000'],
    '4',
    'The admin port is 15000',
  ),
  mistake(
    'bootstrap: a static cluster of another name',
    'bootstrap.yaml',
    ['- name: xds-grpc', '- name: istiod-xds'],
    '4',
    'no static cluster "xds-grpc"',
  ),
  mistake(
    'bootstrap: what Envoy refuses',
    'bootstrap.yaml',
    ['static_resources:', 'static_resource:'],
    '4',
    'Envoy at hand refuses',
  ),
];
