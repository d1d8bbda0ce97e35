import type { LinePlan } from './links.ts';
import { textWidth } from './measure.ts';
import type { Gap, Point } from './routes.ts';
import type { SceneLine, SceneText } from './scene.ts';
import { baseline } from './set-text.ts';

/** What a rule is called on the line itself. */
export const RULE_WORDS: Readonly<Partial<Record<SceneLine['rule'], string>>> = {
  'prefix-cut': 'prefix cut',
  'json-merged': 'JSON merged',
  'written-by-pilot-agent': 'by pilot-agent',
  'mesh-default-merged': 'merged',
  'certificate-request': 'pilot-agent asks for its certificate',
  podinfo: 'podinfo',
  'downward-api': 'downward API',
};

/** A line with its way. */
export interface Routed {
  readonly plan: LinePlan;
  readonly points: readonly Point[];
}

/** A label and the stretch of its line that is left out for it. */
export interface Label {
  readonly text: SceneText;
  readonly gap: Gap;
}

/** The longest level stretch of a way: the corner point it starts at. */
function longest(points: readonly Point[]): number {
  let best = 0;
  let length = 0;
  points.forEach((point, index) => {
    const next = points[index + 1];
    if (next === undefined || Math.abs(next.y - point.y) > 0.5) return;
    const own = Math.abs(next.x - point.x);
    if (own > length) [best, length] = [index, own];
  });
  return best;
}

/** Between a letter of a label and whatever else is there. */
const MARGIN = 7;
/** At both ends a piece of the line is seen; an arrow needs more. */
const ENDS = 8;
/** Half the height that a label takes. */
const HALF = 9;

/** Where other lines pass the height `y`, from left to right. */
function taken(y: number, own: Routed, all: readonly Routed[]): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  for (const other of all) {
    if (other === own) continue;
    other.points.forEach((point, index) => {
      const next = other.points[index + 1];
      if (next === undefined) return;
      if (Math.min(point.y, next.y) > y + HALF || Math.max(point.y, next.y) < y - HALF) return;
      stretches.push([Math.min(point.x, next.x), Math.max(point.x, next.x)]);
    });
  }
  return stretches.sort((a, b) => a[0] - b[0]);
}

/** The middle nearest to `wanted` of a free stretch `width` wide between `left` and `right`; null when there is none. */
function freeMiddle(
  left: number,
  right: number,
  width: number,
  blocked: readonly (readonly [number, number])[],
): number | null {
  const wanted = (left + right) / 2;
  let best: number | null = null;
  let start = left;
  for (const [from, to] of [...blocked, [right, right] as const]) {
    const end = Math.min(from, right);
    if (end - start >= width) {
      const middle = Math.min(Math.max(wanted, start + width / 2), end - width / 2);
      if (best === null || Math.abs(middle - wanted) < Math.abs(best - wanted)) best = middle;
    }
    start = Math.max(start, to);
  }
  return best;
}

/**
 * The label of a line on its longest level stretch, where no other line runs through it. Straight from row to row every
 * line says its rule, the first of a run with more weight; of lines that share a way only the first says it. `labelled`
 * remembers the rule that each bundle said last.
 */
export function labelOf(own: Routed, all: readonly Routed[], labelled: Map<string, string>): Label | null {
  const { plan, points } = own;
  const after = longest(points);
  const [start, end] = [points[after], points[after + 1]];
  const text = RULE_WORDS[plan.rule];
  if (start === undefined || end === undefined || text === undefined) return null;
  const dim = plan.state === 'dim';
  // What is said of a way that is not there is part of the picture, whatever is pointed at.
  if (dim && plan.absent !== true) return null;
  const lit = plan.state === 'lit';
  const again = !lit && labelled.get(plan.bundle) === plan.rule;
  if (again && points.length > 2) return null;
  const font = { size: 13, weight: again ? 400 : 600, family: 'sans' } as const;
  const width = textWidth(text, font) + 2 * MARGIN;
  const [left, right] = [Math.min(start.x, end.x) + ENDS, Math.max(start.x, end.x) - ENDS];
  if (width > right - left) return null;
  const x = freeMiddle(left, right, width, taken(start.y, own, all));
  if (x === null) return null;
  if (!lit) labelled.set(plan.bundle, plan.rule);
  const ink = dim || plan.state === 'missing' ? 'waiting' : plan.tone;
  const direction = end.x < start.x ? -1 : 1;
  return {
    text: { x, y: baseline(start.y, 0, 13), text, ...font, ink, anchor: 'middle' },
    gap: { after, from: x - (direction * width) / 2, to: x + (direction * width) / 2 },
  };
}
