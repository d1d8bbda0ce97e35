/** One line of the table in docs/performance.md. */
export interface Row {
  /** As in the list of budgets. */
  readonly what: string;
  readonly ours: string;
  /** The bare program beside it, in the same run. */
  readonly bare: string;
  readonly ratio: number;
  readonly bound: number;
  /** What else was seen and how it was measured. */
  readonly note: string;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const ms = (value: number): string =>
  value < 100 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
export const kb = (bytes: number): string => `${(bytes / 1e3).toFixed(0)} kB`;
export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Milliseconds that some work takes. */
export async function timed<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly value: T; readonly ms: number }> {
  const begin = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begin };
}

/** Collects garbage where Node was started with --expose-gc. */
export function collectGarbage(): void {
  const { gc } = globalThis as { readonly gc?: () => void };
  if (gc === undefined) throw new Error('start Node with --expose-gc');
  gc();
}

/** The longest time for which this thread did not come round, while some work goes on elsewhere. */
export async function longestBlock<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly ms: number }> {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const value = await work();
  longest = Math.max(longest, performance.now() - last);
  clearInterval(timer);
  return { value, ms: longest };
}
