import type { Routed } from './labels.ts';
import type { Layout } from './layout.ts';
import type { Point } from './routes.ts';

/** A stretch of a lit line between two corners: it may be moved sideways, its neighbours grow or shrink with it. */
interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly upright: boolean;
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** Nearer than this two lines of the same direction are read as one. */
const APART = 3;
/** The corner of a line is round: two that end here would touch. */
const CORNER = 4;
/** Heights above the columns where lit lines pass, the usual one first. */
const CHANNELS = [8, 3, 13, 18, 23] as const;
/** An arrow's head needs this much before a box. */
const ARROW = 10;

/** Of more lines than these no gutter has room for each beside the others. */
const MOST_APART = 100;

/** Two lines with one end in common may run together: they read as a fork. Any others would read as one line. */
function clash(a: Stretch, b: Stretch): boolean {
  if (a.upright !== b.upright || a.from === b.from || a.to === b.to) return false;
  // One that goes on where the other ends leaves the middle of the same edge, wherever their corners are.
  if (!a.upright && (a.to === b.from || b.to === a.from)) return false;
  return Math.abs(a.at - b.at) < APART && a.low < b.high + CORNER && b.low < a.high + CORNER;
}

/** Where an upright stretch may stand: in its gutter, from its usual place on. */
function places(x: number, layout: Layout): readonly number[] {
  const next = Math.min(...layout.lanes.map((lane) => lane.x).filter((left) => left > x));
  const room = Number.isFinite(next) ? next - ARROW - x : 0;
  const step = Math.min(6, Math.max(APART, room / 6));
  return Array.from({ length: 1 + Math.max(0, Math.floor(room / step)) }, (_, index) => x + index * step);
}

function stretchOf({ plan }: Routed, start: Point, end: Point, at: number): Stretch {
  const upright = start.x === end.x;
  const [one, other] = upright ? [start.y, end.y] : [start.x, end.x];
  const ends = { from: plan.from.id, to: plan.to.id };
  return { ...ends, upright, at, low: Math.min(one, other), high: Math.max(one, other) };
}

/** The stretches of a line from one corner to the next, its ends included. */
function stretchesOf(line: Routed, points: readonly Point[]): readonly Stretch[] {
  return points.slice(1).flatMap((end, index) => {
    const start = points[index];
    return start === undefined ? [] : [stretchOf(line, start, end, start.x === end.x ? start.x : start.y)];
  });
}

/** The points with the stretch from `index` on moved sideways to `at`: its neighbours grow or shrink with it. */
function withStretchAt(points: readonly Point[], index: number, at: number): readonly Point[] {
  const [start, end] = [points[index], points[index + 1]];
  if (start === undefined || end === undefined) return points;
  const upright = start.x === end.x;
  const put = (point: Point): Point => (upright ? { ...point, x: at } : { ...point, y: at });
  return points.map((point, place) => (place === index || place === index + 1 ? put(point) : point));
}

function moved(line: Routed, layout: Layout, placed: readonly Stretch[]): Routed {
  let points: readonly Point[] = line.points;
  for (let index = 1; index + 2 < points.length; index++) {
    const [start, end] = [points[index], points[index + 1]];
    if (start === undefined || end === undefined) break;
    // Among places that are as good the neighbours decide: the last one runs level into a box, beside which another
    // line may begin.
    const clashes = (at: number): number => {
      const [before, own, after] = stretchesOf(
        line,
        withStretchAt(points, index, at).slice(index - 1, index + 3),
      );
      const count = (one: Stretch | undefined): number =>
        one === undefined ? 0 : placed.filter((other) => clash(one, other)).length;
      return count(own) * placed.length * 2 + count(before) + count(after);
    };
    const wanted = start.x === end.x ? places(start.x, layout) : CHANNELS;
    const counts = wanted.map(clashes);
    points = withStretchAt(points, index, wanted[counts.indexOf(Math.min(...counts))] ?? start.x);
  }
  return { ...line, points };
}

/** The lines again, lit ones of different chains side by side where they ran over each other. Others stay as they are. */
export function separate(routed: readonly Routed[], layout: Layout): readonly Routed[] {
  const lines = [...routed];
  const lit = [...routed.entries()].filter(([, line]) => line.plan.bundle === 'lit');
  if (lit.length > MOST_APART) return routed;
  const placed = new Map<number, readonly Stretch[]>();
  const place = (index: number, line: Routed): void => {
    const own = moved(line, layout, [...placed.values()].flat());
    placed.set(index, stretchesOf(own, own.points));
    lines[index] = own;
  };
  for (const [index, line] of lit) place(index, line);
  // Once more for those that were placed before they could know of what came to run over them.
  for (const [index, line] of lit) {
    const own = placed.get(index) ?? [];
    placed.delete(index);
    const others = [...placed.values()].flat();
    if (own.some((one) => others.some((other) => clash(one, other)))) place(index, line);
    else placed.set(index, own);
  }
  return lines;
}
