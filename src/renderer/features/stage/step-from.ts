/** The step after or before one; null, all of them at once, stands before the first and behind the last. */
export function stepFrom(now: number | null, by: 1 | -1, count: number): number | null {
  const next = (now ?? (by === 1 ? 0 : count + 1)) + by;
  return next < 1 || next > count ? null : next;
}
