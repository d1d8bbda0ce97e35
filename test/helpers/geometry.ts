import { textWidth } from '../../src/domain/diagram/measure.ts';
import type { Scene, SceneBox, SceneLine, SceneText } from '../../src/domain/diagram/scene.ts';

/** What is wrong with a picture, in words; empty when nothing is. Slack for coordinates rounded to a tenth. */
const SLACK = 0.35;

function contains(outer: SceneBox, inner: SceneBox): boolean {
  return (
    inner.x >= outer.x - SLACK &&
    inner.y >= outer.y - SLACK &&
    inner.x + inner.width <= outer.x + outer.width + SLACK &&
    inner.y + inner.height <= outer.y + outer.height + SLACK
  );
}

function overlap(a: SceneBox, b: SceneBox): boolean {
  return (
    a.x + SLACK < b.x + b.width &&
    b.x + SLACK < a.x + a.width &&
    a.y + SLACK < b.y + b.height &&
    b.y + SLACK < a.y + a.height
  );
}

function groupByParent(boxes: readonly SceneBox[]): ReadonlyMap<string | null, readonly SceneBox[]> {
  const groups = new Map<string | null, SceneBox[]>();
  for (const box of boxes) groups.set(box.parent, [...(groups.get(box.parent) ?? []), box]);
  return groups;
}

/** Siblings that overlap, children outside their parents, boxes outside the picture. */
export function misplacedBoxes(scene: Scene): readonly string[] {
  const faults: string[] = [];
  const byId = new Map(scene.boxes.map((box) => [box.id, box]));
  const siblings = groupByParent(scene.boxes);
  for (const group of siblings.values())
    group.forEach((box, index) => {
      for (const other of group.slice(index + 1))
        if (overlap(box, other)) faults.push(`${box.id} overlaps ${other.id}`);
    });
  const picture = { ...scene.boxes[0], x: 0, y: 0, width: scene.width, height: scene.height } as SceneBox;
  for (const box of scene.boxes) {
    const parent = box.parent === null ? picture : byId.get(box.parent);
    if (parent === undefined) faults.push(`${box.id} stands in ${box.parent}, which is not there`);
    else if (!contains(parent, box)) faults.push(`${box.id} is not inside ${parent.id}`);
  }
  return faults;
}

/** Texts wider than their box, and texts of one line that run into each other. */
export function crampedTexts(scene: Scene): readonly string[] {
  return scene.boxes.flatMap((box) => {
    const level = box.texts.filter(({ turned }) => turned !== true);
    const spans = level.map((text) => {
      const width = textWidth(text.text, text);
      const x =
        text.anchor === 'start' ? text.x : text.anchor === 'end' ? text.x - width : text.x - width / 2;
      return { text: text.text, y: text.y, x, right: x + width };
    });
    const wide = spans.filter((span) => span.x < box.x - 1 || span.right > box.x + box.width + 1);
    const mixed = spans.filter((span, index) =>
      spans
        .slice(index + 1)
        .some(
          (other) => Math.abs(other.y - span.y) < 6 && other.x < span.right - 1 && span.x < other.right - 1,
        ),
    );
    const low = level.filter((text) => text.y > box.y + box.height || text.y - text.size * 0.7 < box.y - 1);
    return [
      ...wide.map((span) => `“${span.text}” is wider than ${box.id}`),
      ...mixed.map((span) => `“${span.text}” runs into another text of ${box.id}`),
      ...low.map((text) => `“${text.text}” stands outside ${box.id}`),
      ...crampedTurned(box),
    ];
  });
}

/** Texts from above to below that are longer than their box, beside it, or run into the next. */
function crampedTurned(box: SceneBox): readonly string[] {
  const turned = box.texts.filter((text) => text.turned === true);
  return turned.flatMap((text, index) => {
    const end = text.y + textWidth(text.text, text);
    const next = turned[index + 1];
    return [
      ...(text.y < box.y || end > box.y + box.height + 1 ? [`“${text.text}” is longer than ${box.id}`] : []),
      ...(text.x - text.size * 0.25 < box.x || text.x + text.size * 0.75 > box.x + box.width
        ? [`“${text.text}” stands outside ${box.id}`]
        : []),
      ...(next !== undefined && next.y < end ? [`“${text.text}” runs into “${next.text}”`] : []),
    ];
  });
}

export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The stretches of a path, curves taken as their chords. */
export function segments(d: string): readonly Segment[] {
  const result: Segment[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', list = ''] of d.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const numbers = list.trim().split(/\s+/).map(Number);
    const [endX = 0, endY = 0] = numbers.slice(-2);
    if (command !== 'M') result.push({ x1: x, y1: y, x2: endX, y2: endY });
    [x, y] = [endX, endY];
  }
  return result;
}

function crosses(segment: Segment, box: SceneBox): boolean {
  const steps = Math.max(1, Math.ceil(Math.hypot(segment.x2 - segment.x1, segment.y2 - segment.y1) / 2));
  for (let step = 0; step <= steps; step++) {
    const x = segment.x1 + ((segment.x2 - segment.x1) * step) / steps;
    const y = segment.y1 + ((segment.y2 - segment.y1) * step) / steps;
    if (x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1)
      return true;
  }
  return false;
}

/** A box and all that it stands in. */
function around(byId: ReadonlyMap<string, SceneBox>, id: string): readonly string[] {
  const chain: string[] = [];
  for (let box = byId.get(id); box !== undefined; box = byId.get(box.parent ?? '')) chain.push(box.id);
  return chain;
}

/** Lines that go through a box that they neither end at nor stand in. */
export function crossingLines(scene: Scene): readonly string[] {
  const byId = new Map(scene.boxes.map((box) => [box.id, box]));
  return scene.lines.flatMap((line: SceneLine) => {
    const own = new Set([...around(byId, line.from), ...around(byId, line.to)]);
    const others = scene.boxes.filter((box) => !own.has(box.id));
    return segments(line.d).flatMap((segment) =>
      others.filter((box) => crosses(segment, box)).map((box) => `${line.id} crosses ${box.id}`),
    );
  });
}

/** Where the letters of a level text stand. */
function areaOf(text: SceneText): Area {
  const width = textWidth(text.text, text);
  const left = { start: 0, middle: width / 2, end: width }[text.anchor];
  return { x: text.x - left, y: text.y - text.size * 0.7, width, height: text.size * 0.7 };
}

type Area = Pick<SceneBox, 'x' | 'y' | 'width' | 'height'>;

/** Labels of lines through which another line runs, and labels that stand on each other or on a box they do not belong to. */
export function crossedLabels(scene: Scene): readonly string[] {
  const byId = new Map(scene.boxes.map((box) => [box.id, box]));
  const labels = scene.lines.flatMap((line) =>
    line.label === null ? [] : [{ line, text: line.label.text, area: areaOf(line.label) as SceneBox }],
  );
  return labels.flatMap(({ line, text, area }, index) => {
    const of = `“${text}” of ${line.id}`;
    const own = new Set([...around(byId, line.from), ...around(byId, line.to)]);
    return [
      ...scene.lines
        .filter((other) => segments(other.d).some((segment) => crosses(segment, area)))
        .map((other) => `${of} is crossed by ${other.id}`),
      ...labels
        .slice(index + 1)
        .filter((other) => overlap(area, other.area))
        .map((other) => `${of} stands on “${other.text}”`),
      ...scene.boxes
        .filter((box) => !own.has(box.id) && overlap(area, box))
        .map((box) => `${of} stands on ${box.id}`),
    ];
  });
}

/** Texts of a box that run into a box which stands in it. */
export function coveredTexts(scene: Scene): readonly string[] {
  const inside = groupByParent(scene.boxes);
  return scene.boxes.flatMap((box) =>
    (inside.get(box.id) ?? []).flatMap((other) =>
      box.texts
        .filter((text) => text.turned !== true && overlap(areaOf(text) as SceneBox, other))
        .map((text) => `“${text.text}” of ${box.id} runs into ${other.id}`),
    ),
  );
}

/** Words of the diagram itself that are cut in the middle; names and values of the user's may be. */
export function cutWords(scene: Scene): readonly string[] {
  return scene.boxes.flatMap((box) =>
    box.texts
      // “…” alone stands for a value that has no room at all.
      .filter(({ text, full }) => text.includes('…') && text !== '…' && full !== undefined)
      .filter((text) => isOurs(box, text))
      .map((text) => `${box.id}: “${text.text}”`),
  );
}

function isOurs(box: SceneBox, text: SceneText): boolean {
  switch (box.role) {
    case 'heading':
    case 'more':
    case 'badge':
      return true;
    case 'column':
      // Beside the pod's title stands the workload's name.
      return box.id !== 'column/pod' || text.size >= 18;
    case 'card':
      // A container's name and image are the user's; addresses are in monospace.
      return text.family === 'sans' && !box.id.startsWith('container/');
    case 'row':
      // On the right, but for the paths of the downward API, which are Kubernetes' own.
      return text.family === 'sans' && text.anchor === 'end' && !/^[a-z]+\.[\w.]+$/.test(text.full ?? '');
  }
}

/** Everything that is wrong with where things stand in a picture. */
export const pictureFaults = (scene: Scene): readonly string[] => [
  ...misplacedBoxes(scene),
  ...crampedTexts(scene),
  ...coveredTexts(scene),
  ...crossingLines(scene),
  ...crossedLabels(scene),
];
