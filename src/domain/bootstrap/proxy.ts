import { asList, field, textAt } from '../anatomy/fields.ts';
import type { StartValues } from '../anatomy/model.ts';
import { podSpecOf, proxyContainer } from '../anatomy/sidecar.ts';
import type { WorkloadPlace } from '../anatomy/workloads.ts';
import type { SourceDocument, YamlValue } from '../yaml/document.ts';
import { effectiveProxyConfig, type ProxyConfigField } from './proxy-config.ts';
import { flagValue, podMetadata, readArguments, readVariables, type Variable } from './variables.ts';

/** Everything a bootstrap is made from, read from one injected pod and the values of its start. */
export interface ProxyInput {
  readonly start: StartValues;
  /** The pod's name and namespace as the proxy is told; for the lab the start values where no variable tells. */
  readonly pod: string;
  readonly namespace: string;
  /** `sidecar` or `router`: the argument after `proxy`, else pilot-agent's own default. */
  readonly role: string;
  /** Whether an argument says the role. */
  readonly roleGiven: boolean;
  /** `--domain`, expanded. */
  readonly domain: string;
  readonly variables: ReadonlyMap<string, Variable>;
  /** The value of a flag of pilot-agent; null when it is not given. */
  readonly flag: (name: string) => string | null;
  readonly proxyConfig: readonly ProxyConfigField[];
  /** Addresses of the proxy that are known here, the pod's own first. */
  readonly ips: readonly string[];
  /** Labels in the podinfo volume; null when it is not mounted. */
  readonly labels: ReadonlyMap<string, string> | null;
  readonly annotations: ReadonlyMap<string, string> | null;
  readonly discoveryAddress: string;
  readonly pilotSan: string;
  /** Whether the way to istiod is authenticated (`controlPlaneAuthPolicy: MUTUAL_TLS`). */
  readonly mutualTls: boolean;
  /** Where istiod signs certificates: CA_ADDR, else the discovery address. */
  readonly caAddress: string;
}

/** What pilot-agent takes itself for where no argument tells (istio.io/istio/pilot/cmd/pilot-agent/app). */
const DEFAULT_ROLE = 'sidecar';

/** Where pilot-agent looks for the pod's labels and annotations (istio.io/istio/pkg/config/constants). */
const PODINFO_PATH = '/etc/istio/pod';

/**
 * Reads the proxy of a pod; null when the pod has no istio-proxy container. pilot-agent writes an empty name where a
 * variable is missing; the lab's bootstrap is written by hand and takes the start values then (`byHand`).
 */
export function readProxy(
  place: WorkloadPlace,
  mesh: SourceDocument | null,
  start: StartValues,
  byHand: boolean,
): ProxyInput | null {
  const container = proxyContainer(place);
  if (container === null) return null;
  const variables = readVariables(place, container.value, start);
  const args = readArguments(container.value, variables);
  const podinfo = mountsPodInfo(place, container.value);
  const annotations = podinfo ? new Map(podMetadata(place, 'annotations')) : null;
  const flag = (name: string) => flagValue(args, name);
  const proxyConfig = effectiveProxyConfig({
    mesh,
    variables,
    annotations,
    templateFile: flag('--templateFile'),
  });
  const setting = (key: string) => proxyConfig.find((candidate) => candidate.key === key)?.value;
  const discoveryAddress = String(setting('discoveryAddress') ?? '');
  const ip = variables.get('INSTANCE_IP')?.value;
  const role = args[0] === 'proxy' && args[1]?.startsWith('-') === false ? args[1] : null;
  return {
    start,
    pod: variables.get('POD_NAME')?.value ?? (byHand ? start.pod : ''),
    namespace: variables.get('POD_NAMESPACE')?.value ?? (byHand ? start.namespace : ''),
    role: role ?? DEFAULT_ROLE,
    roleGiven: role !== null,
    domain: flag('--domain') ?? `${start.namespace}.svc.cluster.local`,
    variables,
    flag,
    proxyConfig,
    ips: ip === undefined || ip === null ? [] : [ip],
    labels: podinfo ? new Map(podMetadata(place, 'labels')) : null,
    annotations,
    discoveryAddress,
    pilotSan: sanOf(discoveryAddress),
    mutualTls: setting('controlPlaneAuthPolicy') === 'MUTUAL_TLS',
    caAddress: variables.get('CA_ADDR')?.value || discoveryAddress,
  };
}

/** pilot-agent's rule: what stands before the first colon, `localhost` standing for the usual istiod. */
function sanOf(address: string): string {
  const host = address.split(':')[0] ?? '';
  return host === 'localhost' ? 'istiod.istio-system.svc' : host;
}

function mountsPodInfo(place: WorkloadPlace, container: YamlValue): boolean {
  const mount = asList(field(container, 'volumeMounts')).find(
    (candidate) => textAt(candidate, 'mountPath')?.replace(/\/+$/, '') === PODINFO_PATH,
  );
  const name = textAt(mount, 'name');
  const volume = asList(field(podSpecOf(place), 'volumes')).find(
    (candidate) => textAt(candidate, 'name') === name,
  );
  return name !== null && field(volume, 'downwardAPI') !== undefined;
}

/** `node.id`: role, address, pod and domain, joined by tildes. */
export function nodeId(proxy: ProxyInput): string {
  return nodeIdFields(proxy)
    .map(([, value]) => value)
    .join('~');
}

export function nodeIdFields(
  proxy: ProxyInput,
): readonly (readonly ['role' | 'ip' | 'pod' | 'domain', string])[] {
  return [
    ['role', proxy.role],
    ['ip', proxy.ips[0] ?? proxy.start.ip],
    ['pod', `${proxy.pod}.${proxy.namespace}`],
    ['domain', proxy.domain],
  ];
}

/** What `node.cluster` was made from: a label, WORKLOAD_NAME, the namespace, or a name set in the configuration. */
export interface NodeCluster {
  readonly value: string;
  readonly from: 'label' | 'workload-name' | 'namespace' | 'proxy-config';
  /** The label or variable. */
  readonly name: string | null;
}

/** istio.io/istio/pkg/bootstrap, getServiceCluster and serviceClusterOrDefault. */
export function nodeCluster(proxy: ProxyInput): NodeCluster {
  const set = proxy.proxyConfig.find(({ key }) => key === 'serviceCluster')?.value;
  if (typeof set === 'string' && set !== '' && set !== 'istio-proxy')
    return { value: set, from: 'proxy-config', name: 'serviceCluster' };
  const { namespace } = proxy;
  for (const label of ['app', 'app.kubernetes.io/name', 'service.istio.io/canonical-name']) {
    const value = proxy.labels?.get(label);
    if (value !== undefined) return { value: `${value}.${namespace}`, from: 'label', name: label };
  }
  const workload = proxy.variables.get('ISTIO_META_WORKLOAD_NAME')?.value ?? '';
  if (workload !== '')
    return { value: `${workload}.${namespace}`, from: 'workload-name', name: 'ISTIO_META_WORKLOAD_NAME' };
  return {
    value: namespace === '' ? 'istio-proxy' : `istio-proxy.${namespace}`,
    from: 'namespace',
    name: null,
  };
}
