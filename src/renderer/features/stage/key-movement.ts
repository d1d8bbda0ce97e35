import type { SceneBox } from '../../../domain/diagram/scene.ts';

export type MoveKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';
const KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

export function isMoveKey(key: string): key is MoveKey {
  return KEYS.has(key);
}

/** A box one can stand on: it shows a part, or opens a group. */
export function isStop(box: SceneBox): boolean {
  return box.partId !== null || box.role === 'more';
}

/** The outermost box a box stands in; itself when it stands in none. */
function columnOf(box: SceneBox, byId: ReadonlyMap<string, SceneBox>): string {
  let at = box;
  for (let depth = 0; depth < 20 && at.parent !== null; depth += 1) {
    const parent = byId.get(at.parent);
    if (parent === undefined) break;
    at = parent;
  }
  return at.id;
}

/** Boxes one can stand on in reading order, one after the other: to ask for the first costs no more than that. */
function* inReadingOrder(boxes: readonly SceneBox[]): Generator<SceneBox> {
  const ids = new Set(boxes.map((box) => box.id));
  const children = new Map<string | null, SceneBox[]>();
  for (const box of boxes) {
    const parent = box.parent !== null && ids.has(box.parent) ? box.parent : null;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [box]);
    else siblings.push(box);
  }
  const within = (parent: string | null): readonly SceneBox[] =>
    (children.get(parent) ?? [])
      .sort((a, b) => (parent === null ? a.x - b.x || a.y - b.y : a.y - b.y || a.x - b.x))
      .reverse();
  const stack = [...within(null)];
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    if (isStop(box)) yield box;
    for (const child of within(box.id)) stack.push(child);
  }
}

/** Boxes one can stand on in reading order: a box before what stands in it, siblings from the top, then from the left. */
export const readingOrder = (boxes: readonly SceneBox[]): readonly SceneBox[] => [...inReadingOrder(boxes)];

/** Id of the box that the Tab key reaches: the one that was stood on last, else the first in reading order. */
export function tabStopOf(boxes: readonly SceneBox[], last: string | null): string | null {
  if (last !== null && boxes.some((box) => box.id === last && isStop(box))) return last;
  for (const box of inReadingOrder(boxes)) return box.id;
  return null;
}

const middle = (box: SceneBox) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The stop nearest in height in the next column to one side that has any. */
function sideways(
  stops: readonly SceneBox[],
  boxes: readonly SceneBox[],
  from: SceneBox,
  step: 1 | -1,
): SceneBox | undefined {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const own = columnOf(from, byId);
  const here = middle(from);
  const beyond = stops.filter(
    (box) => columnOf(box, byId) !== own && (middle(box).x - here.x) * step > from.width / 4,
  );
  const edges = beyond.map((box) => middle(byId.get(columnOf(box, byId)) ?? box).x * step);
  const nearest = Math.min(...edges);
  return beyond
    .filter((_, index) => (edges[index] ?? Number.POSITIVE_INFINITY) < nearest + 40)
    .sort((a, b) => Math.abs(middle(a).y - here.y) - Math.abs(middle(b).y - here.y))[0];
}

/**
 * Where an arrow key leads: up and down in reading order, left and right to the nearest box of the next column, Home
 * and End to the first and last. Stays where it is at an end; starts at the first box when `current` is not there.
 */
export function moveFocus(boxes: readonly SceneBox[], current: string | null, key: MoveKey): string | null {
  const stops = readingOrder(boxes);
  const at = stops.findIndex((box) => box.id === current);
  const from = stops[at];
  if (from === undefined || key === 'Home') return stops[0]?.id ?? null;
  switch (key) {
    case 'End':
      return stops.at(-1)?.id ?? null;
    case 'ArrowDown':
      return (stops[at + 1] ?? from).id;
    case 'ArrowUp':
      return (stops[at - 1] ?? from).id;
    case 'ArrowRight':
      return (sideways(stops, boxes, from, 1) ?? from).id;
    case 'ArrowLeft':
      return (sideways(stops, boxes, from, -1) ?? from).id;
  }
}
