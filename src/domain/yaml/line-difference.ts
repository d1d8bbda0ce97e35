/** Lines `fromA` to `toA` (exclusive, from 0) of one text stand in place of `fromB` to `toB` of the other. */
export interface LineChange {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Texts that differ in more lines cost too much time and memory, which grow with its square. */
const MAX_CHANGED = 1500;

/**
 * The shortest way from one text to another in whole lines (Myers 1986, “An O(ND) difference algorithm”); null when more
 * than `most` lines differ. A comparison by letters tears a YAML tree apart: `metadata:` matches half of `  metadata:`.
 */
export function lineChanges(
  a: readonly string[],
  b: readonly string[],
  most = MAX_CHANGED,
): readonly LineChange[] | null {
  /** For every number of changed lines, how far each diagonal (line of a − line of b) had got before them. */
  const trace: ReadonlyMap<number, number>[] = [];
  let reached: ReadonlyMap<number, number> = new Map([[1, 0]]);
  for (let changed = 0; changed <= Math.min(most, a.length + b.length); changed += 1) {
    trace.push(reached);
    const next = new Map<number, number>();
    for (let k = -changed; k <= changed; k += 2) {
      let x = step(reached, k, changed).x;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return wayBack(trace, a.length, b.length);
    }
    reached = next;
  }
  return null;
}

/** Whether the best way onto diagonal `k` puts in a line of b (else it takes away one of a), and where it comes out. */
function step(
  reached: ReadonlyMap<number, number>,
  k: number,
  changed: number,
): { readonly put: boolean; readonly x: number } {
  const above = reached.get(k + 1) ?? -1;
  const below = reached.get(k - 1) ?? -1;
  const put = k === -changed || (k !== changed && below < above);
  return { put, x: put ? above : below + 1 };
}

/** Follows the steps from the ends of both texts back to their beginnings and joins those that touch. */
function wayBack(trace: readonly ReadonlyMap<number, number>[], endA: number, endB: number): LineChange[] {
  const changes: LineChange[] = [];
  let k = endA - endB;
  for (let changed = trace.length - 1; changed > 0; changed -= 1) {
    const { put, x } = step(trace[changed] ?? new Map(), k, changed);
    const y = x - k;
    const change = put
      ? { fromA: x, toA: x, fromB: y - 1, toB: y }
      : { fromA: x - 1, toA: x, fromB: y, toB: y };
    const next = changes[0];
    if (next !== undefined && next.fromA === change.toA && next.fromB === change.toB)
      changes[0] = { ...next, fromA: change.fromA, fromB: change.fromB };
    else changes.unshift(change);
    k += put ? 1 : -1;
  }
  return changes;
}
