import type { LinkRule } from '../anatomy/model.ts';
import { readJson } from '../anatomy/sidecar.ts';
import { type Json, object, sortedKeys } from './json.ts';
import type { ProxyInput } from './proxy.ts';
import { toJson } from './proxy-config.ts';

/** What a metadata key was made from. */
export type MetadataSource =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'argument'; readonly flag: string }
  | { readonly kind: 'podinfo'; readonly file: 'labels' | 'annotations' }
  | { readonly kind: 'proxy-config' }
  /** `proxyMetadata` of the proxy's configuration */
  | { readonly kind: 'proxy-metadata' };

export interface MetadataKey {
  readonly key: string;
  /** Null when it cannot be known here; then it is left out of the bootstrap, and `detail` says why. */
  readonly value: Json;
  readonly sources: readonly MetadataSource[];
  readonly rule: LinkRule;
  readonly detail: string | null;
}

const META = 'ISTIO_META_';
const META_JSON = 'ISTIO_METAJSON_';

/** Keys pilot-agent reads as a truth value and writes as `"true"` (istio.io/istio/pkg/model, StringBool). */
const BOOLEANS: ReadonlySet<string> = new Set([
  'DNS_CAPTURE',
  'DNS_AUTO_ALLOCATE',
  'ENABLE_HBONE',
  'DISABLE_HBONE_SEND',
  'ENABLE_SELF_DISCOVERY',
  'INBOUND_LISTENER_EXACT_BALANCE',
  'OUTBOUND_LISTENER_EXACT_BALANCE',
]);

/**
 * `node.metadata` as pilot-agent writes it, in its order (istio.io/istio/pkg/bootstrap, GetNodeMetaData): variables with
 * the prefix cut, JSON merged, the pod's identity under other names, and keys of its own.
 */
export function nodeMetadata(proxy: ProxyInput): readonly MetadataKey[] {
  const keys = new Map<string, MetadataKey>();
  const set = (made: MetadataKey): void => void keys.set(made.key, made);
  for (const made of fromProxyMetadata(proxy)) set(made);
  for (const made of fromVariables(proxy)) set(made);
  for (const made of identity(proxy)) set(made);
  for (const made of ownKeys(proxy, keys)) set(made);
  return sortedKeys(keys.keys()).flatMap((key) => keys.get(key) ?? []);
}

/** The keys as one object; what cannot be known is left out. */
export function metadataObject(keys: readonly MetadataKey[]): { readonly [key: string]: Json } {
  return object(keys.map(({ key, value }) => [key, value ?? undefined] as const));
}

function fromProxyMetadata(proxy: ProxyInput): readonly MetadataKey[] {
  const metadata = proxy.proxyConfig.find(({ key }) => key === 'proxyMetadata')?.value;
  return Object.entries(metadata ?? {}).flatMap(([name, value]) =>
    name.startsWith(META)
      ? [
          {
            key: name.slice(META.length),
            value: typed(name.slice(META.length), String(value)),
            sources: [{ kind: 'proxy-metadata' } as const],
            rule: 'prefix-cut' as const,
            detail: 'proxyMetadata of the proxy configuration',
          },
        ]
      : [],
  );
}

function fromVariables(proxy: ProxyInput): readonly MetadataKey[] {
  const plain: MetadataKey[] = [];
  const merged: MetadataKey[] = [];
  for (const variable of proxy.variables.values()) {
    const sources = [{ kind: 'variable', name: variable.name } as const];
    if (variable.name.startsWith(META_JSON)) {
      for (const [key, value] of Object.entries(readJson(variable.value ?? '') ?? {}))
        merged.push({ key, value: toJson(value), sources, rule: 'json-merged', detail: null });
    } else if (variable.name.startsWith(META)) {
      const key = variable.name.slice(META.length);
      const value = variable.value === null ? null : typed(key, variable.value);
      plain.push({ key, value, sources, rule: 'prefix-cut', detail: variable.unknown });
    }
  }
  return [...plain, ...merged];
}

/** The few keys whose text pilot-agent reads and writes anew; all others stay the text they were. */
function typed(key: string, text: string): Json {
  if (BOOLEANS.has(key)) return /^(1|t|T|true|TRUE|True)$/.test(text) ? 'true' : text;
  if (key !== 'POD_PORTS') return text;
  const ports = readJson(text);
  if (!Array.isArray(ports)) return text;
  return JSON.stringify(
    ports.map((port) => {
      const { name, containerPort, protocol } = (port ?? {}) as { [key: string]: Json };
      return { ...(name ? { name } : {}), containerPort: containerPort ?? 0, protocol: protocol ?? '' };
    }),
  );
}

/** POD_NAME, POD_NAMESPACE and SERVICE_ACCOUNT under the names istiod knows. */
function identity(proxy: ProxyInput): readonly MetadataKey[] {
  return (
    [
      ['POD_NAME', 'NAME'],
      ['POD_NAMESPACE', 'NAMESPACE'],
      ['SERVICE_ACCOUNT', 'SERVICE_ACCOUNT'],
    ] as const
  ).flatMap(([name, key]) => {
    const variable = proxy.variables.get(name);
    if (variable === undefined) return [];
    return [
      {
        key,
        value: variable.value,
        sources: [{ kind: 'variable', name } as const],
        rule: 'written-by-pilot-agent' as const,
        detail: variable.unknown,
      },
    ];
  });
}

/** Keys that pilot-agent adds: from the podinfo volume, its configuration, its own settings. */
function ownKeys(proxy: ProxyInput, made: ReadonlyMap<string, MetadataKey>): readonly MetadataKey[] {
  const agent = (key: string, value: Json, detail: string, sources: readonly MetadataSource[] = []) => ({
    key,
    value,
    sources,
    rule: 'written-by-pilot-agent' as const,
    detail,
  });
  const port = (name: string, preset: number): MetadataKey =>
    agent(
      name,
      Number(proxy.variables.get(name)?.value ?? preset),
      'a port of pilot-agent',
      setBy(proxy, name),
    );
  const socket = proxy.variables.get('WORKLOAD_IDENTITY_SOCKET_FILE')?.value ?? 'socket';
  const skip = proxy.variables.get('ENVOY_SKIP_DEPRECATED_LOGS')?.value ?? 'true';
  const hbone = made.get('ENABLE_HBONE')?.value === 'true' ? 'true' : 'false';
  const discovery = proxy.variables.get('PEER_METADATA_DISCOVERY')?.value ?? hbone;
  const outlier = proxy.flag('--outlierLogPath');
  const sts = proxy.flag('--stsPort');
  return [
    port('ENVOY_PROMETHEUS_PORT', 15090),
    port('ENVOY_STATUS_PORT', 15021),
    agent(
      'ENVOY_SKIP_DEPRECATED_LOGS',
      skip,
      'a setting of pilot-agent',
      setBy(proxy, 'ENVOY_SKIP_DEPRECATED_LOGS'),
    ),
    agent(
      'INSTANCE_IPS',
      proxy.ips.length === 0 ? null : proxy.ips.join(','),
      'pilot-agent adds the other addresses of the pod, which only the pod has',
      [{ kind: 'variable', name: 'INSTANCE_IP' }],
    ),
    ...(made.has('ISTIO_VERSION')
      ? []
      : [
          agent(
            'ISTIO_VERSION',
            'unknown',
            'pilot-agent writes its own version; no text here holds it (the tag of the image is only a name)',
          ),
        ]),
    agent('METADATA_DISCOVERY', discovery, 'a setting of pilot-agent', [
      ...setBy(proxy, 'PEER_METADATA_DISCOVERY'),
      ...setBy(proxy, 'ISTIO_META_ENABLE_HBONE'),
    ]),
    ...(proxy.mutualTls
      ? [
          agent(
            'PILOT_SAN',
            [proxy.pilotSan],
            'the host of discoveryAddress: whose certificate is accepted',
            [{ kind: 'proxy-config' }],
          ),
        ]
      : []),
    {
      key: 'PROXY_CONFIG',
      value: object(proxy.proxyConfig.map(({ key, value }) => [key, value] as const)),
      sources: [{ kind: 'proxy-config' }],
      rule: 'mesh-default-merged',
      detail: 'built-in values, mesh defaults, PROXY_CONFIG and annotations, merged',
    },
    agent(
      'WORKLOAD_IDENTITY_SOCKET_FILE',
      socket,
      'a setting of pilot-agent',
      setBy(proxy, 'WORKLOAD_IDENTITY_SOCKET_FILE'),
    ),
    ...(outlier === null
      ? []
      : [agent('OUTLIER_LOG_PATH', outlier, '', [{ kind: 'argument', flag: '--outlierLogPath' } as const])]),
    ...(sts === null || sts === '0'
      ? []
      : [agent('STS_PORT', sts, '', [{ kind: 'argument', flag: '--stsPort' } as const])]),
    ...podInfo(proxy, made),
  ];
}

function setBy(proxy: ProxyInput, name: string): readonly MetadataSource[] {
  return proxy.variables.has(name) ? [{ kind: 'variable', name }] : [];
}

function podInfo(proxy: ProxyInput, made: ReadonlyMap<string, MetadataKey>): readonly MetadataKey[] {
  if (proxy.labels === null || proxy.annotations === null) return [];
  const statics = made.get('LABELS')?.value;
  const labels = [
    ...Object.entries(statics ?? {}),
    // pilot-agent leaves out the label that a ReplicaSet adds.
    ...[...proxy.labels].filter(([key]) => key !== 'pod-template-hash'),
  ];
  return [
    {
      key: 'LABELS',
      value: sorted(new Map(labels as [string, Json][])),
      sources: [{ kind: 'podinfo', file: 'labels' }],
      rule: 'podinfo',
      detail: 'read from the podinfo volume when the pod starts',
    },
    {
      key: 'ANNOTATIONS',
      value: sorted(proxy.annotations),
      sources: [{ kind: 'podinfo', file: 'annotations' }],
      rule: 'podinfo',
      detail: 'read from the podinfo volume when the pod starts; the kubelet adds annotations of its own',
    },
  ];
}

function sorted(entries: ReadonlyMap<string, Json>): Json {
  return object(sortedKeys(entries.keys()).map((key) => [key, entries.get(key)] as const));
}
