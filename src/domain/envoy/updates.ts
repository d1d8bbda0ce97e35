import type { ControlStats, DiscoveryStats } from './stats.ts';

/** What became of the newest answer of the control plane for one kind of resource. */
export type LastUpdate = 'none' | 'taken' | 'refused';

export interface UpdateTrack {
  readonly cds: { readonly last: LastUpdate; readonly success: number; readonly rejected: number };
  readonly lds: { readonly last: LastUpdate; readonly success: number; readonly rejected: number };
}

export const NO_UPDATES: UpdateTrack = {
  cds: { last: 'none', success: 0, rejected: 0 },
  lds: { last: 'none', success: 0, rejected: 0 },
};

function follow(before: UpdateTrack['cds'], now: DiscoveryStats): UpdateTrack['cds'] {
  const taken = now.success > before.success;
  const refused = now.rejected > before.rejected;
  // Both since the last look: their order is not in the counters. What was refused is told rather than hidden.
  const last = refused ? 'refused' : taken ? 'taken' : before.last;
  return { last, success: now.success, rejected: now.rejected };
}

/**
 * Envoy only counts: whether its *newest* configuration was taken shows in which counter rose since the last look.
 * @param before the track so far; {@link NO_UPDATES} at the start of a run
 */
export function trackUpdates(before: UpdateTrack, stats: ControlStats): UpdateTrack {
  return { cds: follow(before.cds, stats.cds), lds: follow(before.lds, stats.lds) };
}
