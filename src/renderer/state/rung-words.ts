import type { EnvoySnapshot } from '../../contract/types.ts';
import { isSilent } from '../../domain/envoy/ladder.ts';
import { SILENT_WORDS } from './live.ts';

/**
 * Where a running proxy stands, in words for somebody who knows none of Envoy's counters; the counters are the evidence
 * beside them. The rungs are those of `domain/envoy/ladder.ts`.
 */
export function rungWords(snapshot: Pick<EnvoySnapshot, 'rung' | 'ready' | 'steps'>): string {
  const { rung, ready, steps } = snapshot;
  const answer = ready === null ? 'no answer' : `${ready.code} ${ready.body}`;
  if (isSilent(snapshot)) return `${SILENT_WORDS}: it is stopped, or too busy`;
  const asks = steps.find((step) => step.id === 'istiod');
  switch (rung) {
    case 'refused':
      return 'Envoy refuses its bootstrap';
    case 'no-istiod': {
      if (ready?.code === 200)
        return `LIVE, and knows nothing: Envoy gave up waiting for its configuration · ${answer}`;
      const socket = /no socket (\S+):/.exec(asks?.evidence ?? '')?.[1];
      if (socket !== undefined)
        return `No pilot-agent on this bench: its socket ${socket} is not there, so Envoy waits · ${answer}`;
      return `No istiod answers: Envoy waits for its configuration · ${answer}`;
    }
    case 'no-identity':
      return `No certificate yet: Envoy waits for its identity · ${answer}`;
    case 'rejected':
      return `Envoy refused what istiod sent, and keeps what it had · ${answer}`;
    case 'live':
      return asks?.state === 'not-on-this-bench'
        ? `LIVE: this bootstrap asks no istiod for configuration · ${answer}`
        : `LIVE with the configuration that istiod sent · ${answer}`;
  }
}
