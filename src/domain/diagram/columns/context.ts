import type { Part } from '../../anatomy/model.ts';
import type { PartIndex } from '../part-index.ts';
import { valueIn } from '../part-index.ts';
import type { HeadingPlan, RowPlan, RowsPlan } from '../plan.ts';
import { heading } from '../plan.ts';
import type { Tone, Unlit } from '../scene.ts';
import { MARKS, outsideInput, spoken, toneOf } from '../words.ts';

/** How much of itself a column tells: as one of several, as what the scene is about, as context at the side. */
export type Mode = 'full' | 'focus' | 'context';

/** What every column is built from. */
export interface ColumnContext {
  readonly input: Unlit;
  readonly index: PartIndex;
  readonly mode: Mode;
}

/** The sign before a part's name in the difference. */
export const markOf = (input: Unlit, part: Part): string =>
  input.view === 'difference' && !outsideInput(part) ? MARKS[part.change] : '';

/** What a row says of a part; anything may be put in another's place. */
export function partRow(context: ColumnContext, part: Part, over: Partial<RowPlan> = {}): RowPlan {
  const { input } = context;
  const value = valueIn(part, input.view);
  return {
    id: part.id,
    partId: part.id,
    label: part.label,
    mono: true,
    value: value === null || value === part.label ? '' : value,
    valueMono: true,
    valueFirst: false,
    brief: '',
    wordy: false,
    below: '',
    tone: toneOf(part, input.view),
    mark: markOf(input, part),
    state: 'normal',
    title: spoken(part, input.view),
    ...over,
  };
}

/** From one row to the next. */
const PITCH: Readonly<Record<Mode, number>> = { focus: 29, context: 36, full: 24 };
/** The same with a value under its name. */
const STACKED = 42;

/** Whether the picture is for a room: fewer words, each larger. */
export const isForRoom = ({ input }: Pick<ColumnContext, 'input'>): boolean => input.reader === 'room';

/** A group of rows that folds; `least` and `most` say between which counts it breathes. */
export function foldable(
  context: ColumnContext,
  id: string,
  rows: readonly RowPlan[],
  options: {
    readonly least?: number;
    readonly most?: number;
    readonly rest?: (hidden: number) => string;
    readonly tone?: Tone;
    /** Which rows are shown first: true, or the higher number before the lower; not at all with false or 0. */
    readonly preferred?: (row: RowPlan) => boolean | number;
    readonly pitch?: number;
    readonly over?: string;
    readonly late?: boolean;
    readonly spare?: boolean;
    readonly standsFor?: readonly string[];
  } = {},
): RowsPlan {
  const { input, mode } = context;
  const large = isForRoom(context);
  const least = options.least ?? 2;
  const under = large && mode !== 'context';
  // Neither the pointer nor the selection has a say here: a row must not move away from under either.
  const wanted = (row: RowPlan): number => Number(options.preferred?.(row) ?? 0);
  return {
    kind: 'rows',
    id,
    rows,
    least: large && rows.length > 1 ? Math.floor(least / 2) : least,
    most: options.most ?? Number.POSITIVE_INFINITY,
    preferred: new Set(
      rows
        .filter((row) => wanted(row) > 0)
        .sort((a, b) => wanted(b) - wanted(a))
        .map((row) => row.id),
    ),
    rest: options.rest ?? ((hidden) => `+ ${hidden} more`),
    over: options.over ?? '',
    late: options.late ?? false,
    open: input.open.has(id),
    pitch: options.pitch ?? (under ? STACKED : PITCH[mode]),
    size: mode === 'focus' && !large ? 14 : 13,
    ...(under ? { stacked: true } : {}),
    // Lines lead straight from row to row.
    ...(under && input.scene === 'env-to-metadata' ? { level: true } : {}),
    ...(options.spare === true ? { spare: true } : {}),
    ...(options.standsFor === undefined ? {} : { standsFor: options.standsFor }),
    tone: options.tone ?? 'neutral',
  };
}

/** A heading with a count, left out where there is nothing under it. */
export function counted(
  id: string,
  text: string,
  rows: number,
  tone: Tone,
  count = rows,
): readonly HeadingPlan[] {
  return rows === 0 ? [] : [heading(id, text, String(count), tone)];
}
