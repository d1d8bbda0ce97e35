import type { Part } from '../../anatomy/model.ts';
import { valueIn } from '../part-index.ts';
import type { CardPlan, ColumnPlan, Plan, RowPlan, TextPlan } from '../plan.ts';
import { mono, sans, space } from '../plan.ts';
import type { Tone } from '../scene.ts';
import { COLUMN_TITLES, plural, SIMPLIFIED, spoken, toneOf } from '../words.ts';
import { asides } from './bootstrap-asides.ts';
import { type ColumnContext, foldable, isForRoom, partRow } from './context.ts';

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
  lines: readonly TextPlan[],
  over: Partial<CardPlan> = {},
): CardPlan {
  const { input, mode } = context;
  return {
    kind: 'card',
    id: part.id,
    partId: part.id,
    heading: {
      ...sans(
        label,
        mode === 'context' ? 13 : mode === 'focus' && !isForRoom(context) ? 18 : 16,
        'strong',
        600,
      ),
      lines: mode === 'context' ? 2 : 1,
    },
    badge: null,
    lines: mode === 'context' ? [] : lines,
    body: mode === 'focus' ? fields(context, part) : [],
    tone: toneOf(part, input.view),
    state: 'normal',
    title: spoken(part, input.view),
    grow: 0,
    centred: mode === 'context',
    ...over,
  };
}

/** Fields that are shown before others where there is not room for all. */
const TOLD_FIRST = ['cluster_name', 'cds_config', 'lds_config', 'type', 'typed_extension_protocol_options'];

/** What the bootstrap says of ADS or of a cluster, field by field, where the scene is about it. */
function fields(context: ColumnContext, part: Part): readonly Plan[] {
  const rows = context.index.childrenOf(part.id, 'field').map((field) => {
    const value = valueIn(field, context.input.view) ?? '';
    const timeout = field.detail === 'initial_fetch_timeout';
    return partRow(context, field, {
      ...(timeout ? { value: `${field.detail} ${value}`, brief: `timeout ${value}` } : {}),
      // Of a field the value is what is looked for: its name gives way.
      valueFirst: true,
    });
  });
  const told = new Set(TOLD_FIRST.map((name) => `${part.id}/${name}`));
  const preferred = ({ id }: RowPlan): boolean => told.has(id);
  const rest = (hidden: number): string =>
    hidden === rows.length ? plural(hidden, 'field') : `+ ${hidden} more`;
  return rows.length === 0
    ? []
    : [
        foldable(context, `more/${part.id}`, rows, {
          least: 1,
          preferred,
          rest,
          spare: isForRoom(context),
        }),
      ];
}

/** The arrow from ADS to the cluster needs this much between the cards. */
const ARROW = { full: 20, focus: 40, context: 16 } as const;

const lineSize = (context: ColumnContext): number =>
  context.mode === 'focus' && !isForRoom(context) ? 14 : 13;

/** A line of ours in a card. */
const line = (context: ColumnContext, text: string): TextPlan => ({
  ...sans(text, lineSize(context)),
  lines: 3,
});

const hasFields = ({ index, mode }: ColumnContext, part: Part): boolean =>
  mode === 'focus' && index.childrenOf(part.id, 'field').length > 0;

/** What ADS asks and how long it waits, short enough for one line where it is only context. */
function adsLines(context: ColumnContext, ads: Part, missing: Part | undefined): readonly TextPlan[] {
  const said = (ads.detail ?? '')
    .split(' · ')
    .filter((text) => text !== '' && (context.mode === 'focus' || !/^\w*GRPC$/.test(text)));
  const meaning = (text: string): string =>
    text
      .replace(/^initial_fetch_timeout (\S+): each in turn, /, '$1 each, ')
      .replace(/^initial_fetch_timeout \S+: /, '');
  const named = missing === undefined ? [] : [line(context, `cluster_name: ${missing.label}`)];
  // Field by field below: above them only what is asked and what the time-out means.
  const large = isForRoom(context);
  if (!large && hasFields(context, ads))
    return [
      ...named,
      ...said.filter((text) => !/^\w*GRPC$/.test(text)).map((text) => line(context, meaning(text))),
    ];
  if (!large && context.mode === 'focus') return [...named, ...said.map((text) => line(context, text))];
  // The card that the broken line leads to says the name; beside an ending there is no room to say it twice.
  if (missing !== undefined) return context.input.live?.rung === 'refused' ? [] : named;
  const brief = meaning(said.at(-1) ?? '').replace('without configuration', 'empty');
  return [{ ...line(context, said.map(meaning).join(' · ')), brief }];
}

/** How the cluster is found and spoken to, and where it leads. */
function xdsLines(context: ColumnContext, xds: Part): readonly TextPlan[] {
  const address = valueIn(xds, context.input.view) ?? '';
  const detail = xds.detail ?? '';
  return [
    ...(detail === '' || hasFields(context, xds) ? [] : [line(context, detail)]),
    ...(address === '' || context.mode !== 'focus' ? [] : [mono(address, lineSize(context), 'strong', 3)]),
  ];
}

function adsPlans(context: ColumnContext): readonly Plan[] {
  const { index, mode } = context;
  const ads = index.ofKind('ads')[0];
  const xds = index.ofKind('static-cluster').find((part) => part.label === XDS_CLUSTER);
  const missing = missingCluster(context);
  const spread = mode === 'full' ? 0 : 1;
  const most = mode === 'context' ? Number.POSITIVE_INFINITY : 40;
  const said = (text: string, tone: Tone): CardPlan['badge'] => (mode === 'context' ? null : { text, tone });
  const plans: Plan[] = [];
  if (ads !== undefined) {
    const over: Partial<CardPlan> =
      missing === undefined ? {} : { state: 'broken', underLight: () => 'broken' };
    plans.push(card(context, ads, 'ADS', adsLines(context, ads, missing), over));
    plans.push(
      space(ARROW[isForRoom(context) ? 'context' : mode] + (missing === undefined ? 0 : 6), spread, most),
    );
  }
  if (missing !== undefined) {
    plans.push(
      card(context, missing, missing.label, [], {
        tone: 'bad',
        state: 'missing',
        underLight: () => 'missing',
        badge: said('does not exist', 'bad'),
      }),
      space(SMALL_GAP[mode], spread, most),
    );
  }
  if (xds !== undefined)
    plans.push(
      missing === undefined
        ? card(context, xds, xds.label, xdsLines(context, xds), { tone: 'control-plane' })
        : card(context, xds, xds.label, [], {
            tone: 'control-plane',
            badge: said('nobody names it', 'neutral'),
            body: [],
          }),
    );
  return plans;
}

const SMALL_GAP = { full: 5, focus: 10, context: 6 } as const;

/**
 * The address of the admin endpoint. With port 0 the system chooses one for each Envoy: as long as one runs, its address is
 * shown, with the word that it is not what the bootstrap says.
 */
function adminRow(context: ColumnContext, part: Part): RowPlan {
  const written = valueIn(part, context.input.view) ?? '';
  const at = context.input.live?.admin;
  const words = { label: 'admin', mono: false, valueFirst: true };
  if (!written.endsWith(':0') || at === undefined)
    return partRow(context, part, { ...words, value: written });
  const title = `${spoken(part, context.input.view)}; Envoy runs at ${at}, chosen by the system`;
  const brief = `${at.slice(at.lastIndexOf(':'))} for 0`;
  return partRow(context, part, { ...words, value: `${at}, chosen for 0`, brief, title });
}

function adminPlans(context: ColumnContext): readonly Plan[] {
  const { index, mode } = context;
  const small = mode === 'context';
  const rows = index.ofKind('admin').map((part) => adminRow(context, part));
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
    partRow(context, part, {
      value: part.detail ?? valueIn(part, input.view) ?? '',
      brief: part.detail?.split(' · ')[0] ?? '',
      valueMono: false,
      wordy: part.detail !== undefined,
    }),
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

/** How it ends where Envoy refuses it: in Envoy's own words, and what that is in a pod. */
function endingPlans({ input, mode }: ColumnContext): readonly Plan[] {
  const { live } = input;
  if (live?.rung !== 'refused') return [];
  const here = live.onlyHere === true;
  const title = here ? 'Envoy cannot start here' : 'CrashLoop in a pod';
  const small = mode === 'context';
  const brief = here ? 'cannot start' : 'CrashLoop';
  const card: CardPlan = {
    kind: 'card',
    id: 'card/ending',
    partId: null,
    heading: {
      ...sans(small ? brief : title, small || mode === 'full' ? 13 : 16, 'bad', 700),
      lines: 2,
    },
    badge: null,
    lines:
      small || live.evidence === '' ? [] : [{ ...sans(live.evidence, 13, 'normal'), lines: 4, counts: true }],
    body: [],
    tone: 'bad',
    state: 'broken',
    title: `${title}: ${live.evidence}`,
    grow: 0,
    centred: small,
  };
  return [space(SMALL_GAP[mode], small ? 1 : 0), card];
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
  const over = rung === 'ended' || rung === 'silent' || rung === 'lost';
  const plain = over || input.variant === 'sidecar' ? null : 'lab';
  const [aside = '', ...shortAsides] = asides(context);
  return {
    ...base,
    ...(mode === 'context' ? { aside: '' } : { aside, shortAsides }),
    ...(input.variant === 'sidecar' ? {} : { mustSay: SIMPLIFIED }),
    asideTone: rung === 'refused' ? 'bad' : plain,
    state: rung === 'refused' ? 'broken' : 'normal',
    spoken: `Bootstrap, ${aside}`,
    lanes: [[...adminPlans(context), ...adsPlans(context), ...restPlans(context), ...endingPlans(context)]],
  };
}
