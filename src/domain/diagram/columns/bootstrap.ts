import type { Part } from '../../anatomy/model.ts';
import { valueIn } from '../part-index.ts';
import type { CardPlan, ColumnPlan, Plan } from '../plan.ts';
import { sans, space } from '../plan.ts';
import { COLUMN_TITLES, spoken, toneOf, VARIANT_TITLES } from '../words.ts';
import { type ColumnContext, foldable, partRow, stateOf } from './context.ts';

/** The static cluster through which ADS speaks, by its name in every variant. */
export const XDS_CLUSTER = 'xds-grpc';

/** The box of the cluster that ADS names and that does not exist. */
export const GHOST_ID = 'missing/ads-cluster';

/** What ADS names where no such static cluster is: the bootstrap that Envoy refuses. */
export function missingCluster(context: Pick<ColumnContext, 'index' | 'input'>): string | null {
  const ads = context.index.ofKind('ads')[0];
  if (ads === undefined) return null;
  const broken = context.index.linksFrom(ads.id).some((link) => link.rule === 'ads-cluster-missing');
  if (!broken && context.input.variant !== 'typo') return null;
  const named = /[\w.-]*xds[\w.-]*/.exec(
    `${ads.detail ?? ''} ${ads.value ?? ''}`.replaceAll(XDS_CLUSTER, ''),
  )?.[0];
  return named ?? 'istiod-xds';
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
const ARROW = { full: 24, focus: 40, context: 14 } as const;

function adsPlans(context: ColumnContext): readonly Plan[] {
  const { index, input, mode } = context;
  const ads = index.ofKind('ads')[0];
  const xds = index.ofKind('static-cluster').find((part) => part.label === XDS_CLUSTER);
  const missing = missingCluster(context);
  const lineOf = (part: Part): readonly string[] => {
    const text = part.detail ?? valueIn(part, input.view) ?? '';
    return text === '' ? [] : [text];
  };
  const ghost: CardPlan | null =
    missing === null
      ? null
      : {
          kind: 'card',
          id: GHOST_ID,
          partId: null,
          heading: sans(missing, mode === 'context' ? 13 : 16, 'bad', 600),
          badge: null,
          lines: mode === 'context' ? [] : [sans('no such static cluster: Envoy refuses', 13, 'bad')],
          body: [],
          tone: 'bad',
          state: 'missing',
          title: `${missing} does not exist: Envoy refuses this bootstrap`,
          grow: 0,
          centred: mode === 'context',
        };
  return [
    ...(ads === undefined
      ? []
      : [
          card(
            context,
            ads,
            'ADS',
            missing === null ? lineOf(ads) : [`cluster_name ${missing}`],
            missing === null ? {} : { state: 'broken' },
          ),
          space(ARROW[mode]),
        ]),
    ...(ghost === null ? [] : [ghost, space(SMALL_GAP[mode])]),
    ...(xds === undefined
      ? []
      : [
          card(context, xds, xds.label, missing === null ? lineOf(xds) : ['is here, but nobody names it'], {
            tone: 'control-plane',
          }),
          space(SMALL_GAP[mode]),
        ]),
  ];
}

const SMALL_GAP = { full: 8, focus: 10, context: 5 } as const;

/** What Envoy is started with: admin, ADS, the cluster ADS speaks through, other static clusters and listeners. */
export function bootstrapColumn(context: ColumnContext): ColumnPlan {
  const { index, input, mode } = context;
  const rest = [
    ...index.ofKind('static-cluster').filter((part) => part.label !== XDS_CLUSTER),
    ...index.ofKind('static-listener'),
  ];
  const admin = index.ofKind('admin');
  const small = mode === 'context';
  const there = index.ofKind('ads', 'static-cluster', 'admin').length > 0;
  const restRows = rest.map((part) =>
    partRow(context, part, { value: part.detail ?? valueIn(part, input.view) ?? '', valueMono: false }),
  );
  const adminRows = admin.map((part) =>
    partRow(context, part, {
      label: 'admin',
      mono: false,
      value: valueIn(part, input.view) ?? part.detail ?? '',
      valueFirst: true,
    }),
  );
  const ended = input.live?.rung === 'refused' || input.live?.rung === 'ended';
  const plans: Plan[] = [
    ...(adminRows.length === 0
      ? []
      : [
          foldable(
            context,
            'more/admin',
            adminRows,
            small ? { least: 0, most: 0, rest: () => 'admin' } : { least: 1 },
          ),
          space(SMALL_GAP[mode]),
        ]),
    ...adsPlans(context),
    ...(restRows.length === 0
      ? []
      : [
          foldable(
            context,
            'more/static',
            restRows,
            small
              ? { least: 0, most: 0, rest: (n: number) => `+ ${n} static` }
              : { least: mode === 'full' ? 0 : 1, rest: (n) => `+ ${n} static clusters and listeners` },
          ),
        ]),
  ];
  return {
    id: 'column/bootstrap',
    title: COLUMN_TITLES.bootstrap,
    aside:
      small || !there
        ? ''
        : ended
          ? input.live?.rung === 'ended'
            ? 'Envoy has ended'
            : 'refused by Envoy'
          : VARIANT_TITLES[input.variant],
    asideTone: ended ? 'bad' : there && input.variant !== 'sidecar' ? 'lab' : null,
    tone: 'neutral',
    state: there ? (input.live?.rung === 'refused' ? 'broken' : 'normal') : 'missing',
    spoken: there ? `Bootstrap, ${VARIANT_TITLES[input.variant]}` : 'No bootstrap here',
    lanes: [plans],
  };
}
