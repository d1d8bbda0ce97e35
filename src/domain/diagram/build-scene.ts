import { layOut } from './layout.ts';
import { type LinePlan, linesOf } from './links.ts';
import { printable, textWidth } from './measure.ts';
import { indexParts } from './part-index.ts';
import { baseline } from './place.ts';
import { crossAt, type Gap, type Point, pathOf, route } from './routes.ts';
import type { Scene, SceneBox, SceneInput, SceneLine, SceneText } from './scene.ts';
import { SCENE_TITLES, VIEW_TITLES } from './words.ts';

/** The room for which the sizes were drawn; of any more, half goes into larger type and half into more content. */
const DRAWN_FOR = { width: 1280, height: 560 } as const;

/** How much larger than drawn everything is, at most half as much again. */
function zoomFor(width: number, height: number): number {
  const ratio = Math.min(width / DRAWN_FOR.width, height / DRAWN_FOR.height);
  return Math.min(1.5, Math.max(1, 1 + (ratio - 1) / 2));
}

/**
 * The picture of a workload: every box, text and line with its place. Pure and deterministic; linear in the number of
 * parts. The result is `input.width` wide and may be taller than `input.height` when there is more to show.
 */
export function buildScene(input: SceneInput): Scene {
  const zoom = zoomFor(input.width, input.height);
  const inner: SceneInput = { ...input, width: input.width / zoom, height: input.height / zoom };
  const index = indexParts(input.anatomy, input.view);
  const layout = layOut(inner, index);
  const plans = linesOf(inner, index, layout);
  const labelled = new Map<string, string>();
  const lines = plans.map((plan) => drawLine(plan, route(plan, layout), zoom, labelled));
  return {
    width: input.width,
    height: tenth(layout.height * zoom),
    title: printable(
      `${input.anatomy.name} (${input.anatomy.kind}, ${input.anatomy.namespace}): ${SCENE_TITLES[input.scene]}, ${VIEW_TITLES[input.view]}`,
    ),
    boxes: layout.boxes.map((box) => scaleBox(box, zoom)),
    lines,
    captions: input.captions,
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function scaleText(text: SceneText, zoom: number): SceneText {
  return { ...text, x: tenth(text.x * zoom), y: tenth(text.y * zoom), size: tenth(text.size * zoom) };
}

function scaleBox(box: SceneBox, zoom: number): SceneBox {
  const [x, y] = [tenth(box.x * zoom), tenth(box.y * zoom)];
  return {
    ...box,
    x,
    y,
    width: tenth((box.x + box.width) * zoom - x),
    height: tenth((box.y + box.height) * zoom - y),
    texts: box.texts.map((text) => scaleText(text, zoom)),
  };
}

/** What a rule is called on the line itself. */
const RULE_WORDS: Readonly<Partial<Record<SceneLine['rule'], string>>> = {
  'prefix-cut': 'prefix cut',
  'json-merged': 'JSON merged',
  'written-by-pilot-agent': 'by pilot-agent',
  'mesh-default-merged': 'merged',
  'certificate-request': 'pilot-agent asks for its certificate',
  podinfo: 'podinfo',
  'downward-api': 'downward API',
};

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

/** A label in the middle of a level stretch, at the first of several lines that follow the same rule. */
function labelOf(plan: LinePlan, points: readonly Point[], labelled: Map<string, string>): SceneText | null {
  const at = longest(points);
  const [start, end] = [points[at], points[at + 1]];
  const text = RULE_WORDS[plan.rule];
  if (start === undefined || end === undefined || text === undefined || plan.state === 'dim') return null;
  const font = { size: 13, weight: 600, family: 'sans' } as const;
  if (textWidth(text, font) + 30 > Math.abs(end.x - start.x)) return null;
  if (plan.state !== 'lit' && labelled.get(plan.bundle) === plan.rule) return null;
  if (plan.state !== 'lit') labelled.set(plan.bundle, plan.rule);
  const ink = plan.state === 'missing' ? 'waiting' : plan.tone;
  return { x: (start.x + end.x) / 2, y: baseline(start.y, 0, 13), text, ...font, ink, anchor: 'middle' };
}

function gapFor(label: SceneText, points: readonly Point[], zoom: number): Gap {
  const after = longest(points);
  const half =
    (textWidth(label.text, label) / 2 + 7) * ((points[after + 1]?.x ?? 0) < (points[after]?.x ?? 0) ? -1 : 1);
  return { after, from: (label.x - half) * zoom, to: (label.x + half) * zoom };
}

function drawLine(
  plan: LinePlan,
  points: readonly Point[],
  zoom: number,
  labelled: Map<string, string>,
): SceneLine {
  const label = labelOf(plan, points, labelled);
  const scaled = points.map((point) => ({ x: point.x * zoom, y: point.y * zoom }));
  const [start, next] = scaled;
  const cross =
    plan.state === 'broken' && start !== undefined && next !== undefined
      ? crossAt({ x: (start.x + next.x) / 2, y: (start.y + next.y) / 2 })
      : '';
  return {
    id: `line/${plan.bundle}/${plan.from.id}>${plan.to.id}`,
    from: plan.from.id,
    to: plan.to.id,
    rule: plan.rule,
    d: cross + pathOf(scaled, label === null ? null : gapFor(label, points, zoom)),
    tone: plan.tone,
    state: plan.state,
    arrow: plan.rule !== 'opens' && plan.state !== 'broken',
    label: label === null ? null : scaleText(label, zoom),
  };
}
