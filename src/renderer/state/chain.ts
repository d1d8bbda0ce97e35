import type { Link, LinkRule, WorkloadAnatomy } from '../../domain/anatomy/model.ts';

/** Rules that say what stands beside a part rather than where its value comes from or goes. */
const SIDEWAYS: ReadonlySet<LinkRule> = new Set<LinkRule>([
  'starts-before',
  'waited-for',
  'probes',
  'mount',
  'template',
  'stays-in-pilot-agent',
  'set-on',
]);

interface Neighbours {
  readonly to: ReadonlyMap<string, readonly Link[]>;
  readonly from: ReadonlyMap<string, readonly Link[]>;
}

const neighbours = new WeakMap<readonly Link[], Neighbours>();

function index(links: readonly Link[]): Neighbours {
  const known = neighbours.get(links);
  if (known !== undefined) return known;
  const to = new Map<string, Link[]>();
  const from = new Map<string, Link[]>();
  const push = (map: Map<string, Link[]>, key: string, link: Link) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [link]);
    else list.push(link);
  };
  for (const link of links) {
    push(to, link.to, link);
    push(from, link.from, link);
  }
  const made = { to, from };
  neighbours.set(links, made);
  return made;
}

/** An argument is a piece of its container, which did not come from it; where the argument goes it says all the same. */
const NO_SOURCE: ReadonlySet<LinkRule> = new Set<LinkRule>(['read-by-program']);

function walk(start: string, next: (id: string) => readonly Link[], end: (link: Link) => string): string[] {
  const seen = new Set([start]);
  const queue = [start];
  for (const id of queue) {
    for (const link of next(id)) {
      const other = end(link);
      if (SIDEWAYS.has(link.rule) || seen.has(other)) continue;
      seen.add(other);
      queue.push(other);
    }
  }
  return queue.slice(1);
}

/** Everything a value came through, nearest first. */
export function upstream(anatomy: Pick<WorkloadAnatomy, 'links'>, id: string): readonly string[] {
  const { to } = index(anatomy.links);
  return walk(
    id,
    (part) => (to.get(part) ?? []).filter(({ rule }) => !NO_SOURCE.has(rule)),
    (link) => link.from,
  );
}

/** Everything a value goes into, nearest first. */
export function downstream(anatomy: Pick<WorkloadAnatomy, 'links'>, id: string): readonly string[] {
  const { from } = index(anatomy.links);
  return walk(
    id,
    (part) => from.get(part) ?? [],
    (link) => link.to,
  );
}

/** Links that end at a part, whatever their rule. */
export function linksOf(anatomy: Pick<WorkloadAnatomy, 'links'>, id: string): readonly Link[] {
  const { to, from } = index(anatomy.links);
  return [...(to.get(id) ?? []), ...(from.get(id) ?? [])];
}
