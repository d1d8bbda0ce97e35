import { atPointer, isObject, type Json, pointerOf } from './json.ts';
import { type MetadataKey, nodeMetadata } from './metadata.ts';
import type { ProxyInput } from './proxy.ts';

/** Structurally the contract's type of the same name. */
export interface BootstrapDifference {
  /** JSON pointer; in the sidecar's bootstrap where it holds the place, else in the lab's. */
  readonly pointer: string;
  /** The value as JSON; null where it is not there. */
  readonly lab: string | null;
  readonly sidecar: string | null;
  readonly why: string;
}

/** Why the two differ, by place; a place stands for everything below it that no longer place names. */
const WHY: readonly (readonly [pointer: string, why: string])[] = [
  [
    '/admin/address/socket_address/port_value',
    'The lab asks for 9982; a sidecar takes proxyAdminPort, 15000 unless set.',
  ],
  ['/admin/access_log', 'pilot-agent throws the access log of the admin endpoint away.'],
  ['/admin/profile_path', 'pilot-agent names a place for profiles on the istio-data volume.'],
  ['/application_log_config', "pilot-agent makes Envoy's log lines look like its own."],
  [
    '/node/locality',
    'Region and zone come from a label of the pod; without one pilot-agent writes an empty locality and istiod looks at the node.',
  ],
  [
    '/layered_runtime',
    'pilot-agent switches Envoy behaviour by runtime flags, and leaves a layer for changes through admin.',
  ],
  ['/bootstrap_extensions', 'Istio needs internal listeners for tunnels (HBONE).'],
  ['/stats_flush_interval', 'Set by an annotation of the pod.'],
  [
    '/stats_config',
    'A sidecar counts only what Istio needs, and cuts labels out of the names; without it the mesh would have far too many statistics.',
  ],
  [
    '/dynamic_resources/ads_config/api_type',
    'A sidecar asks for changes only (delta xDS); the lab for the whole state each time.',
  ],
  [
    '/dynamic_resources/ads_config/set_node_on_first_message_only',
    'A sidecar sends its node once a stream, to save bytes.',
  ],
  [
    '/static_resources/clusters/xds-grpc/type',
    "A sidecar's xds-grpc is a Unix socket, which needs no DNS; the lab's asks DNS for istiod.",
  ],
  [
    '/static_resources/clusters/xds-grpc/load_assignment',
    'In a sidecar pilot-agent stands between: it serves the socket XDS and itself dials istiod with mTLS; the lab dials istiod straight, which is a simplification.',
  ],
  [
    '/static_resources/clusters/xds-grpc/alt_stat_name',
    'A semicolon ends the name in statistics, so that the tag can be cut out.',
  ],
  [
    '/static_resources/clusters/xds-grpc/connect_timeout',
    'Written out by pilot-agent; Envoy takes 5 s otherwise.',
  ],
  [
    '/static_resources/clusters/xds-grpc/lb_policy',
    'Written out by pilot-agent; it is also what Envoy takes without it.',
  ],
  [
    '/static_resources/clusters/xds-grpc/circuit_breakers',
    'The way to istiod must never be cut off by limits meant for traffic.',
  ],
  [
    '/static_resources/clusters/xds-grpc/upstream_connection_options',
    'Keepalives find a dead connection to pilot-agent.',
  ],
  [
    '/static_resources/clusters/xds-grpc/max_requests_per_connection',
    'Each ADS stream gets a connection of its own.',
  ],
  [
    '/static_resources/clusters/prometheus_stats',
    "The listener on 15090 passes scrapes on to Envoy's own admin endpoint.",
  ],
  [
    '/static_resources/clusters/agent',
    'The listener on 15021 passes readiness checks on to pilot-agent on 15020.',
  ],
  [
    '/static_resources/clusters/sds-grpc',
    "Keys and certificates come from pilot-agent's socket, not from istiod straight.",
  ],
  [
    '/static_resources/listeners',
    'A sidecar has two listeners of its own: metrics on 15090, readiness on 15021; all others come from istiod. The lab has none.',
  ],
  ['/overload_manager', 'pilot-agent sets a limit of connections, the largest number unless told otherwise.'],
  ['/deferred_stat_options', 'Statistics of clusters that are never used are not made, to save memory.'],
];

const WHY_ORDER: ReadonlyMap<string, string> = new Map(WHY);

/**
 * Where the lab's bootstrap and a sidecar's differ, in the sidecar's order. Static clusters are compared by name; each
 * metadata key is a place of its own.
 */
export function differences(lab: Json, sidecar: Json, proxy: ProxyInput): readonly BootstrapDifference[] {
  const whys = new Map(WHY_ORDER);
  for (const key of nodeMetadata(proxy)) whys.set(pointerOf('node', 'metadata', key.key), whyMetadata(key));
  const left = byName(lab);
  const right = byName(sidecar);
  const found: BootstrapDifference[] = [];
  walk('', left, right, whys, (pointer, why) => {
    found.push({
      pointer: realPointer(pointer, sidecar, lab),
      lab: shown(atPointer(left, pointer)),
      sidecar: shown(atPointer(right, pointer)),
      why,
    });
  });
  return found;
}

function walk(
  pointer: string,
  left: Json | undefined,
  right: Json | undefined,
  whys: ReadonlyMap<string, string>,
  report: (pointer: string, why: string) => void,
): void {
  if (JSON.stringify(left) === JSON.stringify(right)) return;
  const why = whys.get(pointer);
  if (why !== undefined || !isObject(left ?? {}) || !isObject(right ?? {})) {
    report(pointer, why ?? 'The values of the pod differ from the start values chosen for the lab.');
    return;
  }
  const keys = new Set([...Object.keys(right ?? {}), ...Object.keys(left ?? {})]);
  for (const key of keys) {
    const below = pointer + pointerOf(key);
    walk(below, member(left, key), member(right, key), whys, report);
  }
}

function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The bootstrap with its static clusters under their names. */
function byName(value: Json): Json {
  const statics = member(value, 'static_resources');
  const clusters = member(statics, 'clusters');
  if (!isObject(value) || !isObject(statics) || !Array.isArray(clusters)) return value;
  const named = Object.fromEntries(
    clusters.map((cluster: Json) => [String(member(cluster, 'name') ?? ''), cluster]),
  );
  return { ...value, static_resources: { ...statics, clusters: named } };
}

function realPointer(pointer: string, ...bootstraps: readonly Json[]): string {
  const [, name, rest] = /^\/static_resources\/clusters\/([^/]+)(.*)$/.exec(pointer) ?? [];
  if (name === undefined) return pointer;
  for (const bootstrap of bootstraps) {
    const clusters = atPointer(bootstrap, '/static_resources/clusters');
    const index = Array.isArray(clusters)
      ? clusters.findIndex((cluster: Json) => member(cluster, 'name') === name)
      : -1;
    if (index >= 0) return `/static_resources/clusters/${index}${rest ?? ''}`;
  }
  return pointer;
}

function shown(value: Json | undefined): string | null {
  return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
}

function whyMetadata({ key, rule, sources }: MetadataKey): string {
  const names = sources.flatMap((source) => (source.kind === 'variable' ? [source.name] : []));
  const leftOut = 'the lab asks for four keys only';
  switch (rule) {
    case 'prefix-cut':
      return `pilot-agent cuts the prefix off ${names.join(', ') || `ISTIO_META_${key}`}; ${leftOut}.`;
    case 'json-merged':
      return `pilot-agent merges the JSON of ${names.join(', ')} into the metadata; ${leftOut}.`;
    case 'podinfo':
      return `pilot-agent reads it from the podinfo volume; ${leftOut}.`;
    case 'mesh-default-merged':
      return `pilot-agent sends its whole configuration, merged with the mesh's; ${leftOut}.`;
    default:
      return names.length === 0
        ? `pilot-agent writes it of its own accord; ${leftOut}.`
        : `pilot-agent writes it from ${names.join(', ')}; ${leftOut}.`;
  }
}
