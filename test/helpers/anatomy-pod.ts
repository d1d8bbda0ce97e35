import type { Link, LinkRule, Part, PartKind } from '../../src/domain/anatomy/model.ts';

/** What a made-up workload for tests of the diagram looks like; names that are not given are the sample's. */
export interface AnatomyShape {
  readonly name?: string;
  readonly sidecar?: 'classic' | 'native' | 'none';
  readonly variant?: 'lab' | 'sidecar' | 'typo';
  /** The user's containers. */
  readonly containers?: readonly string[];
  readonly initContainers?: readonly string[];
  /** The user's volumes, each mounted into the first container. */
  readonly volumes?: readonly string[];
  /** Variables that the sample does not have, set by the injector. */
  readonly extraEnv?: readonly string[];
}

export type Details = Partial<Omit<Part, 'id' | 'kind' | 'label'>>;

/** Parts and links of a workload in the id scheme of the anatomy. */
export class AnatomyMaker {
  readonly parts: Part[] = [];
  readonly links: Link[] = [];

  add(id: string, kind: PartKind, label: string, details: Details = {}): string {
    this.parts.push({
      id,
      kind,
      label,
      value: null,
      source: null,
      origin: 'injected',
      parent: 'pod',
      change: details.origin === 'user' ? 'kept' : 'added',
      ...details,
    });
    return id;
  }

  link(from: string, to: string, rule: LinkRule): void {
    this.links.push({ from, to, rule });
  }
}

const INJECTED_VOLUMES: readonly (readonly [string, string, string])[] = [
  ['workload-socket', 'emptyDir', '/var/run/secrets/workload-spiffe-uds'],
  ['credential-socket', 'emptyDir', '/var/run/secrets/credential-uds'],
  ['workload-certs', 'emptyDir', '/var/run/secrets/workload-spiffe-credentials'],
  ['istio-envoy', 'emptyDir · memory', '/etc/istio/proxy'],
  ['istio-data', 'emptyDir', '/var/lib/istio/data'],
  ['istio-podinfo', 'labels, annotations', '/etc/istio/pod'],
  ['istio-token', 'audience istio-ca', '/var/run/secrets/tokens'],
  ['istiod-ca-cert', 'ConfigMap istio-ca-root-cert', '/var/run/secrets/istio'],
  ['istio-ca-crl', 'ConfigMap istio-ca-crl', '/var/run/secrets/istio/crl'],
];

/** Containers in the order in which kube-inject leaves them. */
export function addContainers(maker: AnatomyMaker, shape: Required<AnatomyShape>): void {
  const user = (name: string, kind: PartKind): void => {
    const id = maker.add(`container/${name}`, kind, name, {
      origin: 'user',
      value: 'registry.k8s.io/e2e-test-images/agnhost:2.53',
    });
    maker.add(`${id}/image`, 'image', 'image', {
      origin: 'user',
      parent: id,
      value: 'registry.k8s.io/e2e-test-images/agnhost:2.53',
    });
    maker.add(`${id}/port/http`, 'port', 'http', { origin: 'user', parent: id, value: '8080/TCP' });
    maker.add(`${id}/probe/readiness`, 'probe', 'readiness', {
      origin: 'changed',
      change: 'changed',
      parent: id,
      value: 'GET :15020/app-health/payments/readyz',
      before: 'GET :8080/healthz',
    });
  };
  const injected = (name: string, kind: PartKind, image: string): string => {
    const id = maker.add(`container/${name}`, kind, name, { value: image });
    maker.add(`${id}/image`, 'image', 'image', { parent: id, value: image });
    return id;
  };
  const proxy = (kind: PartKind): void => {
    const id = injected('istio-proxy', kind, 'registry.istio.io/testing/proxyv2:latest');
    maker.add(`${id}/port/http-envoy-prom`, 'port', 'http-envoy-prom', { parent: id, value: '15090/TCP' });
    maker.add(`${id}/probe/startup`, 'probe', 'startup', {
      parent: id,
      value: 'GET :15021/healthz/ready',
      detail: '600 tries, every 1 s',
    });
    maker.add(`${id}/probe/readiness`, 'probe', 'readiness', {
      parent: id,
      value: 'GET :15021/healthz/ready',
    });
    maker.add(`${id}/resources`, 'resources', 'resources', { parent: id, value: 'limits cpu 2, memory 1Gi' });
  };
  for (const name of shape.initContainers) user(name, 'init-container');
  if (shape.sidecar !== 'none') {
    const init = injected('istio-init', 'init-container', 'registry.istio.io/testing/proxyv2:latest');
    ['istio-iptables', '-p', '15001', '-z', '15006', '-u', '1337'].forEach((arg, index) => {
      maker.add(`${init}/arg/${index}`, 'arg', arg, { parent: init, value: arg });
    });
  }
  if (shape.sidecar === 'native') proxy('init-container');
  for (const name of shape.containers) user(name, 'container');
  if (shape.sidecar === 'classic') proxy('container');
}

/** The user's volumes and the nine that the injector adds. */
export function addVolumes(maker: AnatomyMaker, shape: Required<AnatomyShape>): void {
  const mount = (volume: string, container: string, path: string, origin: Part['origin']): void => {
    const id = maker.add(`container/${container}/mount/${volume}`, 'mount', volume, {
      parent: `container/${container}`,
      value: path,
      origin,
    });
    maker.link(`volume/${volume}`, id, 'mount');
  };
  for (const name of shape.volumes) {
    maker.add(`volume/${name}`, 'volume', name, { origin: 'user', detail: `ConfigMap ${name}` });
    const first = shape.containers[0];
    if (first !== undefined) mount(name, first, `/etc/${name}`, 'user');
  }
  if (shape.sidecar === 'none') return;
  for (const [name, detail, path] of INJECTED_VOLUMES) {
    maker.add(`volume/${name}`, 'volume', name, { detail });
    mount(name, 'istio-proxy', path, 'injected');
  }
}
