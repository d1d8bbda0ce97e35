import { iptablesOf } from './iptables-of.ts';
import type { Part } from './model.ts';
import { PROXY_ID } from './proxy-context.ts';

/** Whose a port is. `istio-proxy`: its container names it, and no bootstrap here says whether Envoy or pilot-agent has it. */
export type PortOwner = 'application' | 'envoy' | 'pilot-agent' | 'istio-proxy' | 'istiod' | 'unknown';

/**
 * From where a port can be reached: in this pod alone (127.0.0.1), at the pod's address, by what iptables sends there, or
 * outside the pod, at the node or at istiod.
 */
export type PortScope = 'pod' | 'pod-ip' | 'captured' | 'outside';

/** One place that says that somebody has a port. */
export interface PortClaim {
  readonly port: number;
  readonly protocol: string;
  readonly owner: PortOwner;
  /** The container's name, or the program's. */
  readonly name: string;
  readonly scope: PortScope;
  /** What says so: `containerPort http`, `listener 0.0.0.0_15021`. */
  readonly says: string;
  readonly part: string;
  /** Only in a real sidecar: the bootstrap that is shown does not hold it. */
  readonly absent: boolean;
}

/** A port number out of digits; null for anything else, a named port too. */
export function portNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,5}$/.test(text)) return null;
  const port = Number(text);
  return port > 0 && port < 65_536 ? port : null;
}

/** Host and port of `127.0.0.1:15000`, `[::1]:15000`; null for a Unix socket. */
export function hostAndPort(value: string | null): { readonly host: string; readonly port: number } | null {
  const found = /^(.*):(\d{1,5})$/.exec(value ?? '');
  const port = portNumber(found?.[2]);
  return found === null || port === null ? null : { host: found[1] ?? '', port };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.startsWith('127.') || host === '[::1]' || host === '::1';

const scopeAt = (host: string): PortScope => (isLoopback(host) ? 'pod' : 'pod-ip');

type Claims = readonly PortClaim[];
const TCP = 'TCP';

/** A port that a container declares: a declaration alone opens nothing, and leaving it out closes nothing. */
function declared(part: Part, container: Part | undefined): Claims {
  const [number, protocol = TCP] = (part.value ?? '').split(' ')[0]?.split('/') ?? [];
  const port = portNumber(number);
  if (port === null || container === undefined) return [];
  const own = container.id === PROXY_ID;
  const onNode = part.detail !== undefined && part.detail !== '';
  const name = part.label === number ? '' : ` ${part.label}`;
  return [
    {
      port,
      protocol,
      owner: own ? 'istio-proxy' : 'application',
      name: container.label,
      scope: onNode ? 'outside' : 'pod-ip',
      says: `containerPort${name} of ${container.label}${onNode ? ` · ${part.detail}` : ''}`,
      part: part.id,
      absent: false,
    },
  ];
}

const claim = (part: Part, rest: Omit<PortClaim, 'part' | 'absent' | 'protocol'>): PortClaim => ({
  ...rest,
  protocol: TCP,
  part: part.id,
  absent: part.absent === true,
});

function atAddress(part: Part, owner: PortOwner, name: string, says: string): Claims {
  const found = hostAndPort(part.value);
  return found === null
    ? []
    : [claim(part, { port: found.port, owner, name, scope: scopeAt(found.host), says })];
}

/** Settings of pilot-agent and of Envoy that name a port by themselves, with whose it is and from where it is reached. */
const SETTINGS: Readonly<Record<string, readonly [PortOwner, PortScope]>> = {
  'node/metadata/PROXY_CONFIG/statusPort': ['pilot-agent', 'pod-ip'],
  'node/metadata/PROXY_CONFIG/proxyAdminPort': ['envoy', 'pod'],
  'node/metadata/ENVOY_STATUS_PORT': ['envoy', 'pod-ip'],
  'node/metadata/ENVOY_PROMETHEUS_PORT': ['envoy', 'pod-ip'],
};

function bySetting(part: Part): Claims {
  const [owner, scope] = SETTINGS[part.id] ?? [];
  const port = portNumber(part.value ?? undefined);
  if (owner === undefined || scope === undefined || port === null) return [];
  const name = owner === 'envoy' ? 'Envoy' : 'pilot-agent';
  return [claim(part, { port, owner, name, scope, says: part.label })];
}

/** istiod's port, outside the pod. */
function atIstiod(part: Part, what: string): Claims {
  const found = hostAndPort(part.value);
  if (found === null) return [];
  const { host, port } = found;
  return [claim(part, { port, owner: 'istiod', name: host, scope: 'outside', says: what })];
}

function claimsOf(part: Part, byId: ReadonlyMap<string, Part>): Claims {
  switch (part.kind) {
    case 'port':
      return declared(part, byId.get(part.parent ?? ''));
    case 'admin':
      return atAddress(part, 'envoy', 'Envoy', 'admin');
    case 'static-listener':
      return atAddress(part, 'envoy', 'Envoy', `listener ${part.label}`);
    case 'static-cluster':
      // Of the static clusters of pilot-agent's template only this one ends at a port of another program in the pod.
      return part.label === 'agent'
        ? atAddress(part, 'pilot-agent', 'pilot-agent', 'endpoint of the cluster agent')
        : [];
    case 'xds-target':
      return atIstiod(part, 'discovery');
    case 'ca-target':
      return atIstiod(part, 'CA');
    default:
      return bySetting(part);
  }
}

/** Where iptables sends traffic: to Envoy, whose listeners there come from istiod. */
function capturing(parts: readonly Part[]): Claims {
  const { outbound, inbound } = iptablesOf(parts);
  return [
    [outbound, 'outbound traffic is sent here (-p)'] as const,
    [inbound, 'inbound traffic is sent here (-z)'] as const,
  ].flatMap(([flag, says]) => {
    const port = portNumber(flag?.value ?? undefined);
    if (flag === undefined || port === null) return [];
    return [claim(flag, { port, owner: 'envoy', name: 'Envoy', scope: 'captured', says })];
  });
}

/** Everything in a workload that says that somebody has a port, in the order of the anatomy. Linear in its parts. */
export function portClaims(parts: readonly Part[]): Claims {
  const there = parts.filter(({ change }) => change !== 'removed');
  const byId = new Map(there.map((part) => [part.id, part]));
  return [...there.flatMap((part) => claimsOf(part, byId)), ...capturing(there)];
}
