import { linesOf } from './break-lines.ts';
import { printable, shorten } from './measure.ts';
import type { TextPlan } from './plan.ts';
import type { SceneText } from './scene.ts';
import { SIZES } from './stack.ts';

/** A text at its place, shortened in the middle to `room`; nothing where not even “…” fits. */
export function setText(
  plan: TextPlan,
  x: number,
  y: number,
  room: number,
  anchor: SceneText['anchor'] = 'start',
): readonly SceneText[] {
  const whole = printable(plan.text);
  const text = shorten(whole, plan, room);
  if (text === '') return [];
  const { size, weight, family, ink } = plan;
  return [{ x, y, text, ...(text === whole ? {} : { full: whole }), size, weight, family, ink, anchor }];
}

/** Baseline of a line of this size in a box from `top`, `height` high. */
export const baseline = (top: number, height: number, size: number): number => top + height / 2 + size * 0.36;

/** A text over its lines; the last one keeps the whole when something had to be left out. */
export function setLines(
  plan: TextPlan,
  x: number,
  y: number,
  room: number,
  firstHeight = plan.size * SIZES.leading,
): readonly SceneText[] {
  const whole = printable(plan.text);
  const parts = linesOf(plan, room);
  const step = plan.size * SIZES.leading;
  const cut = parts.join('').replaceAll(' ', '') !== whole.replaceAll(' ', '');
  return parts.map((text, index) => ({
    x,
    y: baseline(y, firstHeight, plan.size) + index * step,
    text,
    ...(cut && index === parts.length - 1 ? { full: whole } : {}),
    size: plan.size,
    weight: plan.weight,
    family: plan.family,
    ink: plan.ink,
    anchor: 'start',
  }));
}
