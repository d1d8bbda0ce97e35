import type { Scene } from '../../../domain/diagram/scene.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Scale and place of a picture in its room. */
export interface Look {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export const MIN_SCALE = 0.25;
export const MAX_SCALE = 4;
const MARGIN = 12;

/** The scale and place at which a scene is wholly in view. */
export function fitTransform(scene: Size, view: Size): Look {
  const k = Math.max(MIN_SCALE, Math.min(1, view.width / scene.width, view.height / scene.height));
  return { k, x: Math.max(0, (view.width - scene.width * k) / 2), y: 0 };
}

/** Titles are drawn at 20 units or more; at this scale they still have the 18 pixels that the back row needs. */
export const READABLE_SCALE = 0.9;

/**
 * The first look: whole if it can be readable so, else readable and from the top. Of a picture that is too wide for that
 * the stretch around `focus` is in view, its beginning where nothing is looked at.
 */
export function homeTransform(
  scene: Size & Pick<Scene, 'reader'>,
  view: Size,
  focus: { readonly x: number; readonly width: number } | null = null,
): Look {
  const fit = fitTransform(scene, view);
  // Smaller than it was made a room could not read it.
  if (scene.reader === 'room') return { k: Math.min(1, view.width / scene.width), x: 0, y: 0 };
  if (fit.k >= READABLE_SCALE) return fit;
  const k = Math.max(READABLE_SCALE, Math.min(1, view.width / scene.width));
  const middle = focus === null ? 0 : (focus.x + focus.width / 2) * k;
  const least = Math.min(0, view.width - scene.width * k);
  return { k, x: Math.min(0, Math.max(least, view.width / 2 - middle)), y: 0 };
}

/** Whether a picture reaches visibly below the view. */
export function reachesBelow(scene: Size, view: Size, now: Pick<Look, 'k' | 'y'>): boolean {
  return now.y + scene.height * now.k > view.height + MARGIN;
}

/**
 * From where to where the columns stand that go on below the view, in pixels of it: what else is at its foot is whole,
 * and nothing should lie over it. The whole width where no column does.
 */
export function spanBelow(
  scene: Pick<Scene, 'boxes'>,
  view: Size,
  { k, x, y }: Look,
): { readonly left: number; readonly width: number } {
  const beyond = (margin: number) =>
    scene.boxes.filter((box) => box.role === 'column' && y + (box.y + box.height) * k > view.height + margin);
  const far = beyond(MARGIN);
  const columns = far.length > 0 ? far : beyond(0);
  if (columns.length === 0) return { left: 0, width: view.width };
  const left = Math.max(0, x + Math.min(...columns.map((box) => box.x)) * k);
  const right = Math.min(view.width, x + Math.max(...columns.map((box) => box.x + box.width)) * k);
  return { left: Math.round(left), width: Math.round(Math.max(0, right - left)) };
}

/** Whether a picture has begun visibly above the view. */
export function reachesAbove(now: Pick<Look, 'y'>): boolean {
  return now.y < -MARGIN;
}

/** Less than this of a picture is its own margin, where nothing stands. */
const SIDE_MARGIN = 24;

/** Whether a picture goes on at the left and at the right of the view. */
export function reachesAside(
  scene: Pick<Size, 'width'>,
  view: Size,
  { k, x }: Pick<Look, 'k' | 'x'>,
): { readonly left: boolean; readonly right: boolean } {
  return { left: x < -SIDE_MARGIN * k, right: x + (scene.width - SIDE_MARGIN) * k > view.width };
}

/** How far a picture must move along one axis so that `from`…`to` lies in view. */
export function shiftFor(from: number, to: number, room: number): number {
  if (from < MARGIN) return MARGIN - from;
  if (to > room - MARGIN) return Math.max(room - MARGIN - to, MARGIN - from);
  return 0;
}

/** A rectangle of a scene. */
export type Box = { readonly x: number; readonly y: number } & Size;

/** The rectangle around what is drawn of some parts, folded ones left out; null when nothing of them is drawn. */
export function around({ boxes }: Pick<Scene, 'boxes'>, parts: ReadonlySet<string>): Box | null {
  const found = boxes.filter(
    ({ partId, role }) => partId !== null && parts.has(partId) && role !== 'more' && role !== 'column',
  );
  if (found.length === 0) return null;
  const x = Math.min(...found.map((box) => box.x));
  const y = Math.min(...found.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...found.map((box) => box.x + box.width)) - x,
    height: Math.max(...found.map((box) => box.y + box.height)) - y,
  };
}

/** So much of a view's head and foot is shaded where a picture goes on. */
const SHADE = { above: 16, below: 36 } as const;

/** The first look, moved where a box would not be in view, or in the shade: then clear of that. */
export function showing(box: Box, scene: Size, view: Size, home: Look): Look {
  const top = box.y * home.k + home.y;
  const foot = top + box.height * home.k;
  const shade = reachesBelow(scene, view, home) ? SHADE.below : 0;
  const left = box.x * home.k + home.x;
  const isAside = left < 0 || left + box.width * home.k > view.width;
  if (!isAside && top >= 0 && foot <= view.height - shade) return home;
  const height = box.height + (SHADE.above + SHADE.below) / home.k;
  // What has no room as a whole begins where the picture does.
  if (!isAside && height * home.k > view.height && top >= 0 && top < view.height / 2) return home;
  return revealing({ ...box, y: box.y - SHADE.above / home.k, height }, view, home);
}

/** The look moved just so far that a box is in view. */
export function revealing(box: Box, view: Size, { k, x, y }: Look): Look {
  const dx = shiftFor(box.x * k + x, (box.x + box.width) * k + x, view.width);
  const dy = shiftFor(box.y * k + y, (box.y + box.height) * k + y, view.height);
  return { k, x: x + dx, y: y + dy };
}

/**
 * The look after a wheel has moved the picture by so many pixels. A picture moves only as far as there is more of it:
 * one that is wholly in view stays where it is, one that was dragged out of view comes no further out.
 */
export function scrolled(scene: Size, view: Size, now: Look, dx: number, dy: number): Look {
  const along = (at: number, by: number, length: number, room: number) => {
    const least = Math.min(at, 0, room - MARGIN - length * now.k);
    const most = Math.max(at, 0);
    return length * now.k <= room ? at : Math.max(least, Math.min(most, at - by));
  };
  return {
    k: now.k,
    x: along(now.x, dx, scene.width, view.width),
    y: along(now.y, dy, scene.height, view.height),
  };
}

/**
 * The look at a picture that has become smaller under it: its end comes no further in than to the end of the room, that of
 * one for which there is room no further than its beginning. Any other look stays as it is.
 */
export function held(scene: Size, view: Size, { k, x, y }: Look): Look {
  const along = (at: number, length: number, room: number) =>
    Math.max(at, Math.min(0, room - MARGIN - length * k));
  return { k, x: along(x, scene.width, view.width), y: along(y, scene.height, view.height) };
}

/** What of a look the drawing holds; the same whoever draws it. */
export function lookAttributes(scene: Size, view: Size, { k, x, y }: Look) {
  const { left, right } = reachesAside(scene, view, { k, x });
  return {
    left: String(left),
    right: String(right),
    transform: `translate(${x} ${y}) scale(${k})`,
    zoom: k.toFixed(2),
    below: String(reachesBelow(scene, view, { k, y })),
    above: String(reachesAbove({ y })),
  };
}
