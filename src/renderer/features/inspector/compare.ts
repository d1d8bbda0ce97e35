import type { Part } from '../../../domain/anatomy/model.ts';
import { alignWith, cutOut } from '../../../domain/yaml/align.ts';

/** Two texts to compare line by line. */
export interface Compared {
  readonly before: string;
  readonly after: string;
  /** Whether `before` is in the order and style of `after`; if not, it is as the user wrote it. */
  readonly aligned: boolean;
}

/** Larger texts are not put in order as a whole: only where the workload stands in them is known. */
const MAX_WHOLE = 1024 * 1024;

/**
 * The chosen workload alone, before and after. What leans on another part of the file (an anchor outside of a List's
 * item) cannot be read alone: then its text is compared as it is written.
 */
export function compare(
  original: string,
  injected: string,
  workload: Pick<Part, 'source' | 'original'> | null,
): Compared {
  const known = workload?.source != null && workload.original !== undefined;
  const before = known && workload.original ? cutOut(original, workload.original) : original;
  const after = known && workload.source ? cutOut(injected, workload.source) : injected;
  if (!known && original.length > MAX_WHOLE) return { before, after, aligned: false };
  try {
    return { before: alignWith(before, after), after, aligned: true };
  } catch {
    return { before, after, aligned: false };
  }
}
