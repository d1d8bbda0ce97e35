import { asArray, asObject, asString, own, parseJson } from './json.ts';

/** Values by name, as printed: numbers and quoted texts without their quotes. */
export type Stats = ReadonlyMap<string, string>;

/** What Envoy counts for one kind of resource that it takes from the control plane. */
export interface DiscoveryStats {
  readonly attempt: number;
  /** Connection lost or not made. */
  readonly failure: number;
  readonly success: number;
  /** Updates that Envoy refused (NACK). */
  readonly rejected: number;
  /** Gave up waiting for the first answer (`initial_fetch_timeout`). */
  readonly fetchTimeout: number;
  /** `version_text`; null when none was taken yet or the stat is hidden. */
  readonly version: string | null;
}

export interface SecretStats extends DiscoveryStats {
  readonly name: string;
  /** The connection of this secret's own SDS stream; null when the secret comes over ADS, or the stat is hidden. */
  readonly connectedState: number | null;
}

export interface ControlStats {
  /** `control_plane.connected_state`; null when it is not in the answer. */
  readonly connectedState: number | null;
  readonly cds: DiscoveryStats;
  readonly lds: DiscoveryStats;
  /** One entry per secret that Envoy asked for, in the order of the answer. */
  readonly secrets: readonly SecretStats[];
  readonly warmingClusters: number;
  readonly warmingListeners: number;
  /** Connections of the cluster that ADS speaks through; null when unknown. */
  readonly adsConnections: number | null;
}

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The request for the few stats that the ladder needs. `usedonly` keeps the answer small on a proxy with thousands of
 * clusters; what it hides was never touched, which for a counter is 0.
 * @param adsStatName stat name of the cluster that ADS speaks through: its connections tell what
 * `control_plane.connected_state` would, where the bootstrap's `stats_matcher` hides that (a real sidecar's does).
 */
export function controlStatsPath(adsStatName: string | null): string {
  const names = [
    'control_plane\\.connected_state$',
    'cluster_manager\\.(cds\\.|warming_clusters$)',
    'listener_manager\\.(lds\\.|total_listeners_warming$)',
    'sds\\.',
  ];
  // A stat name given as `x;` is printed with the mark; Envoy cuts it only from tags.
  if (adsStatName !== null) names.push(`cluster\\.${escapeRegex(adsStatName)};?\\.upstream_cx_active$`);
  return `/stats?usedonly&filter=${encodeURIComponent(`^(${names.join('|')})`)}`;
}

/** Asks for the one stat without `usedonly`: tells "never touched" (0) from "hidden by the bootstrap" (absent). */
export const CONNECTED_STATE_PATH = `/stats?filter=${encodeURIComponent('^control_plane\\.connected_state$')}`;

/** Reads an answer of `/stats`, in its text form or its `format=json` form. Lines that are not a stat are passed over. */
export function readStats(text: string): Stats {
  const stats = new Map<string, string>();
  if (/^\s*\{/.test(text)) {
    for (const entry of asArray(own(asObject(parseJson(text)), 'stats'))) {
      const name = asString(own(asObject(entry), 'name'));
      const value = own(asObject(entry), 'value');
      if (name !== null && (typeof value === 'number' || typeof value === 'string'))
        stats.set(name, String(value));
    }
    return stats;
  }
  for (const line of text.split('\n')) {
    // The name may hold `: ` itself (a cluster's name); the value never does, unless it is a quoted text.
    const match = /^(.+?): ("(?:.*)"|[^:]*)$/.exec(line.trimEnd());
    if (match?.[1] !== undefined && match[2] !== undefined)
      stats.set(match[1], match[2].replace(/^"(.*)"$/, '$1'));
  }
  return stats;
}

function numberOf(stats: Stats, name: string): number | null {
  const value = stats.get(name);
  return value === undefined || !/^\d+$/.test(value) ? null : Number(value);
}

function discovery(stats: Stats, prefix: string): DiscoveryStats {
  const count = (name: string): number => numberOf(stats, `${prefix}.${name}`) ?? 0;
  const version = stats.get(`${prefix}.version_text`);
  return {
    attempt: count('update_attempt'),
    failure: count('update_failure'),
    success: count('update_success'),
    rejected: count('update_rejected'),
    fetchTimeout: count('init_fetch_timeout'),
    version: version === undefined || version === '' ? null : version,
  };
}

const SECRET_STAT =
  /^sds\.(.+?)\.(?:update_(?:attempt|failure|success|rejected|time|duration)|init_fetch_timeout|version(?:_text)?|(?:control_plane\.)?(?:connected_state|pending_requests|rate_limit_enforced|identifier)|key_rotation_failed)$/;

/** Picks what the ladder needs out of an answer to {@link controlStatsPath}. */
export function readControlStats(text: string): ControlStats {
  const stats = readStats(text);
  const names = new Set<string>();
  let adsConnections: number | null = null;
  for (const name of stats.keys()) {
    const secret = SECRET_STAT.exec(name)?.[1];
    if (secret !== undefined) names.add(secret);
    if (/^cluster\..*\.upstream_cx_active$/.test(name)) adsConnections = numberOf(stats, name);
  }
  return {
    connectedState: numberOf(stats, 'control_plane.connected_state'),
    cds: discovery(stats, 'cluster_manager.cds'),
    lds: discovery(stats, 'listener_manager.lds'),
    secrets: [...names].map((name) => ({
      name,
      ...discovery(stats, `sds.${name}`),
      connectedState:
        numberOf(stats, `sds.${name}.connected_state`) ??
        numberOf(stats, `sds.${name}.control_plane.connected_state`),
    })),
    warmingClusters: numberOf(stats, 'cluster_manager.warming_clusters') ?? 0,
    warmingListeners: numberOf(stats, 'listener_manager.total_listeners_warming') ?? 0,
    adsConnections,
  };
}
