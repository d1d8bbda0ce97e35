import type { PortUseKind } from '../anatomy/ports.ts';
import { portsIn } from './columns/ports.ts';
import type { Layout } from './layout.ts';
import type { Bundle, LinePlan } from './links.ts';
import type { PartIndex } from './part-index.ts';
import type { SceneBox, SceneInput, Tone } from './scene.ts';

const TONES: Readonly<Record<PortUseKind, Tone>> = {
  captures: 'injected',
  probes: 'neutral',
  scrapes: 'neutral',
  'passes-on': 'agent',
};

/** From left to right in the gutter. Lines to one port share a lane; to the lowest port they turn down first, and cross none. */
const LANES: readonly Bundle[] = ['lit', 'start', 'mount', 'structure', 'fixed', 'identity'];

function laneOf(port: SceneBox, targets: readonly SceneBox[]): Bundle {
  const lower = new Set(targets.filter(({ y }) => y > port.y).map(({ id }) => id)).size;
  return LANES[lower % LANES.length] ?? 'structure';
}

/** From whoever comes to a port to that port, in the scene that is about ports. */
export function portLines(input: SceneInput, index: PartIndex, layout: Layout): readonly LinePlan[] {
  if (input.scene !== 'ports') return [];
  const home = (id: string) => layout.byId.get(id) ?? layout.byId.get(layout.homes.get(id) ?? '');
  const ends = portsIn(index, input.view).uses.flatMap((use) => {
    const [from, to] = [home(`use/${use.part}/${use.port}`) ?? home(use.part), home(use.to)];
    return from === undefined || to === undefined ? [] : [{ use, from, to }];
  });
  const targets = ends.map(({ to }) => to);
  const lines = new Map<string, LinePlan>();
  for (const { use, from, to } of ends) {
    const lit = input.lit.has(use.part) && to.partId !== null && input.lit.has(to.partId);
    const calm = input.lit.size > 0 ? 'dim' : 'normal';
    const [state, bundle] = [lit ? 'lit' : calm, laneOf(to, targets)] as const;
    const key = `${from.id} ${to.id} ${use.kind}`;
    if (!lines.has(key))
      lines.set(key, { from, to, rule: use.kind, tone: TONES[use.kind], state, bundle, carries: [] });
  }
  return [...lines.values()];
}
