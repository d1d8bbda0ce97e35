import { layOut } from './layout.ts';
import { type LinePlan, linesOf } from './links.ts';
import { textWidth } from './measure.ts';
import { indexParts } from './part-index.ts';
import { baseline } from './place.ts';
import { crossAt, type Point, pathOf, route } from './routes.ts';
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
    title: `${input.anatomy.name} (${input.anatomy.kind}, ${input.anatomy.namespace}): ${SCENE_TITLES[input.scene]}, ${VIEW_TITLES[input.view]}`,
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
};

/** A label in the middle of a straight line, at the first of several lines that follow the same rule. */
function labelOf(plan: LinePlan, points: readonly Point[], labelled: Map<string, string>): SceneText | null {
  const [start, end] = points;
  const text = RULE_WORDS[plan.rule];
  if (points.length !== 2 || start === undefined || end === undefined || text === undefined) return null;
  if (
    plan.state === 'dim' ||
    (plan.state !== 'lit' && labelled.get('last') === `${plan.rule} ${plan.bundle}`)
  )
    return null;
  const font = { size: 13, weight: 600, family: 'sans' } as const;
  if (textWidth(text, font) + 30 > end.x - start.x) return null;
  if (plan.state !== 'lit') labelled.set('last', `${plan.rule} ${plan.bundle}`);
  return {
    x: (start.x + end.x) / 2,
    y: baseline(start.y, 0, 13),
    text,
    ...font,
    ink: plan.tone,
    anchor: 'middle',
  };
}

function drawLine(
  plan: LinePlan,
  points: readonly Point[],
  zoom: number,
  labelled: Map<string, string>,
): SceneLine {
  const label = labelOf(plan, points, labelled);
  const half = label === null ? 0 : textWidth(label.text, label) / 2 + 7;
  const scaled = points.map((point) => ({ x: point.x * zoom, y: point.y * zoom }));
  const gap = label === null ? null : ([(label.x - half) * zoom, (label.x + half) * zoom] as const);
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
    d: cross + pathOf(scaled, gap),
    tone: plan.tone,
    state: plan.state,
    arrow: plan.rule !== 'opens',
    label: label === null ? null : scaleText(label, zoom),
  };
}
