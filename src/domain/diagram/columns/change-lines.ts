import type { Part, PartKind } from '../../anatomy/model.ts';
import { MARKS, plural } from '../words.ts';

/** Pieces of which a container has many: their number is told, as soon as there are two. */
const COUNTED: Readonly<Partial<Record<PartKind, string>>> = {
  arg: 'arg',
  env: 'variable',
  'env-from': 'env source',
  mount: 'mount',
  port: 'port',
  probe: 'probe',
};

/** What of one kind of change there is: `image, resources, 5 args`. */
function named(parts: readonly Part[]): string {
  const words: string[] = [];
  const told = new Set<PartKind>();
  for (const { kind, label } of parts) {
    const word = COUNTED[kind];
    const count = parts.filter((part) => part.kind === kind).length;
    if (word === undefined || count === 1) words.push(label);
    else if (!told.has(kind)) words.push(plural(count, word));
    told.add(kind);
  }
  return words.join(', ');
}

/** What the injector did to a container, a line for each kind of change: `~ image, resources`, `+ 5 args`. */
export function changeLines(differing: readonly Part[]): readonly string[] {
  return (['changed', 'added', 'removed'] as const).flatMap((change) => {
    const parts = differing.filter((part) => part.change === change);
    return parts.length === 0 ? [] : [`${MARKS[change]} ${named(parts)}`];
  });
}
