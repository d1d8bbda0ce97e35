import type { Link, Part, PartKind, WorkloadAnatomy } from '../anatomy/model.ts';
import type { ViewMode } from './scene.ts';

/** A workload's parts and links by what a layout asks for; every answer in the order of the anatomy. */
export interface PartIndex {
  readonly parts: readonly Part[];
  get(id: string): Part | undefined;
  ofKind(...kinds: readonly PartKind[]): readonly Part[];
  childrenOf(id: string, ...kinds: readonly PartKind[]): readonly Part[];
  linksFrom(id: string): readonly Link[];
  linksTo(id: string): readonly Link[];
  /** The sidecar's container, in whichever list it stands; undefined before injection and where none was injected. */
  readonly proxy: Part | undefined;
  /** Containers that mount anything, in the order of their mounts. */
  readonly mounting: readonly string[];
}

const NONE: readonly never[] = [];

function group<K, T>(items: readonly T[], key: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const name = key(item);
    const list = groups.get(name);
    if (list === undefined) groups.set(name, [item]);
    else list.push(item);
  }
  return groups;
}

/** Whether a view shows a part: before injection only what the user gave, after it nothing that was removed. */
export function shows(part: Part, view: ViewMode): boolean {
  switch (view) {
    case 'original':
      return part.change !== 'added';
    case 'injected':
      return part.change !== 'removed';
    case 'difference':
      return true;
  }
}

/** The value a view shows: before injection the one that stood there then. */
export function valueIn(part: Part, view: ViewMode): string | null {
  if (view === 'original' && part.change === 'changed') return part.before ?? part.value;
  return part.value ?? part.before ?? null;
}

export function indexParts(anatomy: WorkloadAnatomy, view: ViewMode): PartIndex {
  const parts = anatomy.parts.filter((part) => shows(part, view));
  const byId = new Map(parts.map((part) => [part.id, part]));
  const links = anatomy.links.filter((link) => byId.has(link.from) && byId.has(link.to));
  const byKind = group(parts, (part) => part.kind);
  const byParent = group(parts, (part) => part.parent);
  const from = group(links, (link) => link.from);
  const to = group(links, (link) => link.to);
  const containers = [...(byKind.get('container') ?? NONE), ...(byKind.get('init-container') ?? NONE)];
  return {
    parts,
    proxy: containers.find((part) => part.label === 'istio-proxy'),
    mounting: [...new Set((byKind.get('mount') ?? NONE).map((part) => part.parent ?? ''))],
    get: (id) => byId.get(id),
    ofKind: (...kinds) =>
      kinds.length === 1 && kinds[0] !== undefined
        ? (byKind.get(kinds[0]) ?? NONE)
        : kinds.flatMap((kind) => byKind.get(kind) ?? NONE),
    childrenOf: (id, ...kinds) => {
      const children = byParent.get(id) ?? NONE;
      return kinds.length === 0 ? children : children.filter((part) => kinds.includes(part.kind));
    },
    linksFrom: (id) => from.get(id) ?? NONE,
    linksTo: (id) => to.get(id) ?? NONE,
  };
}
