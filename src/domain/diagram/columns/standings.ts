import type { BoxState } from '../plan.ts';
import type { SceneLive, Tone } from '../scene.ts';

/** What a live bench says of something outside the proxy. */
export interface Standing {
  readonly state: BoxState;
  readonly word: string;
  readonly tone: Tone;
  readonly evidence: string;
}

const PLAIN: Standing = { state: 'normal', word: '', tone: 'neutral', evidence: '' };
const NOT_ASKED: Standing = { state: 'missing', word: 'not asked', tone: 'waiting', evidence: '' };
const NOT_HERE: Standing = { ...NOT_ASKED, word: 'not on this bench' };

/** What was seen of istiod's discovery before Envoy ended or fell silent, or before nobody could look any more. */
function discoveryBefore({ rung, last }: SceneLive, viaAgent: boolean): Standing {
  const until = rung === 'ended' ? 'until it ended' : 'when last seen';
  if (last === undefined) return { ...NOT_ASKED, word: 'could not be told' };
  switch (last) {
    case 'refused':
      return NOT_ASKED;
    case 'no-istiod':
      return viaAgent ? NOT_ASKED : { ...NOT_ASKED, word: `no answer ${until}` };
    case 'no-identity':
    case 'live':
      return { ...NOT_ASKED, word: `answered ${until}`, tone: 'neutral' };
    case 'rejected':
      return { ...NOT_ASKED, word: `its config was refused ${until}` };
  }
}

/**
 * What a live bench says of istiod's discovery. `viaAgent`: Envoy asks pilot-agent's socket, so that where nobody
 * answers, istiod has not been asked.
 */
export function discoveryStanding(live: SceneLive | null, viaAgent: boolean): Standing {
  if (live === null) return PLAIN;
  const { evidence } = live;
  switch (live.rung) {
    case 'not-started':
      return { ...NOT_ASKED, word: 'not asked yet' };
    case 'refused':
      return NOT_ASKED;
    case 'ended':
    case 'silent':
    case 'lost':
      return discoveryBefore(live, viaAgent);
    case 'no-istiod':
      return viaAgent ? NOT_ASKED : { state: 'missing', word: 'no answer', tone: 'waiting', evidence };
    case 'no-identity':
      return { state: 'normal', word: 'answers', tone: 'good', evidence: '' };
    case 'rejected':
      return { state: 'normal', word: 'its config is refused', tone: 'bad', evidence };
    case 'live':
      return { state: 'normal', word: 'answers', tone: 'good', evidence };
  }
}

/** What a live bench says of istiod's certificate authority. */
export function authorityStanding(live: SceneLive | null): Standing {
  if (live === null) return PLAIN;
  switch (live.rung) {
    case 'live':
    case 'rejected':
      return PLAIN;
    case 'no-identity':
      return { state: 'missing', word: 'no identity', tone: 'waiting', evidence: live.evidence };
    case 'ended':
    case 'silent':
    case 'lost':
      return live.last === 'live' || live.last === 'rejected' ? PLAIN : NOT_HERE;
    case 'not-started':
    case 'no-istiod':
    case 'refused':
      return NOT_HERE;
  }
}

/** What a live bench says of pilot-agent: where istiod is reached it dials, else only Envoy is there. */
export function agentStanding(live: SceneLive | null): Standing {
  switch (live?.rung) {
    case 'ended':
    case 'silent':
    case 'lost':
      return live.last === undefined || live.last === 'no-istiod' ? NOT_HERE : PLAIN;
    case 'no-istiod':
      return { ...NOT_HERE, evidence: live.evidence };
    case 'not-started':
    case 'refused':
      return NOT_HERE;
    default:
      return PLAIN;
  }
}
