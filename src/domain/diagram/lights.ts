import type { BoxState, UnderLight } from './plan.ts';
import type { SceneBox, SceneInput } from './scene.ts';

/** What is chosen on the stage, and which parts are lit with it. It moves no box. */
export type Light = Pick<SceneInput, 'selected' | 'lit'>;

/** What a layout has to say of its boxes under light. */
export interface Lights {
  /** Boxes that do not simply follow. */
  readonly own: Map<string, UnderLight>;
  /** “+ N more” row, or a column that is no more than a strip → the parts that it stands for. */
  readonly folded: Map<string, readonly string[]>;
}

export const noLights = (): Lights => ({ own: new Map(), folded: new Map() });

/** How a part's box stands out: chosen, in the lit chain, beside it, or neither. */
function stateOf({ selected, lit }: Light, partId: string): BoxState {
  if (selected === partId) return 'selected';
  if (lit.has(partId)) return 'lit';
  return lit.size > 0 ? 'dim' : 'normal';
}

/** A folded rest is lit when one of its parts is. */
function stateOfRest(light: Light, parts: readonly string[]): BoxState {
  const states = new Set(parts.map((part) => stateOf(light, part)));
  return (['selected', 'lit'] as const).find((one) => states.has(one)) ?? 'normal';
}

/** A name that is drawn in the colour of what is broken is so only as long as its box is. */
function inState(box: SceneBox, state: BoxState): SceneBox {
  if (box.state === state) return box;
  if (box.role !== 'row' || box.state !== 'broken') return { ...box, state };
  const calm = box.absent === true ? 'muted' : 'strong';
  return {
    ...box,
    state,
    texts: box.texts.map((text) => (text.ink === 'bad' ? { ...text, ink: calm } : text)),
  };
}

/** The boxes of a layout as they look in a light. Linear in their number. */
export function underLight(boxes: readonly SceneBox[], lights: Lights, light: Light): readonly SceneBox[] {
  if (light.selected === null && light.lit.size === 0) return boxes;
  const states = new Map<string, BoxState>();
  return boxes.map((box) => {
    if (box.partId !== null) {
      const chosen = stateOf(light, box.partId);
      const state = lights.own.get(box.id)?.(chosen) ?? chosen;
      states.set(box.id, state);
      return inState(box, state);
    }
    // A badge comes after its card.
    if (box.role === 'badge' && states.get(box.parent ?? '') === 'dim') return inState(box, 'dim');
    const folded = lights.folded.get(box.id);
    if (folded === undefined || (box.role !== 'more' && box.state !== 'normal')) return box;
    return inState(box, stateOfRest(light, folded));
  });
}
