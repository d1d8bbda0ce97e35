import type { Mode } from './columns/context.ts';
import { textWidth, wrap } from './measure.ts';
import { type ColumnPlan, type Plan, sans, type TextPlan } from './plan.ts';
import type { SceneBox, SceneText } from './scene.ts';
import { setText } from './set-text.ts';
import type { Strip } from './stack.ts';
import { STAGE } from './stage.ts';
import { titleParts } from './titles.ts';

/** Between the end of a strip and its name. */
const STRIP_PAD = 14;

/** A column with its plan, before its height is known. */
export interface Standing {
  readonly plan: ColumnPlan;
  readonly mode: Mode;
  readonly pad: number;
  readonly x: number;
  readonly width: number;
  readonly lanes: readonly Strip[];
  /** What a column that is only a strip stands for. */
  readonly inside?: readonly Plan[];
}

export const headerOf = (mode: Mode): number =>
  mode === 'context' ? STAGE.contextHeaderHeight : STAGE.headerHeight;

function titleTexts(column: Standing, y: number): readonly SceneText[] {
  const { plan, mode, x, width, pad } = column;
  const room = width - 2 * pad;
  const { title, aside, asideRoom } = titleParts(plan, room);
  const base = y + headerOf(mode) / 2 + title.size * 0.36 + 2;
  // Without a short form it is a name, which may be cut; words of ours stand whole or not at all.
  const least = plan.shortAsides === undefined ? 0.75 : 1;
  return [
    ...setText(title, x + pad, base, room),
    ...(aside.text !== '' && asideRoom >= least * textWidth(aside.text, aside)
      ? setText(aside, x + width - pad, base, asideRoom, 'end')
      : []),
  ];
}

/** What a column without anything in it says of itself. */
function missingTexts(column: Standing, y: number, text: string): readonly SceneText[] {
  const { pad } = column;
  const font = sans(text, 13);
  return wrap(text, font, column.width - 2 * pad, 6).flatMap((line, index) =>
    setText(
      { ...font, text: line },
      column.x + pad,
      y + headerOf(column.mode) + 14 + index * 18,
      column.width - 2 * pad,
    ),
  );
}

export function columnBox(column: Standing, y: number, height: number, missing: string): SceneBox {
  const { plan, x, width } = column;
  return {
    id: plan.id,
    partId: null,
    role: 'column',
    x,
    y,
    width,
    height,
    tone: plan.tone,
    state: plan.state,
    texts:
      column.inside !== undefined
        ? stripTexts(column, y, height, plan.state === 'missing' ? missing : plan.aside)
        : [...titleTexts(column, y), ...(plan.state === 'missing' ? missingTexts(column, y, missing) : [])],
    title: plan.spoken,
    parent: null,
  };
}

/** The name of a strip, turned, and behind it what there is to say of it, where that has room. */
function stripTexts(
  { plan, x, width }: Standing,
  y: number,
  height: number,
  says: string,
): readonly SceneText[] {
  const room = height - 2 * STRIP_PAD;
  const turned = (font: TextPlan, from: number): readonly SceneText[] =>
    setText(font, x + width / 2 - font.size * 0.36, from, room).map((text) => ({ ...text, turned: true }));
  const title = sans(plan.title, 20, plan.state === 'missing' ? 'muted' : 'strong', 700);
  const small = sans(says, 13, plan.asideTone ?? 'muted', plan.asideTone === null ? 400 : 600);
  const behind = textWidth(plan.title, title) + 14;
  const fits = says !== '' && behind + textWidth(says, small) <= room;
  return [...turned(title, y + STRIP_PAD), ...(fits ? turned(small, y + STRIP_PAD + behind) : [])];
}
