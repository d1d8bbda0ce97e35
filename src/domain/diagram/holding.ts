import type { PartIndex } from './part-index.ts';
import type { Unlit } from './scene.ts';

/** Whether a picture has a sidecar, has none yet, or is of a workload that got none. */
export type Holding = 'sidecar' | 'none-yet' | 'none';

/** What a view of a workload has to show of a sidecar. */
export function holdingOf({ view, anatomy }: Unlit, index: PartIndex): Holding {
  if (index.proxy !== undefined) return 'sidecar';
  return view === 'original' && anatomy.injected ? 'none-yet' : 'none';
}
