import { iptablesOf } from './iptables-of.ts';
import type { Part } from './model.ts';
import { portNumber } from './port-claims.ts';
import { PROXY_ID } from './proxy-context.ts';

/** Who comes to a port: iptables, the kubelet's probes and hooks, Prometheus, or pilot-agent on behalf of a probe. */
export type PortUseKind = 'captures' | 'probes' | 'scrapes' | 'passes-on';

export interface PortUse {
  readonly kind: PortUseKind;
  /** The part that says so. */
  readonly part: string;
  readonly port: number;
  /** The container at which the asking is aimed; null where none is named. */
  readonly container: string | null;
}

/** Where a probe or a hook asks: a number, or the name of a port of its container. */
function askedPort(part: Part, parts: readonly Part[]): number | null {
  const target = / :(\S+)/.exec(` ${part.value ?? ''}`)?.[1];
  const port = portNumber(target);
  if (port !== null || target === undefined) return port;
  const named = parts.find(
    ({ kind, parent, label }) => kind === 'port' && parent === part.parent && label === target,
  );
  return portNumber(named?.value?.split('/')[0]);
}

const asking = (part: Part, parts: readonly Part[]): readonly PortUse[] => {
  const port = askedPort(part, parts);
  return port === null ? [] : [{ kind: 'probes', part: part.id, port, container: part.parent }];
};

/** What Prometheus scrapes by the pod's annotations, which are a convention: nobody has to keep to it. */
function scraping(parts: readonly Part[]): readonly PortUse[] {
  const annotation = (name: string): Part | undefined =>
    parts.find(
      ({ kind, label, parent }) =>
        kind === 'annotation' && parent === 'pod' && label === `prometheus.io/${name}`,
    );
  const part = annotation('port');
  const port = portNumber(part?.value ?? undefined);
  if (part === undefined || port === null || annotation('scrape')?.value !== 'true') return [];
  return [{ kind: 'scrapes', part: part.id, port, container: null }];
}

/** Probes that were rewritten: pilot-agent asks the application in the kubelet's place. */
function passing(part: Part): readonly PortUse[] {
  if (part.label !== 'ISTIO_KUBE_APP_PROBERS' || part.parent !== PROXY_ID) return [];
  const ports = [...(part.value ?? '').matchAll(/"port":\s*"?(\d{1,5})"?[,}\s]/g)].map(([, text]) =>
    portNumber(text),
  );
  return [...new Set(ports)].flatMap((port) =>
    port === null ? [] : [{ kind: 'passes-on' as const, part: part.id, port, container: null }],
  );
}

function usesOf(part: Part, parts: readonly Part[]): readonly PortUse[] {
  switch (part.kind) {
    case 'probe':
    case 'lifecycle':
      return asking(part, parts);
    case 'env':
      return passing(part);
    default:
      return [];
  }
}

/** Everything in a workload that comes to one of its ports. */
export function portUses(parts: readonly Part[]): readonly PortUse[] {
  const there = parts.filter(({ change }) => change !== 'removed');
  const { outbound, inbound } = iptablesOf(there);
  const captures = [outbound, inbound].flatMap((part) => {
    const port = portNumber(part?.value ?? undefined);
    return part === undefined || port === null
      ? []
      : [{ kind: 'captures' as const, part: part.id, port, container: null }];
  });
  return [...captures, ...there.flatMap((part) => usesOf(part, there)), ...scraping(there)];
}
