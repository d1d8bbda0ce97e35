import type { Layout } from './layout.ts';
import type { Bundle, LinePlan } from './links.ts';
import type { SceneBox } from './scene.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

const PROXY_CARD = 'container/istio-proxy';

/** From the end of one colour to the next: what is of two colours would have the head of one of them. */
const BESIDE = 15;

/** How many colours stand before that of a volume's line where the column opens its container; the user's are first. */
function colourOf({ to, tone }: LinePlan, layout: Layout): number {
  const container = layout.byId.get(PROXY_CARD);
  if (to.role !== 'column' || container === undefined || container.tone === tone) return 0;
  return tone === 'user' || container.tone === 'user' ? 1 : 2;
}

/** The volumes' bundle joins the line by which the column opens its container, if that is of its colour. */
function mountEnd(plan: LinePlan, layout: Layout): number {
  const { to } = plan;
  const container = layout.byId.get(PROXY_CARD);
  const opening = to.role === 'column' && container?.role === 'card' ? middle(container) : middle(to);
  return meet(to, opening + colourOf(plan, layout) * BESIDE);
}

/** Above all columns: lines that pass over a column run here, one lane for each kind. */
const CHANNEL: Readonly<Record<Bundle, number>> = {
  request: 14,
  structure: 14,
  identity: 14,
  start: 20,
  fixed: 20,
  mount: 20,
  lit: 8,
};

/** Where in a gutter each bundle runs, as a share of the gutter. */
const LANE: Readonly<Record<Bundle, number>> = {
  start: 0.3,
  fixed: 0.56,
  mount: 0.42,
  structure: 0.5,
  // Right of `structure`: the cluster of SDS stands below that of ADS, and so do their sockets; so they do not cross.
  identity: 0.64,
  request: 0.76,
  lit: 0.12,
};

const middle = (box: SceneBox): number => box.y + box.height / 2;
/** A heading's text begins at its edge; an arrow stops short of it. */
const left = (box: SceneBox): number => (box.role === 'heading' ? box.x - 4 : box.x);
const right = (box: SceneBox): number => box.x + box.width;

/** Height at which a line meets a box: a column's is told by the other end, as far as it has an edge there. */
function meet(box: SceneBox, other: number): number {
  if (box.role !== 'column') return middle(box);
  return Math.min(Math.max(other, box.y + 26), box.y + box.height - 26);
}

function overlap(a: SceneBox, b: SceneBox): boolean {
  return a.x < right(b) && b.x < right(a);
}

/** Gutter between two lanes, from the right edge of one to the left edge of the next. */
function gutter(layout: Layout, after: number): readonly [number, number] {
  const lane = layout.lanes[after];
  const next = layout.lanes[after + 1];
  const left = lane?.right ?? 0;
  return [left, next?.x ?? left + 20];
}

function trunk(layout: Layout, after: number, bundle: Bundle): number {
  const [start, end] = gutter(layout, after);
  return start + (end - start) * LANE[bundle];
}

/**
 * The way of a line as corner points. Boxes fill their lane from edge to edge, so a line leaves its box sideways into
 * the gutter, runs there, and enters the other box sideways; over other columns it goes through the channel above them.
 */
export function route(plan: LinePlan, layout: Layout): readonly Point[] {
  // In the lane of those that lead somewhere its colour would be theirs: it ends before.
  if (plan.bundle === 'mount' && plan.state === 'broken')
    return route({ ...plan, state: 'normal' }, layout).slice(0, 2);
  const { from, to, bundle } = plan;
  const fromLane = layout.laneOf.get(from.id) ?? 0;
  const toLane = layout.laneOf.get(to.id) ?? 0;
  const vertical = fromLane === toLane && overlap(from, to) && isNeighbour(from, to, layout);
  if (vertical) return straightDown(from, to);
  if (bundle === 'request') return fromTop(from, to, layout, toLane);
  const y1 = meet(from, middle(to));
  const y2 = bundle === 'mount' ? mountEnd(plan, layout) : meet(to, y1);
  if (fromLane === toLane) {
    const x = trunk(layout, fromLane, bundle);
    return [
      { x: right(from), y: y1 },
      { x, y: y1 },
      { x, y: y2 },
      { x: right(to), y: y2 },
    ];
  }
  if (fromLane > toLane) return backwards(plan, layout, toLane, fromLane, y1, y2);
  if (toLane === fromLane + 1) {
    const level = bundle === 'mount' ? null : levelOf(from, to, y1);
    if (level !== null)
      return [
        { x: right(from), y: level },
        { x: left(to), y: level },
      ];
    // The user's end above the others: in a lane before theirs they cross none of them.
    const first = bundle === 'mount' && plan.tone === 'user' && colourOf(plan, layout) > 0;
    const x = trunk(layout, fromLane, first ? 'start' : bundle);
    return [
      { x: right(from), y: y1 },
      { x, y: y1 },
      { x, y: y2 },
      { x: left(to), y: y2 },
    ];
  }
  const start = trunk(layout, fromLane, bundle);
  const end = trunk(layout, toLane - 1, bundle);
  const top = CHANNEL[bundle];
  return [
    { x: right(from), y: y1 },
    { x: start, y: y1 },
    { x: start, y: top },
    { x: end, y: top },
    { x: end, y: y2 },
    { x: left(to), y: y2 },
  ];
}

/** The mounts of each container run in a lane of their own. */
function mountTrunk(to: SceneBox, layout: Layout, after: number): number {
  const cards = layout.boxes.filter((box) => box.role === 'card' && layout.laneOf.get(box.id) === after);
  const [start, end] = gutter(layout, after);
  return start + (end - start) * (0.4 + 0.14 * (cards.findIndex((box) => box.id === to.id) % 4));
}

/** A line against the reading direction: out on the left, in on the right. */
function backwards(
  plan: LinePlan,
  layout: Layout,
  toLane: number,
  fromLane: number,
  y1: number,
  y2: number,
): readonly Point[] {
  const { from, to, bundle } = plan;
  const near = fromLane === toLane + 1;
  const end = near && bundle === 'mount' ? mountTrunk(to, layout, toLane) : trunk(layout, toLane, bundle);
  const start = near ? end : trunk(layout, fromLane - 1, bundle);
  const way = near
    ? []
    : [
        { x: start, y: CHANNEL[bundle] },
        { x: end, y: CHANNEL[bundle] },
      ];
  return [{ x: from.x, y: y1 }, { x: start, y: y1 }, ...way, { x: end, y: y2 }, { x: right(to), y: y2 }];
}

/** A height at which a straight line joins two boxes of neighbouring lanes; null when they do not face each other. */
function levelOf(from: SceneBox, to: SceneBox, wanted: number): number | null {
  const low = Math.max(from.y, to.y) + 12;
  const high = Math.min(from.y + from.height, to.y + to.height) - 12;
  if (from.role === 'row' || to.role === 'row')
    return Math.abs(middle(from) - middle(to)) < 0.6 ? middle(from) : null;
  return low > high ? null : Math.min(Math.max(wanted, low), high);
}

function straightDown(from: SceneBox, to: SceneBox): readonly Point[] {
  const x = Math.max(from.x, to.x) + Math.min(from.width, to.width) / 2;
  const down = from.y < to.y;
  return [
    { x, y: down ? from.y + from.height : from.y },
    { x, y: down ? to.y : to.y + to.height },
  ];
}

function fromTop(from: SceneBox, to: SceneBox, layout: Layout, toLane: number): readonly Point[] {
  const x = right(from) - 36;
  const end = trunk(layout, toLane - 1, 'request');
  return [
    { x, y: from.y },
    { x, y: CHANNEL.request },
    { x: end, y: CHANNEL.request },
    { x: end, y: middle(to) },
    { x: left(to), y: middle(to) },
  ];
}

/** Whether nothing stands between two boxes of one lane. */
function isNeighbour(a: SceneBox, b: SceneBox, layout: Layout): boolean {
  if (a.parent !== b.parent || a.role === 'row' || b.role === 'row') return false;
  const [top, bottom] = a.y < b.y ? [a.y + a.height, b.y] : [b.y + b.height, a.y];
  return !layout.boxes.some(
    (box) =>
      box.parent === a.parent &&
      box.id !== a.id &&
      box.id !== b.id &&
      overlap(box, a) &&
      box.y < bottom &&
      box.y + box.height > top,
  );
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** A stretch of a way that is left out for a label: from which corner point on, and between which x. */
export interface Gap {
  readonly after: number;
  readonly from: number;
  readonly to: number;
}

/** Path data with rounded corners. */
export function pathOf(points: readonly Point[], gap: Gap | null): string {
  const ways: string[] = [];
  points.forEach((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (gap !== null && gap.after === index - 1)
      ways.push(`L${round(gap.from)} ${round(point.y)}M${round(gap.to)} ${round(point.y)}`);
    if (before === undefined) ways.push(`M${round(point.x)} ${round(point.y)}`);
    else if (after === undefined) ways.push(`L${round(point.x)} ${round(point.y)}`);
    else ways.push(corner(before, point, after));
  });
  return ways.join('');
}

function corner(before: Point, point: Point, after: Point): string {
  const radius = Math.min(8, distance(before, point) / 2, distance(point, after) / 2);
  if (radius < 0.5) return `L${round(point.x)} ${round(point.y)}`;
  const entry = towards(point, before, radius);
  const exit = towards(point, after, radius);
  return `L${round(entry.x)} ${round(entry.y)}Q${round(point.x)} ${round(point.y)} ${round(exit.x)} ${round(exit.y)}`;
}

/** A cross around the middle of a line that leads nowhere. */
export function crossAt(point: Point): string {
  const { x, y } = point;
  return `M${round(x - 6)} ${round(y - 6)}L${round(x + 6)} ${round(y + 6)}M${round(x + 6)} ${round(y - 6)}L${round(x - 6)} ${round(y + 6)}`;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}
