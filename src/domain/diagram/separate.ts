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

/** Two lines with one end in common may run together: they read as a fork. Any others would read as one line. */
function clash(a: Stretch, b: Stretch): boolean {
  if (a.upright !== b.upright || a.from === b.from || a.to === b.to) return false;
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

function moved(line: Routed, layout: Layout, placed: Stretch[]): Routed {
  const points = [...line.points];
  for (let index = 1; index + 2 < points.length; index++) {
    const [start, end] = [points[index], points[index + 1]];
    if (start === undefined || end === undefined) break;
    const upright = start.x === end.x;
    const clashes = (at: number): number => {
      const own = stretchOf(line, start, end, at);
      return placed.filter((other) => clash(own, other)).length;
    };
    const wanted = upright ? places(start.x, layout) : CHANNELS;
    const counts = wanted.map(clashes);
    const at = wanted[counts.indexOf(Math.min(...counts))] ?? start.x;
    placed.push(stretchOf(line, start, end, at));
    points[index] = upright ? { ...start, x: at } : { ...start, y: at };
    points[index + 1] = upright ? { ...end, x: at } : { ...end, y: at };
  }
  return { ...line, points };
}

/** The lines again, lit ones of different chains side by side where they ran over each other. Others stay as they are. */
export function separate(routed: readonly Routed[], layout: Layout): readonly Routed[] {
  const placed: Stretch[] = [];
  return routed.map((line) => (line.plan.bundle === 'lit' ? moved(line, layout, placed) : line));
}
