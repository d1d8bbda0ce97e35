import { columnBox, headerOf, type Standing } from './column-box.ts';
import { BUILDERS } from './columns/by-scene.ts';
import type { ColumnContext, Mode } from './columns/context.ts';
import { alignedNode } from './columns/node.ts';
import { standsFor } from './for-room.ts';
import { type Lights, noLights } from './lights.ts';
import { asWhenFolded, type Folded, withoutSpare } from './open-folds.ts';
import type { PartIndex } from './part-index.ts';
import { place } from './place.ts';
import type { ColumnPlan } from './plan.ts';
import { noteHomes, noteWithin } from './plan.ts';
import type { SceneBox, Unlit } from './scene.ts';
import { type Fit, holding, shareOut } from './stack.ts';
import { padOf, STAGE, widthsOf } from './stage.ts';
import { unsaid } from './titles.ts';
import type { ColumnName } from './words.ts';

/** A vertical strip in which boxes stand one under the other; lines run in the gutters between strips. */
export interface Lane {
  readonly x: number;
  readonly right: number;
}

/** Every box with its place, and what the router needs to know of it. */
export interface Layout {
  readonly boxes: readonly SceneBox[];
  readonly byId: ReadonlyMap<string, SceneBox>;
  readonly lanes: readonly Lane[];
  /** Box → index of its lane; a column's own box counts to its first lane. */
  readonly laneOf: ReadonlyMap<string, number>;
  /** Folded row → the “+ N more” row that stands for it. */
  readonly homes: ReadonlyMap<string, string>;
  readonly lights: Lights;
  readonly height: number;
}

/** How much further apart rows may stand than drawn: in what the scene is about more than beside it. */
const MOST_EXTRA_PITCH: Readonly<Record<Mode, number>> = { full: 4, focus: 10, context: 0 };
/** What needs less of the room than this is not spread over all of it. */
export const HALF_EMPTY = 0.72;
/** So much higher than it needs to be it may be drawn all the same, its rows further apart. */
const MOST_SPREAD = 1.35;

function standing(
  context: ColumnContext,
  name: ColumnName,
  { x, width }: Pick<Standing, 'x' | 'width'>,
  folded: Folded | null,
): Standing {
  const plan = BUILDERS[name](context);
  const pad = padOf(context.mode, context.input.width);
  const count = plan.lanes.length;
  const shares = count === 2 ? [0.46, 0.54] : plan.lanes.map(() => 1 / count);
  const inner = width - 2 * pad - (count - 1) * STAGE.laneGap;
  const lanes = plan.lanes.map((plans, index) => {
    const before = shares.slice(0, index).reduce((sum, share) => sum + share, 0);
    const at = { x: x + pad + index * STAGE.laneGap + inner * before, width: inner * (shares[index] ?? 0) };
    return holding(at, [
      ...(index === 0 ? unsaid(plan, width - 2 * pad) : []),
      ...asWhenFolded(plans, folded),
    ]);
  });
  return { plan, mode: context.mode, pad, x, width, lanes };
}

/** A column of which only the name stands there, for all that is in it. */
function asStrip(
  context: ColumnContext,
  build: (context: ColumnContext) => ColumnPlan,
  { x, width }: Pick<Standing, 'x' | 'width'>,
): Standing {
  const { lanes, ...plan } = build(context);
  // What is said beside a title is said of the column, not of what is in it.
  const { aside, asideTone } = build({ ...context, mode: 'full' });
  const says = asideTone === null ? (plan.mustSay ?? '') : aside;
  return {
    plan: { ...plan, aside: says, asideTone, lanes: [[]] },
    mode: 'context',
    pad: 0,
    x,
    width,
    lanes: [holding({ x, width }, [])],
    inside: lanes.flat(),
  };
}

/** Height a column takes in `room`, at least what it cannot do without. */
function heightIn(column: Standing, room: number): number {
  const inner = room - headerOf(column.mode) - STAGE.columnEnd;
  const needed = Math.max(0, ...column.lanes.map((lane) => shareOut(lane.least, inner, 0).needed));
  return headerOf(column.mode) + needed + STAGE.columnEnd;
}

/** The column without its spare cards where it would not fit with them. */
function fitted(column: Standing, room: number, folded: Folded | null): Standing {
  if (heightIn(column, 0) <= room) return column;
  return {
    ...column,
    lanes: column.lanes.map((lane) => {
      const plans = withoutSpare(lane.plans, folded);
      const same = plans.length === lane.plans.length && plans.every((plan, at) => plan === lane.plans[at]);
      return same ? lane : holding(lane, plans);
    }),
  };
}

/** Of two columns in one place the lower takes what it needs and the upper the rest; empty ones share it. */
function heightsOf(columns: readonly Standing[], room: number): readonly number[] {
  const below = columns.slice(1).map((column) => heightIn(column, 0));
  const rest = room - below.reduce((sum, height) => sum + height + STAGE.stackGap, 0);
  const [first] = columns;
  if (columns.every(({ plan }) => plan.state === 'missing')) {
    const each = (room - (columns.length - 1) * STAGE.stackGap) / columns.length;
    return columns.map((column) => Math.max(each, heightIn(column, 0)));
  }
  return first === undefined ? [] : [Math.max(rest, heightIn(first, 0)), ...below];
}

/**
 * Columns side by side, filled as the room allows; taller than `input.height` only when they cannot be lower. Where a
 * group is open, `folded` is the same picture without.
 */
export function layOut(input: Unlit, index: PartIndex, folded: Folded | null = null): Layout {
  const stands = standsFor(input, index);
  const widths = widthsOf(stands, input.width);
  const room = input.height - STAGE.top - STAGE.bottom;
  const columns = stands.map((stand, position) =>
    stand.columns.map(({ name, mode, strip }) => {
      const at = widths[position] ?? { x: 0, width: 0 };
      const context = { input, index, mode };
      if (strip === true) return asStrip(context, BUILDERS[name], at);
      return fitted(standing(context, name, at, folded), room, folded);
    }),
  );
  const natural = columns.map((group) => Math.max(totalOf(heightsOf(group, 0)), natureOf(group, room)));
  const tallest = Math.max(...natural);
  // A picture that would stay half empty is drawn as high as it is, not as high as the window.
  const height =
    tallest >= room * HALF_EMPTY
      ? Math.max(room, ...columns.map((group) => totalOf(heightsOf(group, 0))))
      : Math.min(room, tallest * (input.reader === 'room' ? 2 : MOST_SPREAD));
  const draft: Draft = { boxes: [], lanes: [], laneOf: new Map(), homes: new Map(), lights: noLights() };
  let foot = STAGE.top + height;
  const missing =
    input.view === 'original' && input.anatomy.injected
      ? 'not there before injection'
      : 'not injected: nothing here';
  for (const group of columns) {
    let y = STAGE.top;
    // Only what is too long for the room runs below it: the others stay where they are seen.
    const least = totalOf(heightsOf(group, 0));
    const follows = group.some((column) => facesVariables(column, input));
    const heights = heightsOf(group, follows ? height : Math.min(height, Math.max(room, least)));
    group.forEach((column, at) => {
      const drawn = facesVariables(column, input)
        ? aligned({ input, index, mode: 'focus' }, column, draft, folded)
        : column;
      // Beside the variables the keys may need more than they would one under the other.
      const own = Math.max(heights[at] ?? 0, drawn === column ? 0 : heightIn(drawn, 0));
      drawColumn(
        drawn,
        y,
        own,
        missing,
        draft,
        input.scene === 'env-to-metadata' ? 0 : MOST_EXTRA_PITCH[column.mode],
      );
      y += own + STAGE.stackGap;
    });
    foot = Math.max(foot, y - STAGE.stackGap);
  }
  return {
    ...draft,
    byId: new Map(draft.boxes.map((box) => [box.id, box])),
    height: foot + STAGE.bottom,
  };
}

/** Whether a column is the node's whose keys stand at the height of their variables. */
const facesVariables = ({ plan, mode }: Standing, { scene }: Unlit): boolean =>
  scene === 'env-to-metadata' && plan.id === 'column/node' && mode === 'focus';

/** The node's column again, its keys at the height of their variables in the column that is drawn already. */
function aligned(context: ColumnContext, column: Standing, draft: Draft, folded: Folded | null): Standing {
  const top = STAGE.top + STAGE.headerHeight;
  const beside = draft.boxes.filter(({ role, parent }) => role === 'row' && parent === 'column/proxy');
  const rows = new Map(beside.map((box) => [box.id, box.y - top]));
  const plan = alignedNode(context, (id) => {
    for (const link of context.index.linksTo(id)) {
      const at = rows.get(link.from);
      if (at !== undefined) return at;
    }
    return null;
  });
  return {
    ...column,
    plan,
    lanes: column.lanes.map((lane, index) => holding(lane, asWhenFolded(plan.lanes[index] ?? [], folded))),
  };
}

interface Draft {
  readonly boxes: SceneBox[];
  readonly lanes: Lane[];
  readonly laneOf: Map<string, number>;
  readonly homes: Map<string, string>;
  readonly lights: Lights;
}

const totalOf = (heights: readonly number[]): number =>
  heights.reduce((sum, height) => sum + height, 0) + Math.max(0, heights.length - 1) * STAGE.stackGap;

/** Height at which a place would show all it can of `room`. */
function natureOf(group: readonly Standing[], room: number): number {
  return totalOf(group.map((column) => heightIn(column, room)));
}

function drawColumn(
  column: Standing,
  y: number,
  height: number,
  missing: string,
  draft: Draft,
  extra: number,
): void {
  draft.boxes.push(columnBox(column, y, height, missing));
  if (column.inside !== undefined)
    draft.lights.folded.set(column.plan.id, noteWithin(column.inside, column.plan.id, draft.homes));
  for (const [position, lane] of column.lanes.entries()) {
    noteHomes(lane.plans, draft.homes);
    const inner = height - headerOf(column.mode) - STAGE.columnEnd;
    const share: Fit = shareOut(lane.least, inner, extra);
    const { boxes } = place(
      lane.plans,
      { x: lane.x, y: y + headerOf(column.mode), width: lane.width },
      column.plan.id,
      share,
      draft.lights,
    );
    const last = position === column.lanes.length - 1;
    const existing = draft.lanes.findIndex((other) => other.x === (position === 0 ? column.x : lane.x));
    const laneIndex = existing >= 0 ? existing : draft.lanes.length;
    if (existing < 0)
      draft.lanes.push({
        x: position === 0 ? column.x : lane.x,
        right: last ? column.x + column.width : lane.x + lane.width,
      });
    if (position === 0) draft.laneOf.set(column.plan.id, laneIndex);
    for (const box of boxes) draft.laneOf.set(box.id, laneIndex);
    draft.boxes.push(...boxes);
  }
}
