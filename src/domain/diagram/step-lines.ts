import type { LadderStep } from '../envoy/ladder.ts';
import { IDENTITY_CARDS } from './columns/identity.ts';
import { stepId } from './columns/live.ts';
import type { Layout } from './layout.ts';
import type { LinePlan } from './links.ts';
import type { SceneBox, SceneInput } from './scene.ts';

const LADDER: readonly LadderStep['id'][] = ['accepted', 'istiod', 'identity', 'config', 'live', 'pod-ready'];

function between(boxes: readonly (SceneBox | undefined)[], lit: boolean): readonly LinePlan[] {
  return boxes.slice(1).flatMap((to, at) => {
    const from = boxes[at];
    if (from === undefined || to === undefined) return [];
    const calm = to.state === 'missing' ? 'missing' : 'normal';
    return [
      {
        from,
        to,
        rule: 'leads-to',
        tone: from.tone,
        state: lit ? 'dim' : calm,
        bundle: 'structure',
        carries: [],
      } satisfies LinePlan,
    ];
  });
}

/**
 * From step to step: of the chain by which a pod comes to its certificate, whose last one was never seen, and of the ladder
 * that a real Envoy climbs.
 */
export function stepLines({ scene, lit }: SceneInput, layout: Layout): readonly LinePlan[] {
  const at = (ids: readonly string[]) => ids.map((id) => layout.byId.get(id));
  const { account, token, agent, certificate } = IDENTITY_CARDS;
  if (scene === 'volumes') return between(at([account, token, agent, certificate]), lit.size > 0);
  return scene === 'live' ? between(at(LADDER.map(stepId)), lit.size > 0) : [];
}
