import { printable, textWidth } from './measure.ts';
import type { RowPlan, RowsPlan, TextPlan } from './plan.ts';
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
  const lineHeight = row.below === '' ? height : height / 2 + 2;
  const y = baseline(at.y + (row.below === '' ? 0 : 2), lineHeight - (row.below === '' ? 0 : 4), plan.size);
  const markRoom = row.mark === '' ? 0 : 15;
  const room = at.width - 18 - markRoom;
  const label: TextPlan = {
    text: row.label,
    size: plan.size,
    weight: 400,
    family: row.mono ? 'mono' : 'sans',
    ink: row.state === 'broken' ? 'bad' : row.absent === true ? 'muted' : 'strong',
  };
  const below: TextPlan = { text: row.below, size: 13, weight: 400, family: 'mono', ink: 'muted' };
  const { labelRoom, value, valueRoom } = share(label, row, plan.size, room);
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
    texts: [
      ...(row.mark === '' ? [] : setText(mark, left, y, 15)),
      ...setText(label, left + markRoom, y, labelRoom),
      ...valueTexts(row, value, at.x + at.width - 8, y, valueRoom),
      ...(row.below === '' ? [] : setText(below, left + markRoom, at.y + height - 8, room)),
    ],
    title: row.title,
    parent,
  };
}

/** A value of which less could be seen would be a riddle. */
const LEAST_VALUE = 72;

interface Shares {
  readonly labelRoom: number;
  readonly value: TextPlan;
  /** 0 where there is no value. */
  readonly valueRoom: number;
}

/** Stands for a value that has no room: a row without it has no value. */
const THERE_IS_MORE = '…';

/** How a row's room is shared between what stands left and right; of the right one “…” is left where there is no room. */
function share(label: TextPlan, row: RowPlan, size: number, room: number): Shares {
  const gap = 14;
  const labelWidth = textWidth(printable(label.text.slice(0, 400)), label);
  const formOf = (text: string): TextPlan => ({
    text,
    size: Math.max(13, size - 1),
    weight: 400,
    family: row.valueMono ? 'mono' : 'sans',
    ink: 'muted',
  });
  const widthOf = (value: TextPlan): number => textWidth(printable(value.text.slice(0, 400)), value);
  const forms = [row.value, row.brief].filter((text) => text !== '').map(formOf);
  const none: Shares = { labelRoom: room, value: formOf(''), valueRoom: 0 };
  const fitting = forms.find((form) => labelWidth + gap + widthOf(form) <= room);
  if (fitting !== undefined) {
    const valueRoom = widthOf(fitting);
    return { labelRoom: room - gap - valueRoom, value: fitting, valueRoom };
  }
  const last = forms.at(-1);
  if (last === undefined) return none;
  if (row.valueFirst && widthOf(last) < room * 0.6)
    return { labelRoom: room - gap - widthOf(last), value: last, valueRoom: widthOf(last) };
  const rest = room - gap - labelWidth;
  if (!row.wordy && rest >= LEAST_VALUE) return { labelRoom: labelWidth, value: last, valueRoom: rest };
  const more = formOf(THERE_IS_MORE);
  return { labelRoom: room - 8 - widthOf(more), value: more, valueRoom: widthOf(more) };
}

/** A row's value, which keeps the whole for the tooltip where a shorter form stands in its place. */
function valueTexts(row: RowPlan, value: TextPlan, x: number, y: number, room: number): readonly SceneText[] {
  if (room <= 0) return [];
  const texts = setText(value, x, y, room, 'end');
  return value.text === row.value ? texts : texts.map((text) => ({ ...text, full: printable(row.value) }));
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
