import { select } from 'd3-selection';
import 'd3-transition';
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Scene, SceneBox } from '../../../domain/diagram/scene.ts';
import {
  type Box,
  fitTransform,
  held,
  homeTransform,
  type Look,
  lookAttributes,
  MAX_SCALE,
  MIN_SCALE,
  revealing,
  type Size,
  scrolled,
  showing,
  spanBelow,
} from './looks.ts';

export interface Zoom {
  zoomBy(factor: number): void;
  /** The whole scene in view, never larger than drawn. */
  fit(): void;
  /** As large as it was drawn, or a little smaller where that shows it whole. */
  home(): void;
  /** The same look again at a picture that changed its size; once the user has moved it, just so that some of it is seen. */
  again(): void;
  /** The same in another room; what is chosen stays in view. */
  resized(): void;
  /** On to what lies beyond the view; false where there is no more that way. */
  scroll(way: 'down' | 'up' | 'left' | 'right'): boolean;
  /** As `scroll`, in even steps that lead just to the end. */
  turn(way: 'down' | 'up'): boolean;
  /** Something else is wanted in view. */
  wantedElse(): void;
  /** Moves the picture just so far that a box is in view. */
  reveal(box: Box): void;
}

/** How long a movement takes, as long as the boxes glide: none for people who asked for less motion. */
function duration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160;
}

/** Share of the view that a turn may move at most: some of what was seen stays to find the place by. */
const MOST_TURNED = 0.8;
const LEAST_TURNED = 0.03;

type Seen = readonly [number, number, number];

/** From look to look in a straight line: a flight that rises in between would show a room smaller letters on its way. */
const straight =
  ([x, y, width]: Seen, [toX, toY, toWidth]: Seen) =>
  (t: number): [number, number, number] => [
    x + (toX - x) * t,
    y + (toY - y) * t,
    width + (toWidth - width) * t,
  ];

const toTransform = ({ k, x, y }: Look): ZoomTransform => zoomIdentity.translate(x, y).scale(k);

const WAYS = { down: [0, 1], up: [0, -1], left: [-1, 0], right: [1, 0] } as const;

/** The column of the part that is chosen, else that part's own box; null where none is. */
function lookedAt({ boxes }: Scene): SceneBox | null {
  const chosen = boxes.find(({ state }) => state === 'selected');
  if (chosen === undefined) return null;
  const around = boxes.find(
    ({ role, x, y, width, height }) =>
      role === 'column' && x <= chosen.x && chosen.x < x + width && y <= chosen.y && chosen.y < y + height,
  );
  return around ?? chosen;
}

/** Tells the style sheet over which columns “more below” stands. */
function showSpan(svg: SVGSVGElement, scene: Scene, view: Size, now: ZoomTransform): void {
  const { left, width } = spanBelow(scene, view, now);
  svg.parentElement?.style.setProperty('--below-left', `${left}px`);
  svg.parentElement?.style.setProperty('--below-width', `${width}px`);
}

/**
 * Pan and zoom of the stage. Moves one group by its transform, so that no box is drawn anew. `still` is called when the
 * wheel was turned over a picture that has no more to show, `looked` with every new look. The first look is such that
 * `wanted` is in view.
 */
export function useZoom(
  svg: RefObject<SVGSVGElement | null>,
  group: RefObject<SVGGElement | null>,
  scene: Scene,
  view: Size,
  {
    still,
    looked,
    wanted,
  }: { readonly still: () => void; readonly looked: (look: Look) => void; readonly wanted: Box | null },
): Zoom {
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  const latest = useRef({ scene, view, wanted });
  latest.current = { scene, view, wanted };
  const heard = useRef({ still, looked });
  heard.current = { still, looked };
  /** Where it moves to, or came to rest; null when a person's hand moved it. */
  const heading = useRef<ZoomTransform | null>(null);
  /** Which look the picture has; null once the user has moved it. */
  const look = useRef<'home' | 'fit' | null>('home');

  useEffect(() => {
    const element = svg.current;
    if (element === null) return;
    const made = zoom<SVGSVGElement, unknown>()
      .scaleExtent([MIN_SCALE, MAX_SCALE])
      // Known here: measuring the element would lay the whole page out in between.
      .extent(() => [
        [0, 0],
        [latest.current.view.width, latest.current.view.height],
      ])
      .clickDistance(4)
      .interpolate(straight)
      // The wheel alone scrolls, as everywhere; with Ctrl or ⌘, and as a pinch sends it, it zooms.
      .filter((event: MouseEvent) =>
        event.type === 'wheel' ? event.ctrlKey || event.metaKey : !event.ctrlKey && event.button === 0,
      )
      .on('zoom', (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
        // Only what wheel, pointer and touch do has an event of theirs behind it.
        if (event.sourceEvent) {
          look.current = null;
          heading.current = null;
        }
        const drawn = lookAttributes(latest.current.scene, latest.current.view, event.transform);
        group.current?.setAttribute('transform', drawn.transform);
        element.dataset.zoom = drawn.zoom;
        element.dataset.below = drawn.below;
        element.dataset.above = drawn.above;
        element.dataset.left = drawn.left;
        element.dataset.right = drawn.right;
        showSpan(element, latest.current.scene, latest.current.view, event.transform);
        heard.current.looked(event.transform);
      });
    behavior.current = made;
    const selection = select(element).call(made);
    // A double click belongs to the parts.
    selection.on('dblclick.zoom', null);
    const scroll = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      const [dx, dy] =
        event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      const now = zoomTransform(element);
      const next = scrolled(latest.current.scene, latest.current.view, now, dx * unit, dy * unit);
      if (next.x === now.x && next.y === now.y) return heard.current.still();
      look.current = null;
      heading.current = null;
      made.transform(selection, toTransform(next));
    };
    element.addEventListener('wheel', scroll, { passive: false });
    return () => {
      element.removeEventListener('wheel', scroll);
      selection.on('.zoom', null);
    };
  }, [svg, group]);

  useEffect(() => {
    const { width, height } = scene;
    behavior.current?.translateExtent([
      [-width * 0.5, -height * 0.5],
      [Math.max(width, view.width) * 1.5, Math.max(height, view.height) * 1.5],
    ]);
    const element = svg.current;
    if (element === null) return;
    const now = lookAttributes(scene, view, zoomTransform(element));
    element.dataset.below = now.below;
    element.dataset.left = now.left;
    element.dataset.right = now.right;
    showSpan(element, scene, view, zoomTransform(element));
  }, [scene, view, svg]);

  const move = useCallback(
    (next: (now: ZoomTransform) => ZoomTransform) => {
      const element = svg.current;
      if (element === null || behavior.current === null) return;
      const now = zoomTransform(element);
      const target = next(now);
      heading.current = target;
      // The first look is no movement.
      const time = element.dataset.zoom === undefined ? 0 : duration();
      if (time > 0 && target.k === now.k && target.x === now.x && target.y === now.y) return;
      if (time === 0) behavior.current.transform(select(element), target);
      else behavior.current.transform(select(element).transition().duration(time), target);
    },
    [svg],
  );

  return useMemo(() => {
    const toLook = (next: 'home' | 'fit') => {
      look.current = next;
      const { scene, view, wanted } = latest.current;
      if (next === 'fit') return move(() => toTransform(fitTransform(scene, view)));
      const home = homeTransform(scene, view, lookedAt(scene));
      move(() => toTransform(wanted === null ? home : showing(wanted, scene, view, home)));
    };
    /** Moves by so many pixels, no further than to its foot, its head or its sides. */
    const beyond = (dx: number, dy: number): boolean => {
      const element = svg.current;
      if (element === null) return false;
      const { scene, view } = latest.current;
      // Who presses again while it moves wants to go on from where it will be.
      const now = heading.current ?? zoomTransform(element);
      const next = scrolled(scene, view, now, dx, dy);
      if (Math.abs(next.x - now.x) < 1 && Math.abs(next.y - now.y) < 1) return false;
      look.current = null;
      move(() => toTransform(next));
      return true;
    };
    return {
      zoomBy(factor) {
        look.current = null;
        heading.current = null;
        const element = svg.current;
        if (element === null) return;
        const time = duration();
        if (time === 0) behavior.current?.scaleBy(select(element), factor);
        else behavior.current?.scaleBy(select(element).transition().duration(time), factor);
      },
      fit: () => toLook('fit'),
      home: () => toLook('home'),
      again() {
        if (look.current !== null) toLook(look.current);
        else move((now) => toTransform(held(latest.current.scene, latest.current.view, now)));
      },
      resized() {
        if (look.current !== null) return toLook(look.current);
        const { scene, view } = latest.current;
        const chosen = scene.boxes.find(({ state }) => state === 'selected');
        move((now) => {
          const kept = held(scene, view, now);
          return toTransform(chosen === undefined ? kept : revealing(chosen, view, kept));
        });
      },
      scroll(way) {
        const { width, height } = latest.current.view;
        const [dx, dy] = WAYS[way];
        return beyond(dx * 0.7 * width, dy * 0.7 * height);
      },
      turn(way) {
        const element = svg.current;
        if (element === null) return false;
        const { scene, view } = latest.current;
        const [, dy] = WAYS[way];
        const now = heading.current ?? zoomTransform(element);
        const left = Math.abs(scrolled(scene, view, now, 0, dy * Number.MAX_SAFE_INTEGER).y - now.y);
        // So little is no page of its own.
        if (left < LEAST_TURNED * view.height) return false;
        const pages = Math.max(1, Math.ceil(left / (MOST_TURNED * view.height)));
        return beyond(0, (dy * left) / pages);
      },
      wantedElse() {
        if (look.current === 'home') return toLook('home');
        const { view, wanted } = latest.current;
        if (wanted !== null) move((now) => toTransform(revealing(wanted, view, now)));
      },
      reveal(box) {
        const element = svg.current;
        if (element === null) return;
        const now = zoomTransform(element);
        const next = revealing(box, latest.current.view, now);
        if (next.x === now.x && next.y === now.y) return;
        look.current = null;
        move(() => toTransform(next));
      },
    };
  }, [svg, move]);
}
