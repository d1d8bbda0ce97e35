import type { Part } from '../../anatomy/model.ts';
import { valueIn } from '../part-index.ts';
import type { CardPlan, ColumnPlan, Plan } from '../plan.ts';
import { sans, space } from '../plan.ts';
import type { Tone } from '../scene.ts';
import { COLUMN_TITLES, spoken, toneOf, VARIANT_TITLES } from '../words.ts';
import { type ColumnContext, foldable, partRow, stateOf } from './context.ts';

/** The static cluster through which ADS speaks, by its name in every variant. */
export const XDS_CLUSTER = 'xds-grpc';

/** The static cluster that ADS names where none has that name: the bootstrap that Envoy refuses. */
export function missingCluster(context: Pick<ColumnContext, 'index'>): Part | undefined {
  const ads = context.index.ofKind('ads')[0];
  const link = context.index.linksFrom(ads?.id ?? '').find(({ rule }) => rule === 'ads-cluster-missing');
  return link === undefined ? undefined : context.index.get(link.to);
}

function card(
  context: ColumnContext,
  part: Part,
  label: string,
  lines: readonly string[],
  over: Partial<CardPlan> = {},
): CardPlan {
  const { input, mode } = context;
  return {
    kind: 'card',
    id: part.id,
    partId: part.id,
    heading: sans(label, mode === 'context' ? 13 : mode === 'focus' ? 18 : 16, 'strong', 600),
    badge: null,
    lines: mode === 'context' ? [] : lines.map((line) => sans(line, mode === 'focus' ? 14 : 13)),
    body: [],
    tone: toneOf(part, input.view),
    state: stateOf(input, part.id),
    title: spoken(part, input.view),
    grow: 0,
    centred: mode === 'context',
    ...over,
  };
}

/** The arrow from ADS to the cluster needs this much between the cards. */
const ARROW = { full: 20, focus: 40, context: 16 } as const;

/** What ADS asks and how long it waits, short enough for one line where it is only context. */
function adsLines(context: ColumnContext, ads: Part, missing: Part | undefined): readonly string[] {
  const named = missing === undefined ? [] : [`cluster_name: ${missing.label}`];
  const detail = ads.detail ?? '';
  if (context.mode === 'focus') return [...named, ...detail.split(' · ').filter((line) => line !== '')];
  return named.length > 0
    ? named
    : [detail.replace(/initial_fetch_timeout 0s: /, '').replace(/ · \w*GRPC\b/, '')];
}

function adsPlans(context: ColumnContext): readonly Plan[] {
  const { index, input, mode } = context;
  const ads = index.ofKind('ads')[0];
  const xds = index.ofKind('static-cluster').find((part) => part.label === XDS_CLUSTER);
  const missing = missingCluster(context);
  const spread = mode === 'context' ? 1 : 0;
  const said = (text: string, tone: Tone): CardPlan['badge'] => (mode === 'context' ? null : { text, tone });
  const xdsLines = (part: Part): readonly string[] =>
    [part.detail ?? '', mode === 'focus' ? (valueIn(part, input.view) ?? '') : ''].filter(
      (line) => line !== '',
    );
  const plans: Plan[] = [];
  if (ads !== undefined) {
    const over: Partial<CardPlan> = missing === undefined ? {} : { state: 'broken' };
    plans.push(card(context, ads, 'ADS', adsLines(context, ads, missing), over));
    plans.push(space(ARROW[mode] + (missing === undefined ? 0 : 8), spread));
  }
  if (missing !== undefined) {
    plans.push(
      card(context, missing, missing.label, [], {
        tone: 'bad',
        state: 'missing',
        badge: said('does not exist', 'bad'),
      }),
      space(SMALL_GAP[mode], spread),
    );
  }
  if (xds !== undefined)
    plans.push(
      missing === undefined
        ? card(context, xds, xds.label, xdsLines(xds), { tone: 'control-plane' })
        : card(context, xds, xds.label, [], {
            tone: 'control-plane',
            badge: said('nobody names it', 'neutral'),
          }),
    );
  return plans;
}

const SMALL_GAP = { full: 5, focus: 10, context: 6 } as const;

function adminPlans(context: ColumnContext): readonly Plan[] {
  const { index, input, mode } = context;
  const small = mode === 'context';
  const rows = index.ofKind('admin').map((part) =>
    partRow(context, part, {
      label: 'admin',
      mono: false,
      value: valueIn(part, input.view) ?? '',
      valueFirst: true,
    }),
  );
  const fold = small ? { least: 0, most: 0, rest: () => 'admin' } : { least: 1 };
  return rows.length === 0
    ? []
    : [foldable(context, 'more/admin', rows, fold), space(SMALL_GAP[mode], small ? 1 : 0)];
}

/** Static clusters that ADS does not use, and listeners: few in a real sidecar, none in the lab. */
function restPlans(context: ColumnContext): readonly Plan[] {
  const { index, input, mode } = context;
  const missing = missingCluster(context);
  const small = mode === 'context';
  const parts = index
    .ofKind('static-cluster', 'static-listener')
    .filter((part) => part.label !== XDS_CLUSTER && part.id !== missing?.id);
  const rows = parts.map((part) =>
    partRow(context, part, { value: part.detail ?? valueIn(part, input.view) ?? '', valueMono: false }),
  );
  const rest = (hidden: number): string =>
    small ? `+ ${hidden} static` : `+ ${hidden} static clusters, listeners`;
  const least = mode === 'focus' ? 1 : 0;
  if (rows.length === 0) return [];
  return [
    space(SMALL_GAP[mode], small ? 1 : 0),
    foldable(context, 'more/static', rows, small ? { least, most: 0, rest } : { least, rest }),
  ];
}

/** What is said beside the title: which bootstrap it is, or how it ended. */
function aside(context: ColumnContext): string {
  switch (context.input.live?.rung) {
    case 'ended':
      return 'Envoy has ended';
    case 'refused':
      return 'refused by Envoy';
    default:
      return VARIANT_TITLES[context.input.variant];
  }
}

/** What Envoy is started with: admin, ADS, the cluster ADS speaks through, other static clusters and listeners. */
export function bootstrapColumn(context: ColumnContext): ColumnPlan {
  const { index, input, mode } = context;
  const base = { id: 'column/bootstrap', title: COLUMN_TITLES.bootstrap, tone: 'neutral' } as const;
  if (index.ofKind('ads', 'admin').length === 0)
    return {
      ...base,
      aside: '',
      asideTone: null,
      state: 'missing',
      spoken: 'No bootstrap here',
      lanes: [[]],
    };
  const rung = input.live?.rung;
  const plain = rung === 'ended' || input.variant === 'sidecar' ? null : 'lab';
  return {
    ...base,
    aside: mode === 'context' ? '' : aside(context),
    asideTone: rung === 'refused' ? 'bad' : plain,
    state: rung === 'refused' ? 'broken' : 'normal',
    spoken: `Bootstrap, ${aside(context)}`,
    lanes: [[...adminPlans(context), ...adsPlans(context), ...restPlans(context)]],
  };
}
