import type { Link, LinkRule, Part, PartKind, WorkloadAnatomy } from '../anatomy/model.ts';

/** Rules that say where something stands or in which order, not what it came from: a chain does not follow them. */
const NOT_FOLLOWED: ReadonlySet<LinkRule> = new Set([
  'starts-before',
  'waited-for',
  'probes',
  'set-on',
  'unknown',
  'stays-in-pilot-agent',
  'read-by-program',
]);

/** Parts that nearly everything hangs on: a chain may end at one, but does not go on from it to all the others. */
const HUBS: ReadonlySet<PartKind> = new Set(['workload', 'pod', 'container', 'init-container']);

type Neighbours = ReadonlyMap<string, readonly string[]>;

function neighbours(links: readonly Link[], end: 'from' | 'to', other: 'from' | 'to'): Neighbours {
  const map = new Map<string, string[]>();
  for (const link of links) {
    if (NOT_FOLLOWED.has(link.rule)) continue;
    const list = map.get(link[end]);
    if (list === undefined) map.set(link[end], [link[other]]);
    else list.push(link[other]);
  }
  return map;
}

function childrenOf(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const map = new Map<string, Part[]>();
  for (const part of parts) {
    if (part.parent === null) continue;
    const list = map.get(part.parent);
    if (list === undefined) map.set(part.parent, [part]);
    else list.push(part);
  }
  return map;
}

/** Parts that are written in pieces of their own and stand for all of them. */
const WHOLES: ReadonlySet<PartKind> = new Set(['node-id', 'volume']);

/** Whether a piece belongs to the chain of what it is a piece of: of a container what is mounted into it does. */
const goesAlong = (piece: Part, whole: Part): boolean =>
  WHOLES.has(whole.kind) || (HUBS.has(whole.kind) && piece.kind === 'mount');

/**
 * The parts of the whole chain that goes through a part: everything it came from, step by step back to the user's own
 * line, and everything that came of it, step by step on to the control plane. Back and on are not mixed: what else came
 * of the same source is another chain. A part's container and the whole it is a piece of belong to it; a part that is
 * made of others (the node id) takes theirs along, a container what is mounted into it. Empty when there is no such part. Linear in parts and links.
 */
export function chain(anatomy: WorkloadAnatomy, partId: string): ReadonlySet<string> {
  return chains(anatomy)(partId);
}

/** As `chain`, for whoever asks for many of one workload: what is looked up is made once, linear in parts and links. */
export function chains(anatomy: WorkloadAnatomy): (partId: string) => ReadonlySet<string> {
  const byId = new Map(anatomy.parts.map((part) => [part.id, part]));
  const children = childrenOf(anatomy.parts);
  const ways = [neighbours(anatomy.links, 'to', 'from'), neighbours(anatomy.links, 'from', 'to')];
  return (partId) => {
    const start = byId.get(partId);
    if (start === undefined) return new Set();
    const pieces = (children.get(partId) ?? []).filter((part) => goesAlong(part, start));
    const starts = [partId, ...pieces.map((part) => part.id)];
    const lit = new Set<string>();
    for (const next of ways) for (const id of reach(starts, next, byId)) lit.add(id);
    for (const id of [...lit]) addWhole(byId.get(id), byId, lit);
    return lit;
  };
}

/** Everything reached from the starts; hubs are reached, but only a start leads on from one. */
function reach(
  starts: readonly string[],
  next: Neighbours,
  byId: ReadonlyMap<string, Part>,
): ReadonlySet<string> {
  const seen = new Set(starts);
  const queue = [...starts];
  const first = new Set(starts);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const part = byId.get(id);
    if (part === undefined || (HUBS.has(part.kind) && !first.has(id))) continue;
    for (const other of next.get(id) ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      queue.push(other);
    }
  }
  return seen;
}

/** The container of a lit variable, argument or mount; the node id of a lit field. */
function addWhole(part: Part | undefined, byId: ReadonlyMap<string, Part>, lit: Set<string>): void {
  const parent = byId.get(part?.parent ?? '');
  if (parent === undefined) return;
  if (HUBS.has(parent.kind) ? parent.kind !== 'workload' && parent.kind !== 'pod' : parent.kind === 'node-id')
    lit.add(parent.id);
}
