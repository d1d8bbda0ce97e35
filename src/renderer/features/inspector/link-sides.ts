import type { LinkRule, Part, WorkloadAnatomy } from '../../../domain/anatomy/model.ts';
import { linksOf } from '../../state/chain.ts';

/** What a link is called from the part it starts at, and from the part it ends at; the other part's name follows. */
export interface Sides {
  readonly start: string;
  readonly end: string;
}

/** Each rule as a sentence about either end, of which the other end is the last word. */
export const ruleSides: Readonly<Record<LinkRule, Sides>> = {
  'prefix-cut': {
    start: 'gives, its prefix ISTIO_META_ cut off,',
    end: 'comes, the prefix ISTIO_META_ cut off, from',
  },
  'json-merged': { start: 'its JSON gives', end: 'comes from the JSON of' },
  'written-by-pilot-agent': { start: 'pilot-agent uses it for', end: 'pilot-agent takes it from' },
  'mesh-default-merged': { start: 'merged with mesh defaults into', end: 'merged from mesh defaults and' },
  'downward-api': { start: 'read by the kubelet for', end: 'filled in by the kubelet from' },
  'expanded-by-kubelet': { start: 'put by the kubelet into', end: 'the kubelet puts into it' },
  mount: { start: 'mounted in', end: 'mounts the volume' },
  'projected-token': { start: 'its token goes to', end: 'gets the token of' },
  'trusted-root': { start: 'pilot-agent checks with it', end: 'checked by pilot-agent with' },
  'volume-source': { start: 'read by the volume', end: 'reads' },
  podinfo: { start: 'read by pilot-agent for', end: 'read by pilot-agent from' },
  template: { start: 'wrote', end: 'written by the template' },
  'ads-cluster': { start: 'speaks through the cluster', end: 'carries the stream of' },
  'ads-cluster-missing': { start: 'names a cluster that is not there:', end: 'is not there, but named by' },
  endpoint: { start: 'connects to', end: 'is the endpoint of' },
  'proxied-by-pilot-agent': {
    start: 'answered by pilot-agent, which asks',
    end: 'asked by pilot-agent for',
  },
  'certificate-request': {
    start: 'says where pilot-agent asks for its certificate:',
    end: 'asked by pilot-agent for its certificate, at the address in',
  },
  'stays-in-pilot-agent': { start: 'stays in pilot-agent, in', end: 'pilot-agent in it keeps to itself' },
  'read-by-program': { start: 'given to the program of', end: 'its program is given' },
  'starts-before': { start: 'starts before', end: 'starts after' },
  'waited-for': { start: 'its postStart is waited for by', end: 'starts only after postStart of' },
  probes: { start: 'leads to', end: 'reached from' },
  'set-on': { start: 'set on', end: 'carries' },
  unknown: { start: 'linked, rule unknown, with', end: 'linked, rule unknown, with' },
};

/** A link as the part at one of its ends tells it: `starts after` `istio-init`. */
export interface ToldLink {
  readonly rule: LinkRule;
  readonly words: string;
  readonly other: string;
  /** The other part's name, with its container where that is another one. */
  readonly label: string;
}

const CONTAINERS: ReadonlySet<Part['kind']> = new Set(['container', 'init-container']);

function nameOf(other: Part, part: Part, byId: ReadonlyMap<string, Part>): string {
  // A mount bears the name of its volume: where it is tells it from others.
  const own = other.kind === 'mount' && other.value !== null ? other.value : other.label;
  const holder = byId.get(other.parent ?? '');
  if (holder === undefined || !CONTAINERS.has(holder.kind)) return own;
  return holder.id === part.id || holder.id === part.parent ? own : `${holder.label} · ${own}`;
}

/** Every link that ends at a part, told from that part's side. */
export function toldLinks(
  anatomy: Pick<WorkloadAnatomy, 'links' | 'parts'>,
  part: Part,
): readonly ToldLink[] {
  const byId = new Map(anatomy.parts.map((one) => [one.id, one]));
  return linksOf(anatomy, part.id).map((link) => {
    const starts = link.from === part.id;
    const other = starts ? link.to : link.from;
    const there = byId.get(other);
    return {
      rule: link.rule,
      words: ruleSides[link.rule][starts ? 'start' : 'end'],
      other,
      label: there === undefined ? other : nameOf(there, part, byId),
    };
  });
}
