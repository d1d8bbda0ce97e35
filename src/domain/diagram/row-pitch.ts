import type { RowPlan, RowsPlan } from './plan.ts';
import { hasTwoLines } from './row-share.ts';

/** Where values may stand under their names, what is one line takes this. */
export const ONE_LINE = 27;

export const oneLine = ({ stacked, pitch }: RowsPlan): number =>
  stacked === true ? Math.min(pitch, ONE_LINE) : pitch;

/** From the top of a row to the top of the next. */
export const rowPitch = (row: RowPlan, rows: RowsPlan, width: number): number =>
  rows.stacked !== true || rows.level === true || hasTwoLines(row, rows, width) ? rows.pitch : oneLine(rows);

/** Which rows are shown: the preferred ones first, drawn in their own order. */
export function choose(plan: RowsPlan, count: number): readonly RowPlan[] {
  if (count >= plan.rows.length) return plan.rows;
  const here = new Set(plan.rows.map((row) => row.id));
  const first = new Set([...plan.preferred].filter((id) => here.has(id)).slice(0, count));
  let others = count - first.size;
  return plan.rows.filter((row) => first.has(row.id) || (!plan.preferred.has(row.id) && others-- > 0));
}
