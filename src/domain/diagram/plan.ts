import type { SceneBox, SceneText, Tone } from './scene.ts';

/**
 * What a column holds, before anything has a place: rows that may fold, headings, cards, space. A column is a list of
 * these; `stack.ts` decides how many rows there is room for and puts everything where it stands.
 */
export type Plan = HeadingPlan | RowsPlan | CardPlan | SpacePlan;

export type BoxState = SceneBox['state'];

/**
 * What a box looks like where what is chosen or lit would make it look `chosen`, for boxes that do not simply follow:
 * something refused stays so. Without one a box looks as chosen.
 */
export type UnderLight = (chosen: BoxState) => BoxState;

/** A text without a place. */
export interface TextPlan {
  readonly text: string;
  readonly size: number;
  readonly weight: SceneText['weight'];
  readonly family: SceneText['family'];
  readonly ink: SceneText['ink'];
  /** Over how many lines it may run; 1 when absent. */
  readonly lines?: number;
  /** What is said in its place where the whole does not fit into one line. */
  readonly brief?: string;
  /** Numbers in it go on while somebody looks: it takes the lines it would take with long ones, so that nothing moves. */
  readonly counts?: true;
}

export interface HeadingPlan {
  readonly kind: 'heading';
  readonly id: string;
  readonly text: string;
  /** On the right: a count, a word. */
  readonly aside: string;
  readonly tone: Tone;
  readonly size: number;
  /** A remark rather than a title: in plain letters. */
  readonly plain?: true;
}

export interface RowPlan {
  readonly id: string;
  readonly partId: string | null;
  readonly label: string;
  readonly mono: boolean;
  /** On the right, as far as there is room. */
  readonly value: string;
  readonly valueMono: boolean;
  /** The label gives way to the value, not the value to the label. */
  readonly valueFirst: boolean;
  /** What may stand in the value's place where the whole has no room; empty for nothing. */
  readonly brief: string;
  /** The value is words of ours: it gives way to `brief` or is left out, but is never cut. */
  readonly wordy: boolean;
  readonly tone: Tone;
  /** A second line under both, empty for none. */
  readonly below: string;
  /** `+`, `~` or `−` in the difference, else empty. */
  readonly mark: string;
  /** While nothing is chosen or lit. */
  readonly state: BoxState;
  readonly underLight?: UnderLight;
  /** The bootstrap on the stage does not hold it. */
  readonly absent?: true;
  /** As in SceneBox. */
  readonly beside?: true;
  readonly title: string;
}

export interface RowsPlan {
  readonly kind: 'rows';
  /** Id of the “+ N more” row and of the group in `open`. */
  readonly id: string;
  readonly rows: readonly RowPlan[];
  /** Rows shown at the least, when there is no room. */
  readonly least: number;
  /** Rows shown at the most unless the group is open: 0 in a context column. */
  readonly most: number;
  /** Rows that are shown before the others when not all fit. */
  readonly preferred: ReadonlySet<string>;
  /** What the folded rest is called: `+ 9 more`, `9 volumes`; a line break where it may run over two lines. */
  readonly rest: (hidden: number) => string;
  /** Over the rows as soon as one is shown: the folded rest says the same by itself. */
  readonly over: string;
  /** Unfolds only when all other groups have what they want. */
  readonly late: boolean;
  readonly open: boolean;
  /** From one row to the next. */
  readonly pitch: number;
  readonly size: number;
  readonly tone: Tone;
  /** A value that does not fit beside its name stands under it. */
  readonly stacked?: true;
  /** All rows are of one height, so that others stand level with them. */
  readonly level?: true;
  /** Left out where the column would else be taller than the stage. */
  readonly spare?: true;
  /** Ids of boxes that are not drawn here and for which the row of the folded rest stands as well. */
  readonly standsFor?: readonly string[];
}

export interface BadgePlan {
  readonly text: string;
  readonly tone: Tone;
}

export interface CardPlan {
  readonly kind: 'card';
  readonly id: string;
  readonly partId: string | null;
  readonly heading: TextPlan;
  readonly badge: BadgePlan | null;
  readonly lines: readonly TextPlan[];
  readonly body: readonly Plan[];
  readonly tone: Tone;
  /** While nothing is chosen or lit. */
  readonly state: BoxState;
  readonly underLight?: UnderLight;
  readonly title: string;
  /** Share of room left over that it takes; 0 for none. */
  readonly grow: number;
  /** The heading stands in the middle: the small cards of a context column. */
  readonly centred: boolean;
  /** Left out, with the space behind it, where the column would else be taller than the stage. */
  readonly spare?: boolean;
  /** It is not there: its frame stays broken while it is lit. */
  readonly absent?: true;
  /** As in SceneBox. */
  readonly beside?: true;
}

export interface SpacePlan {
  readonly kind: 'space';
  readonly height: number;
  /** Share of room left over that it takes; 0 for none. */
  readonly grow: number;
  /** How much it may grow, so that what belongs together stays together. */
  readonly most: number;
}

export const space = (height: number, grow = 0, most = Number.POSITIVE_INFINITY): SpacePlan => ({
  kind: 'space',
  height,
  grow,
  most,
});

export function sans(
  text: string,
  size: number,
  ink: TextPlan['ink'] = 'muted',
  weight: TextPlan['weight'] = 400,
): TextPlan {
  return { text, size, weight, family: 'sans', ink };
}

export function mono(text: string, size: number, ink: TextPlan['ink'] = 'normal', lines = 1): TextPlan {
  return { text, size, weight: 400, family: 'mono', ink, lines };
}

export const heading = (id: string, text: string, aside: string, tone: Tone, size = 13): HeadingPlan => ({
  kind: 'heading',
  id,
  text,
  aside,
  tone,
  size,
});

/** A column of the stage, or two or more lanes side by side in one frame. */
export interface ColumnPlan {
  readonly id: string;
  readonly title: string;
  /** The title where the whole has no room. */
  readonly shortTitle?: string;
  /** Beside the title where there is room. */
  readonly aside: string;
  /** What may stand there where the whole has no room, the longest first. */
  readonly shortAsides?: readonly string[];
  /** What stands under the title where nothing has room beside it: it must be said at every width. */
  readonly mustSay?: string;
  readonly asideTone: Tone | null;
  readonly tone: Tone;
  readonly state: BoxState;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly lanes: readonly (readonly Plan[])[];
}

/** Rows that may be folded, with the row that stands for them then. */
export function noteHomes(plans: readonly Plan[], homes: Map<string, string>): void {
  for (const plan of plans) {
    if (plan.kind === 'rows') {
      for (const row of plan.rows) homes.set(row.id, plan.id);
      for (const id of plan.standsFor ?? []) homes.set(id, plan.id);
    }
    if (plan.kind === 'card') noteHomes(plan.body, homes);
  }
}

/** Everything that plans would draw has its home in one box, which stands for all of it; returns the parts in it. */
export function noteWithin(
  plans: readonly Plan[],
  home: string,
  homes: Map<string, string>,
): readonly string[] {
  return plans.flatMap((plan) => {
    if (plan.kind === 'space') return [];
    homes.set(plan.id, home);
    if (plan.kind === 'heading') return [];
    if (plan.kind === 'card') {
      const inside = noteWithin(plan.body, home, homes);
      return plan.partId === null ? inside : [plan.partId, ...inside];
    }
    for (const id of [...plan.rows.map((row) => row.id), ...(plan.standsFor ?? [])]) homes.set(id, home);
    return plan.rows.flatMap(({ partId }) => partId ?? []);
  });
}
