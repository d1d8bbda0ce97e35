import { printable } from './measure.ts';
import type { RowPlan, RowsPlan, TextPlan } from './plan.ts';
import { labelOf, roomIn, share } from './row-share.ts';
import type { SceneBox, SceneText } from './scene.ts';
import { baseline, setText } from './set-text.ts';
import { restLines, SIZES } from './stack.ts';

/** Left upper corner and width of what is placed. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A row of a group: its name, and its value as far as there is room. */
export function rowBox(row: RowPlan, plan: RowsPlan, at: Frame, height: number, parent: string): SceneBox {
  const left = at.x + 10;
  const { markRoom, room } = roomIn(row, at.width);
  const label = labelOf(row, plan);
  const { labelRoom, value, valueRoom, under } = share(label, row, plan, room);
  const second = under ?? belowOf(row);
  const alone = second.text === '';
  const y = baseline(at.y + (alone ? 0 : 2), alone ? height : height / 2 - 2, plan.size);
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
    ...(row.absent === true ? { absent: true } : {}),
    ...(row.beside === true ? { beside: true } : {}),
    texts: [
      ...(row.mark === '' ? [] : setText(mark, left, y, 15)),
      ...setText(label, left + markRoom, y, labelRoom),
      ...valueTexts(row, value, at.x + at.width - 8, y, valueRoom),
      ...(alone ? [] : valueTexts(row, second, left + markRoom, at.y + height - 8, room, 'start')),
    ],
    title: row.title,
    parent,
  };
}

const belowOf = (row: RowPlan): TextPlan => ({
  text: row.below,
  size: 13,
  weight: 400,
  family: 'mono',
  ink: 'muted',
});

/** A row's value, which keeps the whole for the tooltip where a shorter form stands in its place. */
function valueTexts(
  row: RowPlan,
  value: TextPlan,
  x: number,
  y: number,
  room: number,
  anchor: SceneText['anchor'] = 'end',
): readonly SceneText[] {
  if (room <= 0) return [];
  const texts = setText(value, x, y, room, anchor);
  const brief = value.text !== row.value && value.text !== row.below;
  return brief ? texts.map((text) => ({ ...text, full: printable(row.value) })) : texts;
}

/** The row that stands for so many folded ones. */
export function moreBox(plan: RowsPlan, hidden: number, at: Frame, height: number, parent: string): SceneBox {
  const lines = restLines(plan, hidden, at.width);
  const step = plan.size * SIZES.leading;
  const top = at.y + (height - lines.length * step) / 2;
  const font: TextPlan = { text: '', size: plan.size, weight: 400, family: 'sans', ink: 'muted' };
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
    texts: lines.flatMap((text, index) =>
      setText({ ...font, text }, at.x + 10, baseline(top + index * step, step, plan.size), at.width - 18),
    ),
    title: hidden === 0 ? 'show fewer' : `show ${lines.join(' ').replace(/^\+ /, '')}`,
    parent,
  };
}
