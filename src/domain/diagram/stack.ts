import { linesOf } from './break-lines.ts';
import { printable, textWidth, wrap } from './measure.ts';
import type { CardPlan, HeadingPlan, Plan, RowsPlan, SpacePlan, TextPlan } from './plan.ts';
import { choose, oneLine, rowPitch } from './row-pitch.ts';

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

/** Whether the row that folds or unfolds the rest is drawn. */
export function hasRest(rows: RowsPlan, shown: number): boolean {
  if (!rows.open) return shown < rows.rows.length;
  return rows.rows.length > Math.min(rows.least, rows.most);
}

/** Rows and the “more” row together. */
export const slots = (rows: RowsPlan, shown: number): number => shown + (hasRest(rows, shown) ? 1 : 0);

/** The words of the folded rest, over as many lines as they need. */
export function restLines(rows: RowsPlan, hidden: number, width: number): readonly string[] {
  const text = hidden === 0 ? 'show fewer' : rows.rest(hidden);
  const font = { size: rows.size, weight: 400, family: 'sans' } as const;
  const room = width - 18;
  const whole = text.replace('\n', ' ');
  if (textWidth(whole, font) <= room) return [whole];
  return text.split('\n').flatMap((part) => wrap(printable(part), font, room, 3));
}

/** Height of the row of the folded rest, gap included, at the rows' own pitch. */
export function restPitch(rows: RowsPlan, hidden: number, width: number): number {
  const lines = restLines(rows, hidden, width).length;
  return oneLine(rows) + (lines - 1) * rows.size * SIZES.leading;
}

/** Height of a heading: its words run over as many lines as they need. */
export function headingHeight(plan: HeadingPlan, width: number): number {
  return SIZES.headingHeight + (headingLines(plan, width).lines.length - 1) * plan.size * SIZES.leading;
}

export const headingWeight = ({ plain }: HeadingPlan): 400 | 600 => (plain === true ? 400 : 600);

/** A heading's lines, and whether there is room for what stands on the right: a count always, more words if it fits. */
export function headingLines(
  plan: HeadingPlan,
  width: number,
): { readonly lines: readonly string[]; readonly asideWidth: number } {
  const font = { size: plan.size, weight: headingWeight(plan), family: 'sans' } as const;
  const text = printable(plan.text);
  const wanted = plan.aside === '' ? 0 : textWidth(plan.aside, { ...font, weight: 400 }) + 10;
  const kept = wanted <= 60 || textWidth(text, font) + wanted <= width;
  const asideWidth = kept ? wanted : 0;
  const plain: TextPlan = { text, ...font, ink: 'muted', lines: 3 };
  return { lines: linesOf(plain, width - asideWidth), asideWidth };
}

/** The heading over a group's rows, or null where it has none or shows none. */
export function overHeading(rows: RowsPlan, shown: number): HeadingPlan | null {
  if (rows.over === '' || shown === 0) return null;
  return {
    kind: 'heading',
    id: `over/${rows.id}`,
    text: rows.over,
    aside: String(rows.rows.length),
    tone: 'neutral',
    size: 13,
  };
}

function rowsHeight(rows: RowsPlan, shown: number, width: number): number {
  const heading = overHeading(rows, shown);
  const over = heading === null ? 0 : headingHeight(heading, width);
  const rest = hasRest(rows, shown) ? restPitch(rows, rows.rows.length - shown, width) : 0;
  if (rows.stacked !== true) return over + shown * rows.pitch + rest;
  return choose(rows, shown).reduce((sum, row) => sum + rowPitch(row, rows, width), over + rest);
}

/** Of a name beside a badge at least this much stays: with less, containers of one kind are all called the same. */
const LEAST_OF_NAME = 0.45;

/** Width of a card's badge, or null where it gives way: then its word leads the card's lines. */
export function badgeWidth(card: CardPlan, width: number): number | null {
  if (card.badge === null) return null;
  const own = textWidth(card.badge.text, { size: 13, weight: 600, family: 'sans' }) + 16;
  const room = width - 2 * SIZES.cardPad;
  const name = textWidth(printable(card.heading.text), card.heading);
  const beside = room - own - 8;
  // A name that is whole without the badge is so; one that is cut anyway keeps the badge, as long as it still tells.
  const cut = name > beside && (name <= room || beside < name * LEAST_OF_NAME);
  return own > width * 0.5 || cut ? null : own;
}

/** A card's name: over two lines where it is too long even without the badge beside it. */
export function cardHeading(card: CardPlan, width: number): TextPlan {
  const room = width - 2 * SIZES.cardPad;
  const alone = card.badge !== null && badgeWidth(card, width) === null;
  return alone && textWidth(printable(card.heading.text), card.heading) > room
    ? { ...card.heading, lines: 2 }
    : card.heading;
}

/** A card's lines, led by the badge's word where the badge itself has no room. */
export function cardLines(card: CardPlan, width: number): readonly TextPlan[] {
  if (card.badge === null || badgeWidth(card, width) !== null) return card.lines;
  const { text, tone } = card.badge;
  return [{ text, size: 13, weight: 600, family: 'sans', ink: tone }, ...card.lines];
}

/** Height of a card's heading and lines, from its upper edge. */
export function cardHead(card: CardPlan, width: number): number {
  const all = [cardHeading(card, width), ...cardLines(card, width)];
  const pad = card.centred ? CENTRED_PAD : SIZES.cardPad;
  const height = (line: TextPlan): number => lineCount(line, width - 2 * pad) * line.size * SIZES.leading;
  return SIZES.cardPadY + all.reduce((sum, line) => sum + height(line), 0);
}

/** Between the edge of a small card and its name. */
export const CENTRED_PAD = 6;

const lineCount = (line: TextPlan, room: number): number => Math.max(1, linesOf(line, room).length);

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
      return headingHeight(plan, width);
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

/** What plans take at the least, whatever height there is for them. */
export interface Measured {
  /** Rows that each group shows first, and the width it has. */
  readonly shown: ReadonlyMap<RowsPlan, number>;
  readonly widths: ReadonlyMap<RowsPlan, number>;
  readonly used: number;
  /** Sum of all that may grow. */
  readonly shares: number;
}

/** Measures plans that are to stand one under the other. Linear in their number. */
export function measured(plans: readonly Plan[], width: number): Measured {
  const shown = new Map<RowsPlan, number>();
  const widths = new Map<RowsPlan, number>();
  let used = 0;
  let shares = 0;
  for (const [plan, room] of walk(plans, width)) {
    if (plan.kind === 'rows') {
      const count = firstCount(plan);
      shown.set(plan, count);
      widths.set(plan, room);
      used += rowsHeight(plan, count, room);
      continue;
    }
    used += ownHeight(plan, room);
    if (plan.kind !== 'heading') shares += plan.grow;
  }
  return { shown, widths, used, shares };
}

/** What stands one under the other in a lane. */
export interface Strip {
  readonly x: number;
  readonly width: number;
  readonly plans: readonly Plan[];
  /** Measured once, however often heights are tried. */
  readonly least: Measured;
}

/** The same strip with other plans in it. */
export const holding = ({ x, width }: Pick<Strip, 'x' | 'width'>, plans: readonly Plan[]): Strip => ({
  x,
  width,
  plans,
  least: measured(plans, width),
});

/**
 * Shares out the height: first what must be there, then one more row for each folded group in turn, then what is left
 * over to the pitch of the rows (up to `maxExtra`) and to the parts that may grow. Linear in the number of groups.
 */
export function shareOut(least: Measured, height: number, maxExtra: number): Fit {
  const { widths, shares } = least;
  const shown = new Map(least.shown);
  let { used } = least;
  for (const late of [false, true]) used = unfold(shown, widths, late, used, height);
  const count = [...shown].reduce((sum, [plan, rows]) => sum + slots(plan, rows), 0);
  const left = Math.max(0, height - used);
  const extraPitch = count === 0 ? 0 : Math.min(maxExtra, left / count);
  const perShare = shares === 0 ? 0 : (left - extraPitch * count) / shares;
  return { shown, extraPitch, perShare, needed: used };
}

/** Rows that a group which unfolds late shows at the least: a heading over a single row tells too little. */
const LATE_ROWS = 3;

/** Gives rows to folded groups, one to each in turn, while there is room; returns the height used then. */
function unfold(
  shown: Map<RowsPlan, number>,
  widths: ReadonlyMap<RowsPlan, number>,
  late: boolean,
  start: number,
  height: number,
): number {
  let used = start;
  let candidates = [...shown.keys()].filter(
    (rows) => rows.late === late && (shown.get(rows) ?? 0) < limit(rows),
  );
  while (candidates.length > 0) {
    const next: RowsPlan[] = [];
    for (const rows of candidates) {
      const before = shown.get(rows) ?? 0;
      const wanted = Math.min(limit(rows), late && before === 0 ? LATE_ROWS : before + 1);
      // The last row takes the place of “+ 1 more”.
      const whole = wanted >= rows.rows.length - 1 && limit(rows) === rows.rows.length;
      const count = whole ? rows.rows.length : wanted;
      const width = widths.get(rows) ?? 0;
      const gain = rowsHeight(rows, count, width) - rowsHeight(rows, before, width);
      if (used + gain > height) continue;
      used += gain;
      shown.set(rows, count);
      if (count < limit(rows)) next.push(rows);
    }
    candidates = next;
  }
  return used;
}
