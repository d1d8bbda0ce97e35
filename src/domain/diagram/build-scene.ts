import { roomZoom, standsFor } from './for-room.ts';
import { holdingOf } from './holding.ts';
import { labelOf, type Routed } from './labels.ts';
import { HALF_EMPTY, type Layout, layOut } from './layout.ts';
import { type Light, underLight } from './lights.ts';
import { linesOf } from './links.ts';
import { printable } from './measure.ts';
import { indexParts, type PartIndex } from './part-index.ts';
import { crossAt, pathOf, route } from './routes.ts';
import type { Scene, SceneBox, SceneInput, SceneLine, SceneText, Unlit } from './scene.ts';
import { sceneEntry, viewOf } from './scenes.ts';
import { separate } from './separate.ts';
import { leastWidth, mostLarge } from './stage.ts';
import { VIEW_TITLES, withoutOriginal } from './words.ts';

/** The room for which the sizes were drawn; of any more, half goes into larger type and half into more content. */
const DRAWN_FOR = { width: 1280, height: 560 } as const;

/** The layout and how much larger than drawn everything in it is, at most half as much again. */
interface Zoomed {
  readonly zoom: number;
  readonly inner: Unlit;
  readonly layout: Layout;
}

function atZoom(input: Unlit, index: PartIndex, zoom: number): Zoomed {
  const inner = { ...input, width: input.width / zoom, height: input.height / zoom };
  return { zoom, inner, layout: layOut(inner, index) };
}

const NONE_OPEN: ReadonlySet<string> = new Set();

/** The picture at its scale, which no group that is opened changes: what was there stays as large as it was. */
function laidOut(input: Unlit, index: PartIndex): Zoomed {
  const folded = scaled({ ...input, open: NONE_OPEN }, index);
  if (input.open.size === 0) return folded;
  const inner = { ...folded.inner, open: input.open };
  return { zoom: folded.zoom, inner, layout: layOut(inner, index, folded.layout) };
}

/**
 * Where all there is to show leaves much of the height free, the letters take more of it: a picture that would stay half
 * empty may even become as large as its width allows.
 */
function scaled(input: Unlit, index: PartIndex): Zoomed {
  if (input.reader === 'room') return atZoom(input, index, roomZoom(input));
  const holding = holdingOf(input, index);
  const least = leastWidth(holding);
  if (input.width < least) return atZoom(input, index, input.width / least);
  const ratio = Math.min(input.width / DRAWN_FOR.width, input.height / DRAWN_FOR.height);
  const most = Math.min(1.5, Math.max(1, ratio));
  const calm = atZoom(input, index, Math.min(1.5, Math.max(1, 1 + (ratio - 1) / 2)));
  const filled = calm.layout.height / calm.inner.height;
  const wide =
    filled < HALF_EMPTY ? Math.min(mostLarge(holding), input.width / least, calm.zoom / filled) : 1;
  const larger = Math.max(most, wide);
  if (calm.zoom >= larger || filled > 0.9) return calm;
  const large = atZoom(input, index, larger);
  return large.layout.height <= large.inner.height ? large : calm;
}

/**
 * The picture of a workload: every box, text and line with its place. Pure and deterministic; linear in the number of
 * parts. The result is `input.width` wide and may be taller than `input.height` when there is more to show.
 */
export function buildScene(input: SceneInput): Scene {
  return lightScene(layOutScene(input), input);
}

/** A picture whose boxes have their places, whatever is chosen or lit in it. */
export interface LaidScene {
  readonly input: Unlit;
  readonly index: PartIndex;
  readonly zoomed: Zoomed;
  /** At the scale of the picture, nothing chosen and nothing lit. */
  readonly boxes: readonly SceneBox[];
}

/** The greater part of building a scene: what pointing and choosing do not change. */
export function layOutScene(asked: Unlit): LaidScene {
  const input = { ...asked, view: viewOf(asked.scene, asked.view) };
  const index = indexParts(input.anatomy, input.view);
  const zoomed = laidOut(input, index);
  return { input, index, zoomed, boxes: zoomed.layout.boxes.map((box) => scaleBox(box, zoomed.zoom)) };
}

/** The folded rests (“+ 6 more”) of the columns that the scene is about in which some of the parts are: opened, they show them. */
export function foldsHiding({ index, zoomed }: LaidScene, parts: ReadonlySet<string>): readonly string[] {
  if (parts.size === 0) return [];
  const stands = standsFor(zoomed.inner, index);
  const aside = new Set(
    stands.flatMap(({ columns }) =>
      columns.flatMap(({ name, mode }) => (mode === 'context' ? [`column/${name}`] : [])),
    ),
  );
  const parents = new Map(zoomed.layout.boxes.map(({ id, parent }) => [id, parent]));
  const columnOf = (id: string): string => {
    const parent = parents.get(id) ?? null;
    return parent === null ? id : columnOf(parent);
  };
  return [...zoomed.layout.lights.folded].flatMap(([id, hidden]) =>
    !aside.has(columnOf(id)) && hidden.some((part) => parts.has(part)) ? [id] : [],
  );
}

/** The picture with what is chosen and lit in it, and with its lines. */
export function lightScene({ input, index, zoomed, boxes }: LaidScene, { selected, lit }: Light): Scene {
  const { zoom, layout } = zoomed;
  const inner: SceneInput = { ...zoomed.inner, selected, lit };
  const routed = separate(
    linesOf(inner, index, layout).map((plan) => ({ plan, points: route(plan, layout) })),
    layout,
  );
  const labelled = new Map<string, string>();
  const lines = routed.map((line) => drawLine(line, routed, zoom, labelled));
  return {
    width: input.width,
    height: tenth(layout.height * zoom),
    title: printable(titleOf(input)),
    view: input.view,
    ...(input.reader === undefined ? {} : { reader: input.reader }),
    boxes: underLight(boxes, layout.lights, { selected, lit }),
    lines,
    captions: [...input.captions, ...withoutOriginal(input.anatomy, input.view)],
  };
}

/** Which workload, which scene, and the view where the scene's own name does not say it. */
function titleOf({ anatomy, scene, view }: Unlit): string {
  const { title, fixed } = sceneEntry(scene);
  const of = `${anatomy.name} (${anatomy.kind}, ${anatomy.namespace}): ${title}`;
  return fixed === null ? `${of}, ${VIEW_TITLES[view]}` : of;
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

function drawLine(
  routed: Routed,
  all: readonly Routed[],
  zoom: number,
  labelled: Map<string, string>,
): SceneLine {
  const { plan, points } = routed;
  const label = labelOf(routed, all, labelled);
  const scaled = points.map((point) => ({ x: point.x * zoom, y: point.y * zoom }));
  const gap = label === null ? null : { ...label.gap, from: label.gap.from * zoom, to: label.gap.to * zoom };
  const [start, next] = scaled;
  const cross =
    plan.state === 'broken' && start !== undefined && next !== undefined
      ? crossAt({ x: (start.x + next.x) / 2, y: (start.y + next.y) / 2 })
      : '';
  return {
    id: `line/${plan.bundle}/${plan.from.id}>${plan.to.id}`,
    from: plan.from.id,
    to: plan.to.id,
    carries: plan.carries.map((link) => ({ from: link.from, to: link.to })),
    rule: plan.rule,
    d: cross + pathOf(scaled, gap),
    tone: plan.tone,
    state: plan.state,
    ...(plan.absent === true ? { absent: true } : {}),
    arrow: plan.rule !== 'opens' && plan.state !== 'broken',
    label: label === null ? null : scaleText(label.text, zoom),
  };
}
