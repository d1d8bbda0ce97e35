import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Scene } from '../../../domain/diagram/scene.ts';

/** Longer than the frames glide and what waits for them appears (stage.css). */
const GLIDE_MS = 300;

/** Whether the boxes of two scenes stand elsewhere, or are others: lighting a chain moves none. */
export function movesBoxes(before: Scene, after: Scene): boolean {
  return (
    before.boxes.length !== after.boxes.length ||
    after.boxes.some((box, index) => {
      const old = before.boxes[index];
      return (
        old === undefined ||
        old.id !== box.id ||
        old.x !== box.x ||
        old.y !== box.y ||
        old.width !== box.width ||
        old.height !== box.height
      );
    })
  );
}

/**
 * Marks the drawing while its boxes are on their way: until they stand, no text and no line is shown that is new or has
 * another place, because on the way it would lie over others.
 */
export function useGliding(svg: RefObject<SVGSVGElement | null>, scene: Scene): void {
  const drawn = useRef(scene);
  const timer = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const moves = movesBoxes(drawn.current, scene);
    drawn.current = scene;
    const element = svg.current;
    if (!moves || element === null) return;
    element.dataset.gliding = 'true';
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      delete element.dataset.gliding;
    }, GLIDE_MS);
  }, [svg, scene]);
  useLayoutEffect(() => () => window.clearTimeout(timer.current), []);
}
