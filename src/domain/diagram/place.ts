import { printable, shorten, textWidth, wrap } from './measure.ts';
import type { CardPlan, HeadingPlan, Plan, RowPlan, RowsPlan, TextPlan } from './plan.ts';
import type { SceneBox, SceneText } from './scene.ts';
import { cardHead, type Fit, SIZES, slots } from './stack.ts';

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

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

/** Puts plans one under the other and returns their boxes and the height they took. */
export function place(
  plans: readonly Plan[],
  frame: Frame,
  parent: string,
  fit: Fit,
): { readonly boxes: readonly SceneBox[]; readonly height: number } {
  const boxes: SceneBox[] = [];
  let y = frame.y;
  for (const plan of plans) {
    const at = { x: frame.x, y, width: frame.width };
    switch (plan.kind) {
      case 'space':
        y += plan.height + Math.min(plan.most, plan.grow * fit.perShare);
        break;
      case 'heading':
        boxes.push(headingBox(plan, at, parent));
        y += SIZES.headingHeight;
        break;
      case 'rows':
        y += placeRows(plan, at, parent, fit, boxes);
        break;
      case 'card':
        y += placeCard(plan, at, parent, fit, boxes);
        break;
    }
  }
  return { boxes, height: y - frame.y };
}

function headingBox(plan: HeadingPlan, at: Frame, parent: string): SceneBox {
  const ink = plan.tone === 'neutral' ? 'muted' : plan.tone;
  const y = baseline(at.y, SIZES.headingHeight, plan.size);
  const asideFont: TextPlan = {
    text: plan.aside,
    size: plan.size,
    weight: 400,
    family: 'sans',
    ink: 'muted',
  };
  const asideWidth = plan.aside === '' ? 0 : textWidth(plan.aside, asideFont) + 10;
  const text: TextPlan = { text: plan.text, size: plan.size, weight: 600, family: 'sans', ink };
  const whole = textWidth(plan.text, text) + asideWidth <= at.width;
  return {
    id: plan.id,
    partId: null,
    role: 'heading',
    x: at.x,
    y: at.y,
    width: at.width,
    height: SIZES.headingHeight,
    tone: plan.tone,
    state: 'normal',
    texts: [
      ...setText(text, at.x, y, at.width - (whole ? asideWidth : 0)),
      ...(whole && plan.aside !== '' ? setText(asideFont, at.x + at.width, y, asideWidth, 'end') : []),
    ],
    title: plan.aside === '' ? plan.text : `${plan.text}, ${plan.aside}`,
    parent,
  };
}

function placeRows(plan: RowsPlan, at: Frame, parent: string, fit: Fit, boxes: SceneBox[]): number {
  const count = fit.shown.get(plan) ?? plan.rows.length;
  const pitch = plan.pitch + fit.extraPitch;
  const visible = choose(plan, count);
  visible.forEach((row, index) => {
    boxes.push(rowBox(row, plan, { ...at, y: at.y + index * pitch }, pitch - SIZES.rowGap, parent));
  });
  if (slots(plan, count) > count) {
    const hidden = plan.rows.length - count;
    const text = hidden === 0 ? 'show fewer' : plan.rest(hidden);
    boxes.push(moreBox(plan, text, { ...at, y: at.y + count * pitch }, pitch - SIZES.rowGap, parent));
  }
  return slots(plan, count) * pitch;
}

/** Which rows are shown: the preferred ones first, drawn in their own order. */
function choose(plan: RowsPlan, count: number): readonly RowPlan[] {
  if (count >= plan.rows.length) return plan.rows;
  let preferred = Math.min(count, plan.rows.filter((row) => plan.preferred.has(row.id)).length);
  let others = count - preferred;
  return plan.rows.filter((row) => (plan.preferred.has(row.id) ? preferred-- > 0 : others-- > 0));
}

function rowBox(row: RowPlan, plan: RowsPlan, at: Frame, height: number, parent: string): SceneBox {
  const left = at.x + 10;
  const lineHeight = row.below === '' ? height : height / 2 + 2;
  const y = baseline(at.y + (row.below === '' ? 0 : 2), lineHeight - (row.below === '' ? 0 : 4), plan.size);
  const markRoom = row.mark === '' ? 0 : 15;
  const room = at.width - 18 - markRoom;
  const label: TextPlan = {
    text: row.label,
    size: plan.size,
    weight: 400,
    family: row.mono ? 'mono' : 'sans',
    ink: row.state === 'broken' ? 'bad' : 'strong',
  };
  const value: TextPlan = {
    text: row.value,
    size: Math.max(13, plan.size - 1),
    weight: 400,
    family: row.valueMono ? 'mono' : 'sans',
    ink: 'muted',
  };
  const below: TextPlan = { text: row.below, size: 13, weight: 400, family: 'mono', ink: 'muted' };
  const [labelRoom, valueRoom] = share(label, value, room, row.valueFirst);
  const mark: TextPlan = { text: row.mark, size: plan.size + 1, weight: 700, family: 'sans', ink: row.tone };
  return {
    id: row.id,
    partId: row.partId,
    role: 'row',
    x: at.x,
    y: at.y,
    width: at.width,
    height,
    tone: row.tone,
    state: row.state,
    texts: [
      ...(row.mark === '' ? [] : setText(mark, left, y, 15)),
      ...setText(label, left + markRoom, y, labelRoom),
      ...(valueRoom > 0 ? setText(value, at.x + at.width - 8, y, valueRoom, 'end') : []),
      ...(row.below === '' ? [] : setText(below, left + markRoom, at.y + height - 8, room)),
    ],
    title: row.title,
    parent,
  };
}

/** How a row's room is shared between what stands left and right; the right one is left out when too little is left. */
function share(
  label: TextPlan,
  value: TextPlan,
  room: number,
  valueFirst: boolean,
): readonly [number, number] {
  const gap = 14;
  if (value.text === '') return [room, 0];
  const valueWidth = textWidth(printable(value.text.slice(0, 400)), value);
  const labelWidth = textWidth(printable(label.text.slice(0, 400)), label);
  if (labelWidth + gap + valueWidth <= room) return [room - gap - valueWidth, valueWidth];
  if (valueFirst && valueWidth < room * 0.6) return [room - gap - valueWidth, valueWidth];
  if (labelWidth > room * 0.8) return [room, 0];
  const rest = room - gap - labelWidth;
  return rest >= 56 ? [labelWidth, rest] : [room, 0];
}

function moreBox(plan: RowsPlan, text: string, at: Frame, height: number, parent: string): SceneBox {
  const font: TextPlan = { text, size: plan.size, weight: 400, family: 'sans', ink: 'muted' };
  return {
    id: plan.id,
    partId: null,
    role: 'more',
    x: at.x,
    y: at.y,
    width: at.width,
    height,
    tone: plan.tone,
    state: 'normal',
    texts: setText(font, at.x + 10, baseline(at.y, height, plan.size), at.width - 18),
    title: text,
    parent,
  };
}

function placeCard(plan: CardPlan, at: Frame, parent: string, fit: Fit, boxes: SceneBox[]): number {
  const pad = plan.centred ? 6 : SIZES.cardPad;
  const room = at.width - 2 * pad;
  const head = cardHead(plan, at.width);
  const inner = { x: at.x + SIZES.cardPad, y: at.y + head + 6, width: at.width - 2 * SIZES.cardPad };
  const body = place(plan.body, inner, plan.id, fit);
  const bodyHeight = plan.body.length > 0 ? 6 + body.height : 0;
  const height = head + bodyHeight + SIZES.cardPadY + plan.grow * fit.perShare;
  const badge = plan.badge === null ? null : badgeBox(plan, at, plan.badge);
  // A name that would fit without the badge goes first; the badge's word then leads the line below.
  const lines = badge === null && plan.badge !== null ? ledBy(plan.badge.text, plan.lines) : plan.lines;
  const headingRoom = room - (badge === null ? 0 : badge.width + 8);
  const texts: SceneText[] = [];
  let y = at.y + SIZES.cardPadY;
  const line = plan.heading.size * SIZES.leading;
  const middle = plan.centred ? at.x + at.width / 2 : at.x + pad;
  texts.push(
    ...setText(
      plan.heading,
      middle,
      baseline(y, line, plan.heading.size),
      headingRoom,
      plan.centred ? 'middle' : 'start',
    ),
  );
  y += line;
  for (const text of lines)
    for (const part of setLines(text, at.x + pad, y, room)) {
      texts.push(part);
      y += text.size * SIZES.leading;
    }
  boxes.push({
    id: plan.id,
    partId: plan.partId,
    role: 'card',
    x: at.x,
    y: at.y,
    width: at.width,
    height,
    tone: plan.tone,
    state: plan.state,
    texts,
    title: plan.title,
    parent,
  });
  if (badge !== null) boxes.push(badge);
  boxes.push(...body.boxes);
  return height;
}

/** A text over its lines; the last one keeps the whole when something had to be left out. */
function setLines(plan: TextPlan, x: number, y: number, room: number): readonly SceneText[] {
  const whole = printable(plan.text);
  const parts = wrap(whole, plan, room, plan.lines ?? 1);
  const step = plan.size * SIZES.leading;
  const cut = parts.join('').replaceAll(' ', '') !== whole.replaceAll(' ', '');
  return parts
    .filter((text) => text !== '')
    .map((text, index) => ({
      x,
      y: baseline(y + index * step, step, plan.size),
      text,
      ...(cut && index === parts.length - 1 ? { full: whole } : {}),
      size: plan.size,
      weight: plan.weight,
      family: plan.family,
      ink: plan.ink,
      anchor: 'start',
    }));
}

function ledBy(word: string, lines: readonly TextPlan[]): readonly TextPlan[] {
  return lines.map((line, index) => (index === 0 ? { ...line, text: `${word} · ${line.text}` } : line));
}

/** The word at a card's upper right corner, in a pill as wide as the word. */
function badgeBox(plan: CardPlan, at: Frame, badge: NonNullable<CardPlan['badge']>): SceneBox | null {
  const font: TextPlan = { text: badge.text, size: 13, weight: 600, family: 'sans', ink: badge.tone };
  const width = textWidth(badge.text, font) + 16;
  const room = at.width - 2 * SIZES.cardPad;
  const name = textWidth(printable(plan.heading.text), plan.heading);
  if (width > at.width * 0.5 || (name <= room && name + width + 8 > room)) return null;
  const height = 22;
  const x = at.x + at.width - SIZES.cardPad - width + 2;
  const y = at.y + SIZES.cardPadY + (plan.heading.size * SIZES.leading - height) / 2;
  return {
    id: `badge/${plan.id}`,
    partId: null,
    role: 'badge',
    x,
    y,
    width,
    height,
    tone: badge.tone,
    state: plan.state === 'dim' ? 'dim' : 'normal',
    texts: setText(font, x + width / 2, baseline(y, height, font.size), width, 'middle'),
    title: badge.text,
    parent: plan.id,
  };
}
