import type { LinkRule, PartKind, WorkloadAnatomy } from '../../src/domain/anatomy/model.ts';

export type { AnatomyShape } from './anatomy-pod.ts';

import { AnatomyMaker, type AnatomyShape, addContainers, addVolumes, type Details } from './anatomy-pod.ts';

const START: readonly (readonly [string, string])[] = [
  ['POD_NAME', 'metadata.name'],
  ['POD_NAMESPACE', 'metadata.namespace'],
  ['INSTANCE_IP', 'status.podIP'],
  ['SERVICE_ACCOUNT', 'spec.serviceAccountName'],
  ['HOST_IP', 'status.hostIP'],
  ['ISTIO_META_NODE_NAME', 'spec.nodeName'],
];

function fixedEnv(name: string): readonly (readonly [string, string])[] {
  return [
    ['PILOT_CERT_PROVIDER', 'istiod'],
    ['CA_ADDR', 'istiod.istio-system.svc:15012'],
    ['PROXY_CONFIG', '{}\n'],
    ['ISTIO_META_POD_PORTS', '[\n    {"name":"http","containerPort":8080}\n]'],
    ['ISTIO_META_APP_CONTAINERS', name],
    ['ISTIO_META_CLUSTER_ID', 'Kubernetes'],
    ['ISTIO_META_INTERCEPTION_MODE', 'REDIRECT'],
    ['ISTIO_META_WORKLOAD_NAME', name],
    ['ISTIO_META_OWNER', `kubernetes://apis/apps/v1/namespaces/default/deployments/${name}`],
    ['ISTIO_META_MESH_ID', 'cluster.local'],
    ['TRUST_DOMAIN', 'cluster.local'],
    ['ISTIO_KUBE_APP_PROBERS', '{"/app-health/payments/readyz":{"httpGet":{"path":"/healthz","port":8080}}}'],
  ];
}

const ARGS: readonly string[] = [
  'proxy',
  'sidecar',
  '--domain',
  '$(POD_NAMESPACE).svc.cluster.local',
  '--proxyLogLevel=warning',
  '--proxyComponentLogLevel=misc:error',
  '--log_output_level=default:info',
];

function addEnv(maker: AnatomyMaker, shape: Required<AnatomyShape>): void {
  const id = 'container/istio-proxy';
  ARGS.forEach((arg, index) => {
    maker.add(`${id}/arg/${index}`, 'arg', arg.replace(/=.*/, ''), {
      parent: id,
      value: arg,
      ...(index === 3 ? { detail: 'value of --domain' } : {}),
    });
  });
  for (const [name, path] of START)
    maker.add(`${id}/env/${name}`, 'env', name, { parent: id, origin: 'start', detail: `fieldRef:${path}` });
  for (const [name, value] of fixedEnv(shape.name))
    maker.add(`${id}/env/${name}`, 'env', name, { parent: id, value });
  for (const name of shape.extraEnv) maker.add(`${id}/env/${name}`, 'env', name, { parent: id, value: 'x' });
}

function addNode(maker: AnatomyMaker, shape: Required<AnatomyShape>): void {
  const env = (name: string): string => `container/istio-proxy/env/${name}`;
  const pod = `${shape.name}-6d5f9`;
  const field = (name: string, value: string, from: string): void => {
    maker.add(`node/id/${name}`, 'node-id-field', name, { parent: 'node/id', origin: 'agent', value });
    maker.link(from, `node/id/${name}`, 'written-by-pilot-agent');
  };
  const key = (name: string, value: string, from: string | null, rule: LinkRule): void => {
    maker.add(`node/metadata/${name}`, 'node-metadata', name, {
      parent: null,
      origin: from === null ? 'agent' : 'injected',
      value,
    });
    if (from !== null) maker.link(env(from), `node/metadata/${name}`, rule);
  };
  maker.add('node/id', 'node-id', 'id', {
    parent: null,
    origin: 'agent',
    value: `sidecar~10.0.0.7~${pod}.default~default.svc.cluster.local`,
  });
  field('role', 'sidecar', 'container/istio-proxy/arg/1');
  field('ip', '10.0.0.7', env('INSTANCE_IP'));
  field('pod', `${pod}.default`, env('POD_NAME'));
  field('domain', 'default.svc.cluster.local', 'container/istio-proxy/arg/3');
  maker.link(env('POD_NAMESPACE'), 'container/istio-proxy/arg/3', 'expanded-by-kubelet');
  maker.add('node/cluster', 'node-cluster', 'cluster', {
    parent: null,
    origin: 'agent',
    value: `${shape.name}.default`,
  });
  key('CLUSTER_ID', 'Kubernetes', 'ISTIO_META_CLUSTER_ID', 'prefix-cut');
  key('MESH_ID', 'cluster.local', 'ISTIO_META_MESH_ID', 'prefix-cut');
  key('NAMESPACE', 'default', 'POD_NAMESPACE', 'written-by-pilot-agent');
  key('WORKLOAD_NAME', shape.name, 'ISTIO_META_WORKLOAD_NAME', 'prefix-cut');
  if (shape.variant !== 'sidecar') return;
  key('NAME', pod, 'POD_NAME', 'written-by-pilot-agent');
  key('SERVICE_ACCOUNT', 'payments', 'SERVICE_ACCOUNT', 'written-by-pilot-agent');
  key('INSTANCE_IPS', '10.0.0.7', 'INSTANCE_IP', 'written-by-pilot-agent');
  key('NODE_NAME', 'node1', 'ISTIO_META_NODE_NAME', 'prefix-cut');
  for (const name of ['POD_PORTS', 'APP_CONTAINERS', 'INTERCEPTION_MODE', 'OWNER'])
    key(name, 'as written', `ISTIO_META_${name}`, 'prefix-cut');
  key('PROXY_CONFIG', '{…}', 'PROXY_CONFIG', 'mesh-default-merged');
  for (const name of shape.extraEnv.filter((extra) => extra.startsWith('ISTIO_META_')))
    key(name.slice('ISTIO_META_'.length), 'x', name, 'prefix-cut');
  for (const name of [
    'ENVOY_STATUS_PORT',
    'ENVOY_PROMETHEUS_PORT',
    'ISTIO_VERSION',
    'PILOT_SAN',
    'METADATA_DISCOVERY',
  ])
    key(name, '15021', null, 'unknown');
}

function addBootstrap(maker: AnatomyMaker, shape: Required<AnatomyShape>): void {
  const sidecar = shape.variant === 'sidecar';
  const add = (id: string, kind: PartKind, label: string, details: Details): string =>
    maker.add(id, kind, label, { parent: null, origin: sidecar ? 'agent' : 'lab', ...details });
  add('bootstrap/admin', 'admin', 'admin', { value: sidecar ? '127.0.0.1:15000' : '127.0.0.1:9982' });
  const ads = add('bootstrap/ads', 'ads', 'ADS', {
    value: shape.variant === 'typo' ? 'istiod-xds' : 'xds-grpc',
    detail: sidecar ? 'DELTA_GRPC · CDS and LDS' : 'GRPC · CDS and LDS, waits for ever',
  });
  const xds = add('bootstrap/cluster/xds-grpc', 'static-cluster', 'xds-grpc', {
    detail: sidecar ? 'STATIC · Unix socket ./etc/istio/proxy/XDS' : 'STRICT_DNS · HTTP/2',
  });
  const target = add('xds-target', 'xds-target', 'istiod · xDS', {
    origin: 'control-plane',
    value: 'istiod.istio-system.svc:15012',
  });
  const ca = add('ca-target', 'ca-target', 'istiod · CA', {
    origin: 'control-plane',
    value: 'istiod.istio-system.svc:15012',
  });
  maker.link('container/istio-proxy/env/CA_ADDR', ca, 'certificate-request');
  maker.link('container/istio-proxy/mount/istio-token', ca, 'projected-token');
  if (shape.variant === 'typo') {
    const missing = add('bootstrap/cluster/istiod-xds', 'static-cluster', 'istiod-xds', {});
    maker.link(ads, missing, 'ads-cluster-missing');
  } else maker.link(ads, xds, 'ads-cluster');
  if (!sidecar) {
    maker.link(xds, target, 'endpoint');
    return;
  }
  const socket = add('agent-socket', 'agent-socket', 'XDS socket', {
    value: './etc/istio/proxy/XDS',
  });
  maker.link(xds, socket, 'endpoint');
  maker.link(socket, target, 'proxied-by-pilot-agent');
  for (const name of ['prometheus_stats', 'agent', 'sds-grpc'])
    add(`bootstrap/cluster/${name}`, 'static-cluster', name, { detail: 'STATIC' });
  for (const port of ['15090', '15021'])
    add(`bootstrap/listener/${port}`, 'static-listener', port, { detail: '0.0.0.0' });
}

/** A whole workload; without a shape it is the sample with a classic sidecar and the lab's bootstrap. */
export function makeAnatomy(partial: AnatomyShape = {}): WorkloadAnatomy {
  const shape: Required<AnatomyShape> = {
    name: 'payments',
    sidecar: 'classic',
    variant: 'lab',
    containers: ['payments'],
    initContainers: [],
    volumes: [],
    extraEnv: [],
    ...partial,
  };
  const maker = new AnatomyMaker();
  maker.add('workload', 'workload', shape.name, {
    origin: 'user',
    parent: null,
    detail: 'Deployment · default',
  });
  maker.add('pod', 'pod', 'pod', { origin: 'user', parent: 'workload' });
  for (const label of ['app', 'version'])
    maker.add(`label/${label}`, 'label', label, { origin: 'user', value: shape.name });
  if (shape.sidecar !== 'none')
    for (const label of [
      'security.istio.io/tlsMode',
      'service.istio.io/canonical-name',
      'service.istio.io/canonical-revision',
    ])
      maker.add(`label/${label}`, 'label', label, { value: 'istio' });
  addContainers(maker, shape);
  addVolumes(maker, shape);
  if (shape.sidecar !== 'none') {
    addEnv(maker, shape);
    addNode(maker, shape);
    addBootstrap(maker, shape);
  }
  const injected = shape.sidecar !== 'none';
  return {
    kind: 'Deployment',
    name: shape.name,
    namespace: 'default',
    injected,
    sidecar: shape.sidecar,
    containers: [...shape.containers, ...(shape.sidecar === 'classic' ? ['istio-proxy'] : [])],
    initContainers: [
      ...shape.initContainers,
      ...(injected ? ['istio-init'] : []),
      ...(shape.sidecar === 'native' ? ['istio-proxy'] : []),
    ],
    parts: maker.parts,
    links: maker.links,
  };
}

/** Input for buildScene with the sample and the overview where nothing else is asked. */
export function makeInput(anatomy: WorkloadAnatomy = makeAnatomy()) {
  return {
    anatomy,
    variant: 'lab',
    scene: 'overview',
    view: 'injected',
    open: new Set<string>(),
    selected: null,
    lit: new Set<string>(),
    live: null,
    captions: [],
    width: 1280,
    height: 560,
  } as const;
}
