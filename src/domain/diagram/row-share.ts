import { printable, textWidth } from './measure.ts';
import type { RowPlan, RowsPlan, TextPlan } from './plan.ts';

/** Room in a row that is `width` wide, and how much of its left a mark takes. */
export function roomIn(
  { mark }: RowPlan,
  width: number,
): { readonly room: number; readonly markRoom: number } {
  const markRoom = mark === '' ? 0 : 15;
  return { room: width - 18 - markRoom, markRoom };
}

/** What stands left in a row. */
export const labelOf = (row: RowPlan, { size }: RowsPlan): TextPlan => ({
  text: row.label,
  size,
  weight: 400,
  family: row.mono ? 'mono' : 'sans',
  ink: row.state === 'broken' ? 'bad' : row.absent === true ? 'muted' : 'strong',
});

/** A value of which less could be seen would be a riddle. */
const LEAST_VALUE = 72;

export interface Shares {
  readonly labelRoom: number;
  readonly value: TextPlan;
  /** 0 where there is no value. */
  readonly valueRoom: number;
  /** The value where it stands under the name. */
  readonly under?: TextPlan;
}

/** Stands for a value that has no room: a row without it has no value. */
const THERE_IS_MORE = '…';

/** How a row's room is shared between what stands left and right; of the right one “…” is left where there is no room. */
export function share(label: TextPlan, row: RowPlan, { size, stacked }: RowsPlan, room: number): Shares {
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
  if (stacked === true && row.below === '') {
    const under = forms.find((form) => widthOf(form) <= room) ?? (row.wordy ? undefined : forms[0]);
    if (under !== undefined) return { ...none, under };
  }
  if (row.valueFirst && widthOf(last) < room * 0.6)
    return { labelRoom: room - gap - widthOf(last), value: last, valueRoom: widthOf(last) };
  const rest = room - gap - labelWidth;
  if (!row.wordy && rest >= LEAST_VALUE) return { labelRoom: labelWidth, value: last, valueRoom: rest };
  const more = formOf(THERE_IS_MORE);
  return { labelRoom: room - 8 - widthOf(more), value: more, valueRoom: widthOf(more) };
}

/** Whether a row takes two lines: what stands below, or a value that does not fit beside its name. */
export function hasTwoLines(row: RowPlan, plan: RowsPlan, width: number): boolean {
  if (row.below !== '' || row.value === '') return row.below !== '';
  return share(labelOf(row, plan), row, plan, roomIn(row, width).room).under !== undefined;
}
