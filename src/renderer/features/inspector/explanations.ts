import { JOB_ID } from '../../../domain/anatomy/identifiers.ts';
import type { Part, PartKind } from '../../../domain/anatomy/model.ts';
import { explainHook, explainProbe } from './probe-explanations.ts';

/** What a kind of part is for, in one or two sentences. */
const byKind: Readonly<Record<Exclude<PartKind, 'probe' | 'lifecycle'>, string>> = {
  workload: 'The object kube-inject was given. Only its pod template is changed.',
  pod: 'What the kubelet starts: init containers first, then the containers, all sharing one network namespace.',
  label: 'A label of the pod template. istiod and Services select pods by labels.',
  annotation:
    'An annotation of the pod template. The injector reads some of them as settings and writes others as a record of what it did.',
  'init-container':
    'Runs before the containers, in order. With restartPolicy Always it is a native sidecar and keeps running beside them.',
  container: 'Runs for the life of the pod, beside the other containers.',
  image: 'The image the container is started from.',
  port: 'A declared port. It documents the port; a process may listen on others too.',
  arg: 'An argument of the container’s program. $(NAME) is replaced by the kubelet, not by a shell.',
  env: 'An environment variable. A plain value is fixed at injection; valueFrom is filled in by the kubelet when the pod starts.',
  'env-from': 'All keys of a ConfigMap or Secret, as variables.',
  volume: 'Files that containers of the pod can mount.',
  mount: 'The path at which a container sees a volume.',
  'security-context': 'User, capabilities and privileges of the process.',
  resources: 'What the container asks for and may use at most.',
  field: 'A field of the manifest.',
  'node-id': 'How the proxy names itself to istiod: four fields joined by ~.',
  'node-id-field': 'One of the four fields of node.id.',
  'node-cluster': 'The service the proxy belongs to: name and namespace of the workload.',
  'node-metadata':
    'A label by which istiod knows this proxy. istiod decides from such labels what configuration to send it.',
  bootstrap: 'The only configuration Envoy reads from a file. Everything else comes from istiod over ADS.',
  admin:
    'Envoy’s own control endpoint: /ready, /server_info, /config_dump. It checks neither Host nor Origin, so it belongs on loopback.',
  ads: 'One gRPC stream over which clusters (CDS), listeners (LDS) and all else arrive. Envoy waits for the first answer as long as initial_fetch_timeout says; 0s means for ever.',
  'static-cluster': 'A cluster that is there before istiod is asked.',
  'static-listener': 'A listener that is there before istiod is asked.',
  'agent-socket':
    'A Unix socket of pilot-agent. In a real sidecar Envoy speaks to pilot-agent here, and pilot-agent to istiod.',
  'xds-target': 'istiod as the configuration server: it sends clusters, listeners, routes and endpoints.',
  'ca-target': 'istiod as the certificate authority: it signs the proxy’s certificate.',
};

/**
 * What well-known names mean, by kind: the same name of another kind, or in a container of the user's, means what the
 * user made it mean. Each sentence follows Istio's own programs, run or read.
 */
const byName: Readonly<Partial<Record<PartKind, ReadonlyMap<string, string>>>> = {
  'init-container': new Map([
    [
      'istio-init',
      'Redirects the pod’s traffic with iptables: outgoing to 15001, incoming to 15006. It needs NET_ADMIN and NET_RAW, runs as root, and ends before the containers start.',
    ],
  ]),
  container: new Map([
    [
      'istio-proxy',
      'The sidecar. Its program is pilot-agent, not Envoy: pilot-agent writes the bootstrap and then starts Envoy.',
    ],
  ]),
  env: new Map([
    [
      'CA_ADDR',
      'Where pilot-agent sends its certificate signing request. By default the same istiod address as discovery; with an external CA it differs.',
    ],
    [
      'PILOT_CERT_PROVIDER',
      'Who signed istiod’s own certificate; tells pilot-agent which root certificate to trust.',
    ],
    [
      'PROXY_CONFIG',
      'The pod’s own proxy settings. {} means: take everything from the mesh configuration’s defaultConfig.',
    ],
    [
      'TRUST_DOMAIN',
      'The first part of the workload’s SPIFFE identity. Used by pilot-agent; it reaches no metadata key.',
    ],
    [
      'POD_NAME',
      'The pod’s name, known only at start. pilot-agent writes it to metadata NAME and into node.id.',
    ],
    [
      'POD_NAMESPACE',
      'The pod’s namespace. pilot-agent writes it to metadata NAMESPACE and into node.id; the kubelet expands it in --domain.',
    ],
    [
      'INSTANCE_IP',
      'The pod’s IP. It becomes the second field of node.id and, with the pod’s other addresses, metadata INSTANCE_IPS.',
    ],
    [
      'SERVICE_ACCOUNT',
      'The service account’s name, copied to the metadata key of the same name. It is the last part of the SPIFFE identity.',
    ],
    [
      'ISTIO_KUBE_APP_PROBERS',
      'The probes of your containers as they were; pilot-agent on 15020 asks the application with these.',
    ],
  ]),
  volume: new Map([
    [
      'istio-token',
      'The token by which the pod proves to istiod that it is its service account. Its audience is istio-ca, so it is of no use elsewhere.',
    ],
    [
      'istiod-ca-cert',
      'The root certificate by which pilot-agent recognises istiod. Without it pilot-agent exits: “root CA file for CA does not exist”.',
    ],
    [
      'istio-podinfo',
      'The pod’s labels and annotations as files; pilot-agent puts them into metadata LABELS and ANNOTATIONS.',
    ],
    ['istio-envoy', 'Where pilot-agent writes the bootstrap for Envoy; in memory.'],
    ['istio-data', 'Working files of the sidecar.'],
    [
      'workload-socket',
      'An empty volume (no source key: emptyDir) for a workload API socket, where one is offered.',
    ],
    [
      'credential-socket',
      'An empty volume (no source key: emptyDir) for a credential socket, where one is offered.',
    ],
    [
      'workload-certs',
      'An empty volume (no source key: emptyDir) for certificates that come from elsewhere.',
    ],
    ['istio-ca-crl', 'A list of revoked certificates; optional.'],
  ]),
  'static-cluster': new Map([
    [
      'xds-grpc',
      'The cluster through which Envoy reaches its configuration. In a real sidecar it is a Unix socket of pilot-agent; the lab’s bootstrap points straight at istiod, which is a simplification.',
    ],
    ['sds-grpc', 'The cluster over which Envoy fetches its certificates from pilot-agent’s socket.'],
    ['prometheus_stats', 'Serves Envoy’s own statistics to the listener on 15090.'],
    ['agent', 'pilot-agent’s own HTTP port, behind the listener on 15021.'],
  ]),
  annotation: new Map([
    [
      'sidecar.istio.io/status',
      'The injector’s record of what it added; by this a pod is known as injected.',
    ],
    [
      'prometheus.io/port',
      'Points scrapers at 15020, where pilot-agent merges the application’s metrics with Envoy’s.',
    ],
  ]),
  'node-metadata': new Map([
    ['CLUSTER_ID', 'Which Kubernetes cluster the proxy runs in, for meshes of several.'],
    ['MESH_ID', 'Which mesh the proxy belongs to.'],
    [
      'NAMESPACE',
      'Decides which Sidecar, DestinationRule and AuthorizationPolicy objects istiod applies to this proxy.',
    ],
    ['WORKLOAD_NAME', 'The workload’s name, used in telemetry.'],
    ['INTERCEPTION_MODE', 'How traffic is caught: REDIRECT (source address lost) or TPROXY (kept).'],
    ['INSTANCE_IPS', 'All addresses of the pod; istiod finds the pod’s services by them.'],
    ['ENVOY_STATUS_PORT', '15021: written by pilot-agent itself, it comes from no variable.'],
    ['ENVOY_PROMETHEUS_PORT', '15090: written by pilot-agent itself, it comes from no variable.'],
    ['PILOT_SAN', 'Names istiod’s certificate must carry.'],
  ]),
};

/** Whether a part belongs to the sidecar, so that a well-known name may be explained as Istio's. */
function isSidecars(part: Pick<Part, 'id' | 'kind' | 'origin'>): boolean {
  switch (part.kind) {
    case 'env':
      return part.id.includes('istio-proxy');
    case 'volume':
      return part.origin !== 'user';
    default:
      return true;
  }
}

/** What a CronJob's Jobs bear and their pods do not: kube-inject treats it as it treats a pod's in other kinds. */
const onJob: Readonly<Partial<Record<PartKind, string>>> = {
  label:
    'A label of the Jobs that the CronJob makes; their pods do not carry it, so neither Services nor istiod see it.',
  annotation:
    'An annotation of the Jobs that the CronJob makes; their pods do not carry it. For a CronJob kube-inject reads its settings here and writes its record here.',
};

type Explained = Pick<Part, 'id' | 'kind' | 'label' | 'origin'> & Partial<Pick<Part, 'value' | 'before'>>;

/** A short explanation of a part: by its well-known name where it has one, else by its kind. */
export function explain(part: Explained): string {
  if (part.kind === 'probe') return explainProbe(part);
  if (part.kind === 'lifecycle') return explainHook(part);
  // A native sidecar stands among the init containers and is the same program.
  const kind = part.label === 'istio-proxy' && part.kind === 'init-container' ? 'container' : part.kind;
  const jobs = part.id.startsWith(`${JOB_ID}/`) ? onJob[kind] : undefined;
  if (jobs !== undefined) return jobs;
  const known = byName[kind]?.get(part.label);
  if (known !== undefined && isSidecars(part)) return known;
  if (part.kind === 'env' && isSidecars(part)) {
    if (part.label.startsWith('ISTIO_METAJSON_'))
      return 'JSON that pilot-agent merges at the top level of node.metadata.';
    if (part.label.startsWith('ISTIO_META_'))
      return 'pilot-agent cuts off ISTIO_META_ and makes the rest a key of node.metadata; the value is always a string.';
  }
  return byKind[part.kind];
}
