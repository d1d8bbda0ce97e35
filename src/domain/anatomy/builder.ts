import { createIdRegister } from './identifiers.ts';
import type { Link, LinkRule, Part } from './model.ts';

/** Gathers parts and links of one workload; ids stay unique, links are kept once. */
export interface AnatomyBuilder {
  /** Adds a part under the id it asks for, or a numbered one if that is taken; answers the id it got. */
  add(part: Part): string;
  /** Puts a part in the place of the one with its id. */
  replace(part: Part): void;
  link(from: string, to: string, rule: LinkRule): void;
  part(id: string): Part | undefined;
  parts(): readonly Part[];
  /** Links whose two ends are there. */
  links(): readonly Link[];
  /** Whether any link starts or ends at a part. */
  linked(id: string): boolean;
}

export function createBuilder(): AnatomyBuilder {
  const free = createIdRegister();
  const parts = new Map<string, Part>();
  const links = new Map<string, Link>();
  const ends = new Set<string>();
  return {
    add(part) {
      const id = free(part.id);
      parts.set(id, id === part.id ? part : { ...part, id });
      return id;
    },
    replace: (part) => void parts.set(part.id, part),
    link(from, to, rule) {
      links.set(`${from}\n${to}\n${rule}`, { from, to, rule });
      ends.add(from).add(to);
    },
    part: (id) => parts.get(id),
    parts: () => [...parts.values()],
    links: () => [...links.values()].filter(({ from, to }) => parts.has(from) && parts.has(to)),
    linked: (id) => ends.has(id),
  };
}
