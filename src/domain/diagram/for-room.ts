import type { Mode } from './columns/context.ts';
import { holdingOf } from './holding.ts';
import type { PartIndex } from './part-index.ts';
import type { Unlit } from './scene.ts';
import { fitsIn, type Stand, standsOf } from './stage.ts';

/** The smallest letters of a picture as it is drawn for a desk, and what a room can read, at 1280 pixels of width. */
const SMALLEST = 13;
export const ROOM_LETTERS = 24;

/** The stage for which the sizes of a room hold; of a larger one everything grows, for it is the same wall. */
const WALL = { width: 1280, height: 530 } as const;

/** How much larger than drawn everything in a picture for a room is. */
export const roomZoom = ({ width, height }: Pick<Unlit, 'width' | 'height'>): number =>
  (ROOM_LETTERS / SMALLEST) * Math.min(width / WALL.width, height / WALL.height);

/** A column of which nothing is told but its name, turned. */
const STRIP = 38;
/** The title `Bootstrap` at 20 units stands in this. */
const NAMES = 112;
/** A name with its value under it stands in this. */
const ROWS = 190;
/** Between two columns that stood one over the other. */
const BESIDE = 30;

/** The places of a scene, for whoever looks at it. */
export function standsFor(input: Unlit, index: PartIndex): readonly Stand[] {
  const stands = standsOf(input.scene, holdingOf(input, index));
  return input.reader === 'room' ? standsForRoom(stands, input.width) : stands;
}

/**
 * What a room can read in `width` units. What is context beside something else is a strip with its name; where the others
 * have no room side by side, those that tell less tell names and counts only, and then all do. Every column keeps its place.
 */
export function standsForRoom(stands: readonly Stand[], width: number): readonly Stand[] {
  let told = apart(stands);
  const modes = new Set(told.flatMap(({ columns }) => columns.map(({ mode }) => mode)));
  if (modes.size > 1) told = told.map(asStrip);
  for (const mode of ['full', 'focus'] as const) {
    if (fitsIn(told.map(sized), width)) break;
    told = told.map((stand) => namesOnly(stand, mode));
  }
  return told.map(sized);
}

/** A place of its own for every column: one over the other neither could tell anything. */
function apart(stands: readonly Stand[]): readonly Stand[] {
  return stands.flatMap((stand) =>
    stand.columns.map((column, index) => {
      const last = index === stand.columns.length - 1;
      return { ...stand, columns: [column], gutter: last ? stand.gutter : BESIDE };
    }),
  );
}

const asStrip = (stand: Stand): Stand => ({
  ...stand,
  columns: stand.columns.map((column) => (column.mode === 'context' ? { ...column, strip: true } : column)),
});

const namesOnly = (stand: Stand, told: Mode): Stand => ({
  ...stand,
  columns: stand.columns.map((column) => (column.mode === told ? { ...column, mode: 'context' } : column)),
});

/** A place as wide as what is told in it needs: what shows rows shares what is left, and names do so among themselves. */
function sized(stand: Stand): Stand {
  const [column] = stand.columns;
  if (column?.strip === true) return { ...stand, least: STRIP, width: STRIP, weight: 0 };
  if (column?.mode === 'context')
    return { ...stand, least: NAMES, width: NAMES, weight: 1, gutter: Math.min(stand.gutter, BESIDE) };
  // Nearer to each other than for a desk: in large letters what is told of the smaller one needs its width, too.
  return { ...stand, least: ROWS, width: ROWS, weight: Math.sqrt(Math.max(1, stand.weight)) * 1000 };
}
