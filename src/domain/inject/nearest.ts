/** The candidate with the fewest differing letters; null when none is close enough to be meant. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let fewest = Math.max(1, Math.floor(word.length / 4)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= fewest) continue;
    best = candidate;
    fewest = distance;
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment) between two words. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a.charAt(row - 1) === b.charAt(column - 1);
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (a.charAt(row - 1) === b.charAt(column - 2) && a.charAt(row - 2) === b.charAt(column - 1))
        cost = Math.min(cost, (beforeLast[column - 2] ?? Number.POSITIVE_INFINITY) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
