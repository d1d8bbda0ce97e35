import type { Mode } from './columns/context.ts';
import type { Holding } from './holding.ts';
import type { SceneName } from './scene.ts';
import type { ColumnName } from './words.ts';

/** Where the stage's own measures are fixed, in stage units at zoom 1. */
export const STAGE = {
  marginX: 20,
  /** Room above the columns: lines that pass over columns run there. */
  top: 26,
  bottom: 12,
  columnPad: 16,
  narrowPad: 12,
  /** Under the last thing in a column. */
  columnEnd: 12,
  contextPad: 8,
  headerHeight: 42,
  contextHeaderHeight: 40,
  /** Between two columns that stand one over the other. */
  stackGap: 10,
  /** Between the lanes of one column: the bundle of mounts runs there. */
  laneGap: 44,
} as const;

/** One place of the stage from left to right; two columns in it stand one over the other. */
export interface Stand {
  readonly columns: readonly {
    readonly name: ColumnName;
    readonly mode: Mode;
    /** Nothing is told of it but its name, turned. */
    readonly strip?: true;
  }[];
  /** Share of the room that the fixed widths leave. */
  readonly weight: number;
  /** Width without a share. */
  readonly width: number;
  /** The least its share may be, on whatever stage: what must stand in one line there. */
  readonly least: number;
  /** Room to the next place. */
  readonly gutter: number;
}

/** `istio-proxy` at 20 units stands in this. */
const CONTEXT = 124;
/** The title `Bootstrap` at 20 units stands in this. */
const LEAST_CONTEXT = 112;
/** `503 PRE_INITIALIZING`, which Envoy says while it waits, stands in one line of this. */
const LEAST_WAY_OUT = 208;

function stand(name: ColumnName, mode: Mode, weight: number, gutter: number): Stand {
  const width = mode === 'context' ? CONTEXT : 0;
  const least = mode === 'context' ? LEAST_CONTEXT : name === 'way-out' ? LEAST_WAY_OUT : 0;
  return { columns: [{ name, mode }], weight, width, least, gutter };
}

/** Columns that a scene is not about, one over the other in one narrow place at its end. */
const beside = (...names: readonly ColumnName[]): Stand => ({
  columns: names.map((name) => ({ name, mode: 'context' })),
  weight: 0,
  width: CONTEXT,
  least: LEAST_CONTEXT,
  gutter: 20,
});

/** The pod in full, everything else small beside it. */
const POD: readonly Stand[] = [
  stand('pod', 'focus', 1, 28),
  stand('proxy', 'context', 0, 20),
  stand('node', 'context', 0, 20),
  stand('bootstrap', 'context', 0, 20),
  stand('way-out', 'context', 0, 0),
];

const STANDS: Readonly<Record<SceneName, readonly Stand[]>> = {
  overview: [
    stand('pod', 'full', 296, 34),
    stand('proxy', 'full', 316, 50),
    {
      columns: [
        { name: 'node', mode: 'full' },
        { name: 'bootstrap', mode: 'full' },
      ],
      weight: 296,
      width: 0,
      least: 0,
      gutter: 44,
    },
    stand('way-out', 'full', 224, 0),
  ],
  before: POD,
  injection: [
    stand('pod', 'focus', 2, 24),
    stand('proxy', 'full', 1, 44),
    beside('node', 'bootstrap'),
    stand('way-out', 'context', 0, 0),
  ],
  volumes: [
    stand('pod', 'focus', 1.9, 26),
    stand('proxy', 'focus', 1, 40),
    beside('node', 'bootstrap'),
    stand('way-out', 'context', 0, 0),
  ],
  ports: [
    stand('pod', 'focus', 1, 96),
    stand('proxy', 'focus', 1.2, 40),
    beside('node', 'bootstrap'),
    stand('way-out', 'context', 0, 0),
  ],
  live: [
    stand('pod', 'context', 0, 24),
    stand('proxy', 'focus', 1.2, 26),
    stand('node', 'focus', 1, 22),
    stand('bootstrap', 'context', 0, 22),
    stand('way-out', 'context', 0, 0),
  ],
  pod: POD,
  'start-order': [stand('classic', 'focus', 1, 32), stand('native', 'focus', 1, 0)],
  'env-to-metadata': [
    stand('pod', 'context', 0, 22),
    stand('proxy', 'focus', 1, 116),
    stand('node', 'focus', 1, 22),
    stand('bootstrap', 'context', 0, 22),
    stand('way-out', 'context', 0, 0),
  ],
  bootstrap: [
    stand('pod', 'context', 0, 20),
    stand('proxy', 'context', 0, 26),
    stand('node', 'full', 300, 26),
    stand('bootstrap', 'focus', 340, 44),
    stand('way-out', 'full', 220, 0),
  ],
  'way-out': [
    stand('pod', 'context', 0, 20),
    stand('proxy', 'context', 0, 26),
    stand('node', 'context', 0, 20),
    stand('bootstrap', 'focus', 1, 72),
    stand('way-out', 'focus', 1, 0),
  ],
};

/** `not injected: nothing here` stands in one line of this. */
const EMPTY_STACK = 196;

/** Of a workload without a sidecar: what is not there stands in one narrow place, in its order from above. */
const WITHOUT: readonly Stand[] = [
  stand('pod', 'focus', 1, 28),
  {
    columns: (['proxy', 'node', 'bootstrap', 'way-out'] as const).map((name) => ({ name, mode: 'context' })),
    weight: 0,
    width: EMPTY_STACK,
    least: EMPTY_STACK,
    gutter: 0,
  },
];

/**
 * The places of a scene. Where there is no sidecar the pod gets the room, whatever was asked; before the injection all
 * others keep the places that they will have.
 */
export function standsOf(scene: SceneName, holding: Holding): readonly Stand[] {
  switch (holding) {
    case 'sidecar':
      return STANDS[scene];
    case 'none-yet':
      return POD;
    case 'none':
      return WITHOUT;
  }
}

/** So much larger than drawn a picture that would stay half empty may become; the less there is in it, the more. */
export const mostLarge = (holding: Holding): number => (holding === 'none' ? 2.5 : 1.75);

/** In less width than this names would be cut to riddles: a narrower picture is this one, drawn smaller. */
export const leastWidth = (holding: Holding): number => (holding === 'none' ? 640 : 900);

const squeezeOf = (width: number): number => Math.min(1, Math.max(0.7, width / 1240));

/** Whether every place has the least that it needs in `width`. */
export function fitsIn(stands: readonly Stand[], width: number): boolean {
  const gutters = stands.reduce((sum, { gutter }) => sum + gutter * squeezeOf(width), 0);
  return stands.reduce((sum, { least }) => sum + least, 2 * STAGE.marginX + gutters) <= width;
}

/** Left edge and width of each place in `width`; on a narrow stage the context columns give first. */
export function widthsOf(
  stands: readonly Stand[],
  width: number,
): readonly { readonly x: number; readonly width: number }[] {
  const squeeze = squeezeOf(width);
  const gutters = stands.reduce((sum, place) => sum + place.gutter * squeeze, 0);
  const widthOf = (place: Stand): number => Math.max(place.width * squeeze, place.least);
  const room = width - 2 * STAGE.marginX - gutters;
  const all = stands.reduce((sum, place) => sum + place.weight, 0);
  const fixed = stands.filter((place) => place.weight === 0).reduce((sum, place) => sum + widthOf(place), 0);
  // A share below the least is raised to it; the others share what is left.
  const raised = (place: Stand): boolean =>
    place.weight > 0 && ((room - fixed) * place.weight) / all < place.least;
  const given = stands.filter(raised).reduce((sum, place) => sum + place.least, 0);
  const shares = stands.filter((place) => !raised(place)).reduce((sum, place) => sum + place.weight, 0);
  let x = STAGE.marginX;
  return stands.map((place) => {
    const own =
      place.weight === 0 || raised(place)
        ? widthOf(place)
        : ((room - fixed - given) * place.weight) / Math.max(1, shares);
    const at = { x, width: own };
    x += own + place.gutter * squeeze;
    return at;
  });
}

/** Between the frame of a column and what it holds; narrower on a narrow stage. */
export function padOf(mode: Mode, width: number): number {
  if (mode === 'context') return STAGE.contextPad;
  return width < 1150 ? STAGE.narrowPad : STAGE.columnPad;
}
