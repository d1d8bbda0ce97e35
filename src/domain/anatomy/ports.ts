import { iptablesOf, isCaptured } from './iptables-of.ts';
import type { Part } from './model.ts';
import { type PortClaim, type PortOwner, type PortScope, portClaims } from './port-claims.ts';
import { type PortUse, portUses } from './port-uses.ts';

export type { PortOwner, PortScope } from './port-claims.ts';
export type { PortUseKind } from './port-uses.ts';

/** A port that some bytes name, with all that they say of it. */
export interface PodPort {
  /** `port/15021/TCP`; of istiod `port/istiod.istio-system.svc/15012`. */
  readonly id: string;
  readonly port: number;
  readonly protocol: string;
  readonly owner: PortOwner;
  readonly name: string;
  readonly scope: PortScope;
  /** What names it, without repetition. */
  readonly says: readonly string[];
  /** Ids of the parts that name it. */
  readonly from: readonly string[];
  /** Only a real sidecar has it. */
  readonly absent: boolean;
  /** Whether what comes to it from outside the pod is sent to Envoy first; null where no arguments of istio-init tell. */
  readonly captured: boolean | null;
  /** Names of all that claim it where those are different programs: only one of them can have it. */
  readonly contenders: readonly string[];
}

export interface WorkloadPorts {
  /** By owner, then by number. */
  readonly ports: readonly PodPort[];
  readonly uses: readonly (PortUse & { readonly to: string })[];
  /** Whether arguments of istio-iptables were found: without them nothing here says what is intercepted. */
  readonly iptables: boolean;
}

export const OWNERS: readonly PortOwner[] = [
  'application',
  'envoy',
  'pilot-agent',
  'istio-proxy',
  'unknown',
  'istiod',
];

const keyOf = ({ owner, name, port, protocol }: PortClaim): string =>
  owner === 'istiod' ? `port/${name}/${port}` : `port/${port}/${protocol}`;

/** Ports that are reached from outside the pod are so whatever else names them. */
const WIDEST: readonly PortScope[] = ['outside', 'captured', 'pod-ip', 'pod'];

/** Those who claim a port for themselves: a container of istio-proxy's name stands for the programs in it. */
function contendersOf(claims: readonly PortClaim[]): readonly string[] {
  const there = claims.filter(({ absent }) => !absent);
  const inProxy = there.some(({ owner }) => owner === 'envoy' || owner === 'pilot-agent');
  const names = there.filter(({ owner }) => !(owner === 'istio-proxy' && inProxy)).map(({ name }) => name);
  return [...new Set(names)];
}

function merged(id: string, claims: readonly PortClaim[], captured: boolean | null): PodPort | null {
  const there = claims.filter(({ absent }) => !absent);
  const telling = there.length > 0 ? there : claims;
  const best = OWNERS.flatMap((owner) => telling.filter((claim) => claim.owner === owner))[0];
  if (best === undefined) return null;
  const scopes = telling.map(({ scope }) => scope);
  const contenders = contendersOf(claims);
  return {
    id,
    port: best.port,
    protocol: best.protocol,
    owner: best.owner,
    name: best.name,
    scope: WIDEST.find((scope) => scopes.includes(scope)) ?? best.scope,
    says: [...new Set(claims.map(({ says }) => says))],
    from: [...new Set(claims.map(({ part }) => part))],
    absent: there.length === 0,
    captured: best.owner === 'istiod' ? null : captured,
    contenders: contenders.length > 1 ? contenders : [],
  };
}

/** A port that only those who ask name: its container's where a probe is of one, else nobody's that was read. */
function asked(use: PortUse, byId: ReadonlyMap<string, Part>): PortClaim {
  const container = use.container === null ? undefined : byId.get(use.container);
  const own = container !== undefined && container.label !== 'istio-proxy';
  return {
    port: use.port,
    protocol: 'TCP',
    owner: own ? 'application' : container === undefined ? 'unknown' : 'istio-proxy',
    name: container?.label ?? 'nobody that was read',
    scope: 'pod-ip',
    says: use.kind === 'scrapes' ? 'named by prometheus.io/port alone' : 'asked at, declared by nobody',
    part: use.part,
    absent: false,
  };
}

/**
 * The ports of a workload, each with whose it is, from where it is reached and what says so; who comes to them; and where
 * two programs claim the same. Only what some text names: a port that is merely known is not in it.
 */
export function portsOf(parts: readonly Part[]): WorkloadPorts {
  const byId = new Map(parts.map((part) => [part.id, part]));
  const uses = portUses(parts);
  const claims = new Map<string, PortClaim[]>();
  const add = (claim: PortClaim): void => {
    const key = keyOf(claim);
    const list = claims.get(key);
    if (list === undefined) claims.set(key, [claim]);
    else list.push(claim);
  };
  for (const claim of portClaims(parts)) add(claim);
  const keyOfUse = ({ port }: PortUse): string => `port/${port}/TCP`;
  for (const use of uses) if (!claims.has(keyOfUse(use))) add(asked(use, byId));
  const iptables = iptablesOf(parts);
  const ports = [...claims].flatMap(([id, list]) => {
    const port = merged(id, list, isCaptured(iptables, list[0]?.port ?? 0));
    return port === null ? [] : [port];
  });
  return {
    ports: ports.sort((a, b) => OWNERS.indexOf(a.owner) - OWNERS.indexOf(b.owner) || a.port - b.port),
    uses: uses.map((use) => ({ ...use, to: keyOfUse(use) })),
    iptables: iptables.inbound !== undefined || iptables.outbound !== undefined,
  };
}
