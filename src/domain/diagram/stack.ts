import { printable, textWidth, wrap } from './measure.ts';
import type { CardPlan, HeadingPlan, Plan, RowsPlan, SpacePlan } from './plan.ts';

/** Sizes shared by measuring and placing, in stage units. */
export const SIZES = {
  /** Between the edge of a card and what it holds. */
  cardPad: 12,
  /** Above and below in a card. */
  cardPadY: 8,
  /** From card to card. */
  cardGap: 8,
  /** From the bottom of a row to the top of the next. */
  rowGap: 3,
  headingHeight: 22,
  /** Line height in font sizes. */
  leading: 1.35,
} as const;

/** How many rows of each group are shown, and how much every row and flexible part gained. */
export interface Fit {
  readonly shown: ReadonlyMap<RowsPlan, number>;
  /** Added to every row's pitch. */
  readonly extraPitch: number;
  /** Room for each share of `grow`. */
  readonly perShare: number;
  /** Height without anything that is only given because there is room left over. */
  readonly needed: number;
}

/** Rows and the “more” row together. */
export function slots(rows: RowsPlan, shown: number): number {
  const folds = !rows.open && shown < rows.rows.length;
  const closes = rows.open && rows.rows.length > Math.min(rows.least, rows.most);
  return shown + (folds || closes ? 1 : 0);
}

/** Height of a card's heading and lines, from its upper edge. */
export function cardHead(card: CardPlan, width: number): number {
  const lines = card.lines.reduce((sum, line) => sum + lineCount(line, width) * line.size * SIZES.leading, 0);
  return SIZES.cardPadY + card.heading.size * SIZES.leading + lines;
}

function lineCount(line: CardPlan['lines'][number], width: number): number {
  const limit = line.lines ?? 1;
  if (limit === 1 || textWidth(printable(line.text), line) <= width - 2 * SIZES.cardPad) return 1;
  return wrap(printable(line.text), line, width - 2 * SIZES.cardPad, limit).length;
}

/** Every plan with the cards' bodies, depth first, with the width that is there for it. */
function* walk(plans: readonly Plan[], width: number): Generator<readonly [Plan, number]> {
  for (const plan of plans) {
    yield [plan, width];
    if (plan.kind === 'card') yield* walk(plan.body, width - 2 * SIZES.cardPad);
  }
}

/** Height of a plan's own parts, without rows and without what a card holds. */
function ownHeight(plan: HeadingPlan | CardPlan | SpacePlan, width: number): number {
  switch (plan.kind) {
    case 'heading':
      return SIZES.headingHeight;
    case 'card':
      return cardHead(plan, width) + (plan.body.length > 0 ? 6 : 0) + SIZES.cardPadY;
    case 'space':
      return plan.height;
  }
}

/** How many rows a group shows when there is all the room in the world. */
const limit = (rows: RowsPlan): number =>
  rows.open ? rows.rows.length : Math.min(rows.most, rows.rows.length);

/** The first count of a group: all when open or nearly so, else the least. */
function firstCount(rows: RowsPlan): number {
  const all = rows.rows.length;
  if (rows.open || (rows.most >= all && all <= rows.least + (rows.least > 0 ? 1 : 0))) return all;
  return Math.min(limit(rows), rows.least);
}

/**
 * Shares out the height: first what must be there, then one more row for each folded group in turn, then what is left
 * over to the pitch of the rows (up to `maxExtra`) and to the parts that may grow. Linear in the number of plans.
 */
export function shareOut(plans: readonly Plan[], width: number, height: number, maxExtra: number): Fit {
  const shown = new Map<RowsPlan, number>();
  let used = 0;
  let shares = 0;
  for (const [plan, room] of walk(plans, width)) {
    if (plan.kind === 'rows') {
      const count = firstCount(plan);
      shown.set(plan, count);
      used += slots(plan, count) * plan.pitch;
      continue;
    }
    used += ownHeight(plan, room);
    if (plan.kind !== 'heading') shares += plan.grow;
  }
  used = unfold(shown, used, height);
  const count = [...shown].reduce((sum, [plan, rows]) => sum + slots(plan, rows), 0);
  const left = Math.max(0, height - used);
  const extraPitch = count === 0 ? 0 : Math.min(maxExtra, left / count);
  const perShare = shares === 0 ? 0 : (left - extraPitch * count) / shares;
  return { shown, extraPitch, perShare, needed: used };
}

/** Gives rows to folded groups, one to each in turn, while there is room; returns the height used then. */
function unfold(shown: Map<RowsPlan, number>, start: number, height: number): number {
  let used = start;
  let candidates = [...shown.keys()].filter((rows) => (shown.get(rows) ?? 0) < limit(rows));
  while (candidates.length > 0) {
    const next: RowsPlan[] = [];
    for (const rows of candidates) {
      if (used + rows.pitch > height) continue;
      const count = (shown.get(rows) ?? 0) + 1;
      used += rows.pitch;
      // The last row takes the place of “+ 1 more”.
      const whole = count >= rows.rows.length - 1 && limit(rows) === rows.rows.length;
      shown.set(rows, whole ? rows.rows.length : count);
      if (!whole && count < limit(rows)) next.push(rows);
    }
    candidates = next;
  }
  return used;
}
