import { asArray, asObject, asString, field, type JsonObject } from './json.ts';

/** Where a bootstrap wants its admin endpoint. */
export type AdminAddress =
  | { readonly kind: 'tcp'; readonly address: string; readonly port: number }
  | { readonly kind: 'pipe'; readonly path: string }
  /** The bootstrap has no admin endpoint. */
  | { readonly kind: 'none' }
  /** Something that is neither an address and port nor a pipe: Envoy will say what it thinks of it. */
  | { readonly kind: 'unclear' };

/** What must be known of a bootstrap before it is run; everything else is Envoy's to judge. */
export interface BootstrapFacts {
  readonly admin: AdminAddress;
  /** Whether clusters and listeners are asked from a control plane. */
  readonly asks: { readonly cds: boolean; readonly lds: boolean };
  /** Whether anything in it asks for a secret (SDS), before istiod has sent anything. */
  readonly asksForSecrets: boolean;
  /** Stat name of the static cluster that ADS speaks through; null when ADS names none that is there. */
  readonly adsStatName: string | null;
  /** The Unix socket to which that cluster leads, as in a real sidecar, where pilot-agent serves it; null when it is none. */
  readonly adsSocket: string | null;
}

function socketOf(cluster: JsonObject | null): string | null {
  const locality = asObject(asArray(field(asObject(field(cluster, 'load_assignment')), 'endpoints'))[0]);
  const endpoint = asObject(field(asObject(asArray(field(locality, 'lb_endpoints'))[0]), 'endpoint'));
  return asString(field(asObject(field(asObject(field(endpoint, 'address')), 'pipe')), 'path'));
}

function adminAddress(bootstrap: JsonObject | null): AdminAddress {
  const admin = asObject(field(bootstrap, 'admin'));
  const address = asObject(field(admin, 'address'));
  if (address === null) return field(admin, 'address') === undefined ? { kind: 'none' } : { kind: 'unclear' };
  const socket = asObject(field(address, 'socket_address'));
  const host = asString(field(socket, 'address'));
  const port = Number(field(socket, 'port_value') ?? 0);
  if (host !== null && Number.isInteger(port)) return { kind: 'tcp', address: host, port };
  const path = asString(field(asObject(field(address, 'pipe')), 'path'));
  return path === null ? { kind: 'unclear' } : { kind: 'pipe', path };
}

/** The field by which anything names where its secret comes from (envoy.extensions.transport_sockets.tls.v3). */
const SDS_KEYS: ReadonlySet<string> = new Set(['sds_config', 'sdsConfig']);

/** Whether one of these keys stands anywhere in parsed JSON or YAML. */
function holdsKey(value: unknown, keys: ReadonlySet<string>): boolean {
  const queue: unknown[] = [value];
  const seen = new Set<unknown>();
  for (const one of queue) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (Object.keys(one).some((key) => keys.has(key))) return true;
    queue.push(...Object.values(one));
  }
  return false;
}

/** Reads the parsed bootstrap (envoy.config.bootstrap.v3.Bootstrap), proto and JSON field names alike. */
export function readBootstrapFacts(value: unknown): BootstrapFacts {
  const bootstrap = asObject(value);
  const dynamic = asObject(field(bootstrap, 'dynamic_resources'));
  const service = asObject(asArray(field(asObject(field(dynamic, 'ads_config')), 'grpc_services'))[0]);
  const adsCluster = asString(field(asObject(field(service, 'envoy_grpc')), 'cluster_name'));
  const clusters = asArray(field(asObject(field(bootstrap, 'static_resources')), 'clusters')).map(asObject);
  const cluster =
    clusters.find((one) => adsCluster !== null && asString(field(one, 'name')) === adsCluster) ?? null;
  const statName = asString(field(cluster, 'alt_stat_name')) ?? asString(field(cluster, 'name'));
  return {
    admin: adminAddress(bootstrap),
    asks: {
      cds: field(dynamic, 'cds_config') !== undefined,
      lds: field(dynamic, 'lds_config') !== undefined,
    },
    asksForSecrets: holdsKey(value, SDS_KEYS),
    adsStatName: statName?.replace(/;$/, '') ?? null,
    adsSocket: socketOf(cluster),
  };
}

/** True for an address that only this machine can reach. */
export function isLoopback(address: string): boolean {
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address) || address === '::1' || address === '[::1]';
}
