import type { Lights } from './lights.ts';
import type { CardPlan, HeadingPlan, Plan, RowsPlan, TextPlan } from './plan.ts';
import { type Frame, moreBox, rowBox } from './row-box.ts';
import { choose, rowPitch } from './row-pitch.ts';
import type { SceneBox, SceneText } from './scene.ts';
import { baseline, setLines, setText } from './set-text.ts';
import {
  badgeWidth,
  CENTRED_PAD,
  cardHead,
  cardHeading,
  cardLines,
  type Fit,
  hasRest,
  headingHeight,
  headingLines,
  headingWeight,
  overHeading,
  restPitch,
  SIZES,
} from './stack.ts';

/** Puts plans one under the other and returns their boxes and the height they took. */
export function place(
  plans: readonly Plan[],
  frame: Frame,
  parent: string,
  fit: Fit,
  lights: Lights,
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
        y += headingHeight(plan, frame.width);
        break;
      case 'rows':
        y += placeRows(plan, at, parent, fit, { boxes, lights });
        break;
      case 'card':
        y += placeCard(plan, at, parent, fit, { boxes, lights });
        break;
    }
  }
  return { boxes, height: y - frame.y };
}

function headingBox(plan: HeadingPlan, at: Frame, parent: string): SceneBox {
  const ink = plan.tone === 'neutral' ? 'muted' : plan.tone;
  const y = baseline(at.y, SIZES.headingHeight, plan.size);
  const { lines, asideWidth } = headingLines(plan, at.width);
  const text: TextPlan = {
    text: plan.text,
    size: plan.size,
    weight: headingWeight(plan),
    family: 'sans',
    ink,
  };
  const aside: TextPlan = { ...text, text: plan.aside, weight: 400, ink: 'muted' };
  return {
    id: plan.id,
    partId: null,
    role: 'heading',
    x: at.x,
    y: at.y,
    width: at.width,
    height: headingHeight(plan, at.width),
    tone: plan.tone,
    state: 'normal',
    texts: [
      ...setLines({ ...text, lines: lines.length }, at.x, at.y, at.width - asideWidth, SIZES.headingHeight),
      ...(asideWidth > 0 ? setText(aside, at.x + at.width, y, asideWidth, 'end') : []),
    ],
    title: plan.aside === '' ? plan.text : `${plan.text}, ${plan.aside}`,
    parent,
  };
}

/** Where placing puts what it made. */
interface Placed {
  readonly boxes: SceneBox[];
  readonly lights: Lights;
}

function placeRows(plan: RowsPlan, at: Frame, parent: string, fit: Fit, { boxes, lights }: Placed): number {
  const count = fit.shown.get(plan) ?? plan.rows.length;
  let y = at.y;
  const over = overHeading(plan, count);
  if (over !== null) {
    boxes.push(headingBox(over, { ...at, y }, parent));
    y += headingHeight(over, at.width);
  }
  const visible = choose(plan, count);
  for (const row of visible) {
    const pitch = rowPitch(row, plan, at.width) + fit.extraPitch;
    boxes.push(rowBox(row, plan, { ...at, y }, pitch - SIZES.rowGap, parent));
    if (row.underLight !== undefined) lights.own.set(row.id, row.underLight);
    y += pitch;
  }
  if (!hasRest(plan, count)) return y - at.y;
  const height = restPitch(plan, plan.rows.length - count, at.width) + fit.extraPitch;
  const seen = new Set(visible);
  const folded = plan.rows.filter((row) => !seen.has(row));
  lights.folded.set(
    plan.id,
    folded.flatMap(({ partId }) => partId ?? []),
  );
  boxes.push(moreBox(plan, folded.length, { ...at, y }, height - SIZES.rowGap, parent));
  return y + height - at.y;
}

function placeCard(plan: CardPlan, at: Frame, parent: string, fit: Fit, { boxes, lights }: Placed): number {
  const pad = plan.centred ? CENTRED_PAD : SIZES.cardPad;
  const room = at.width - 2 * pad;
  const head = cardHead(plan, at.width);
  const inner = { x: at.x + SIZES.cardPad, y: at.y + head + 6, width: at.width - 2 * SIZES.cardPad };
  const body = place(plan.body, inner, plan.id, fit, lights);
  const bodyHeight = plan.body.length > 0 ? 6 + body.height : 0;
  const height = head + bodyHeight + SIZES.cardPadY + plan.grow * fit.perShare;
  const badge = plan.badge === null ? null : badgeBox(plan, at, plan.badge);
  const texts: SceneText[] = [];
  let y = at.y + SIZES.cardPadY;
  const put = (text: TextPlan, space: number): void => {
    for (const part of setLines(text, at.x + pad, y, space)) {
      texts.push(plan.centred ? { ...part, x: at.x + at.width / 2, anchor: 'middle' } : part);
      y += text.size * SIZES.leading;
    }
  };
  put(cardHeading(plan, at.width), room - (badge === null ? 0 : badge.width + 8));
  y = Math.max(y, at.y + SIZES.cardPadY + plan.heading.size * SIZES.leading);
  for (const text of cardLines(plan, at.width)) put(text, room);
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
    ...(plan.absent === true ? { absent: true } : {}),
    ...(plan.beside === true ? { beside: true } : {}),
    texts,
    title: plan.title,
    parent,
  });
  if (plan.underLight !== undefined) lights.own.set(plan.id, plan.underLight);
  if (badge !== null) boxes.push(badge);
  boxes.push(...body.boxes);
  return height;
}

/** The word at a card's upper right corner, in a pill as wide as the word. */
function badgeBox(plan: CardPlan, at: Frame, badge: NonNullable<CardPlan['badge']>): SceneBox | null {
  const font: TextPlan = { text: badge.text, size: 13, weight: 600, family: 'sans', ink: badge.tone };
  const width = badgeWidth(plan, at.width);
  if (width === null) return null;
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
    state: 'normal',
    texts: setText(font, x + width / 2, baseline(y, height, font.size), width, 'middle'),
    title: badge.text,
    parent: plan.id,
  };
}
