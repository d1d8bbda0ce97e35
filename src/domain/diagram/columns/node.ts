import type { Part } from '../../anatomy/model.ts';
import { valueIn } from '../part-index.ts';
import type { ColumnPlan, Plan, RowPlan } from '../plan.ts';
import { heading, space } from '../plan.ts';
import { ONE_LINE } from '../row-pitch.ts';
import { SIZES } from '../stack.ts';
import { COLUMN_TITLES, plural } from '../words.ts';
import { missingCluster } from './bootstrap.ts';
import { type ColumnContext, foldable, isForRoom, partRow } from './context.ts';

/** Id of the heading at which the bundles from the environment end. */
export const METADATA_HEADING = 'group/metadata';

/** Whether the bootstrap that is shown holds this key: the lab's holds only four. */
const inBootstrap = ({ absent }: Part): boolean => absent !== true;

const REAL_ONLY = 'only in a real sidecar';

/** A key's row; one that the bootstrap that is shown leaves out is drawn as absent and says why. */
function keyRow(context: ColumnContext, part: Part): RowPlan {
  const plan = partRow(context, part);
  return inBootstrap(part) ? plan : { ...plan, absent: true, title: `${plan.title}, ${REAL_ONLY}` };
}

const restInSidecar =
  (all: number) =>
  (hidden: number): string =>
    hidden === all ? `+ ${hidden} in a real sidecar` : `+ ${hidden} more`;

/** Value on the left, the name of the field on the right. */
function valueRow(context: ColumnContext, part: Part, name: string): RowPlan {
  return partRow(context, part, {
    label: valueIn(part, context.input.view) ?? '',
    value: name,
    valueMono: false,
    valueFirst: true,
    wordy: true,
  });
}

/** In the overview the bootstrap below needs the room where it has to say how it ended. */
const crowded = ({ input }: ColumnContext): boolean =>
  input.scene === 'overview' && input.live?.rung === 'refused';

function metadataPlans(context: ColumnContext): readonly Plan[] {
  const metadata = context.index.ofKind('node-metadata');
  const row = (part: Part): RowPlan => keyRow(context, part);
  const small = context.mode === 'context';
  if (small)
    return [
      foldable(context, 'more/metadata', metadata.map(row), {
        least: 0,
        most: 0,
        rest: (hidden) => `${hidden}\nmetadata`,
        ...(isForRoom(context) ? { standsFor: [METADATA_HEADING] } : {}),
      }),
    ];
  const here = metadata.filter((part) => inBootstrap(part));
  const elsewhere = metadata.filter((part) => !inBootstrap(part));
  const cut = (part: Part): boolean =>
    context.index.linksTo(part.id).some((link) => link.rule === 'prefix-cut');
  const shown = new Set((here.length > 4 ? here.filter(cut) : here).map((part) => part.id));
  return [
    heading(METADATA_HEADING, 'metadata', tally(here.length, metadata.length), 'neutral'),
    foldable(context, 'more/metadata', here.map(row), {
      least: crowded(context) ? 0 : 1,
      preferred: ({ id }) => shown.has(id),
    }),
    foldable(context, 'more/metadata/sidecar', elsewhere.map(row), {
      least: 0,
      late: true,
      over: REAL_ONLY,
      rest: restInSidecar(elsewhere.length),
    }),
  ];
}

/** How many keys there are: of those of a real sidecar the lab's bootstrap holds some. */
const tally = (here: number, all: number): string => (here === all ? String(all) : `${here} of ${all}`);

const filled = (plans: readonly Plan[]): readonly Plan[] =>
  plans.filter((plan) => plan.kind !== 'rows' || plan.rows.length > 0);

/**
 * What stands over the cluster, which is none of the id's fields: in the overview a gap, for words and even a
 * wider gap take a key's room, and none where the bootstrap below has one card more.
 */
function clusterHeading(context: ColumnContext, clusters: readonly Part[]): readonly Plan[] {
  const full = crowded(context) || missingCluster(context) !== undefined;
  if (clusters.length === 0 || (full && context.mode === 'full')) return [];
  return context.input.scene === 'overview'
    ? [space(4)]
    : [heading('group/cluster', 'service cluster', '', 'neutral')];
}

/** Who Envoy says it is: the id in its four fields, the cluster, the metadata. */
export function nodeColumn(context: ColumnContext): ColumnPlan {
  const { index, mode } = context;
  const fields = index.ofKind('node-id-field');
  const clusters = index.ofKind('node-cluster');
  const id = index.ofKind('node-id')[0];
  const small = mode === 'context';
  const there = fields.length + clusters.length > 0;
  const least = crowded(context) ? 0 : mode === 'full' ? 2 : 4;
  const fold = (what: string) => (small ? { least: 0, most: 0, rest: () => what } : { least });
  const clusterRows = clusters.map((part) => valueRow(context, part, 'cluster'));
  const plans: readonly Plan[] = [
    ...(small || id === undefined ? [] : [heading(id.id, 'id', 'four fields, joined by ~', 'neutral')]),
    foldable(
      context,
      'more/node/id',
      fields.map((part) => valueRow(context, part, part.label)),
      { ...fold('id'), ...(small && id !== undefined && isForRoom(context) ? { standsFor: [id.id] } : {}) },
    ),
    ...(small ? [space(0, 1)] : clusterHeading(context, clusters)),
    foldable(context, 'more/node/cluster', clusterRows, fold('cluster')),
    small ? space(0, 1) : space(2, 1, 24),
    ...metadataPlans(context),
  ];
  return {
    id: 'column/node',
    title: COLUMN_TITLES.node,
    aside: small || !there ? '' : 'who Envoy says it is',
    shortAsides: [''],
    asideTone: null,
    tone: 'neutral',
    state: there ? 'normal' : 'missing',
    spoken: there ? `Node: ${plural(index.ofKind('node-metadata').length, 'metadata key')}` : 'No node here',
    lanes: [filled(plans)],
  };
}

/**
 * The node beside the environment: every key at the height of the variable it comes from, so that the lines are
 * straight; what comes from no visible variable stands below. `heightOf` tells where a part's variable stands, measured
 * from the top of the column's content.
 */
export function alignedNode(context: ColumnContext, heightOf: (id: string) => number | null): ColumnPlan {
  const { index } = context;
  const id = index.ofKind('node-id')[0];
  const idRow = id === undefined ? [] : [valueRow(context, id, 'id')];
  const clusterRows = index.ofKind('node-cluster').map((part) => valueRow(context, part, 'cluster'));
  const all = index.ofKind('node-metadata').map((part) => ({ part, at: heightOf(part.id) }));
  // Of two keys from one variable the one that carries its value stands beside it.
  const copied = (part: Part): boolean =>
    index.linksTo(part.id).some((link) => link.rule === 'written-by-pilot-agent');
  const facing = all
    .filter((key): key is { part: Part; at: number } => key.at !== null)
    .sort((a, b) => a.at - b.at || Number(copied(a.part)) - Number(copied(b.part)));
  const here = all.filter(({ part }) => inBootstrap(part)).length;
  const whole = nodeColumn(context);
  const note =
    here === all.length || isForRoom(context)
      ? []
      : [heading('note/absent', `dashed: ${REAL_ONLY}`, '', 'neutral')];
  const identity = [...idRow, ...clusterRows];
  const large = isForRoom(context);
  const plans: Plan[] = [
    // A room is told what the scene is about: the rest is folded as the arguments beside it are.
    ...(large
      ? [foldable(context, 'more/node/id', identity, { least: 0, most: 0, rest: () => 'id, cluster' })]
      : [
          heading('group/identity', 'identity', '', 'neutral'),
          foldable(context, 'more/node/id', identity, { least: 2 }),
        ]),
    space(5),
    heading(METADATA_HEADING, 'metadata', tally(here, all.length), 'neutral'),
    ...note,
  ];
  const pitch = foldable(context, '', []).pitch;
  let y = large
    ? ONE_LINE + 5 + SIZES.headingHeight
    : (2 + note.length) * SIZES.headingHeight + identity.length * pitch + 5;
  const late: Part[] = [];
  for (const { part, at } of facing) {
    // A second key of the same variable finds its place taken and goes below with the others.
    if (at < y - 1) {
      late.push(part);
      continue;
    }
    if (at > y) plans.push(space(at - y));
    plans.push(foldable(context, `more/metadata/${part.id}`, [keyRow(context, part)], { least: 1 }));
    y = at + pitch;
  }
  const loose = [...late, ...all.filter((key) => key.at === null).map((key) => key.part)];
  // One fold for all of them, as the environment beside it has: a second one would stand below the column.
  const rest = [...loose.filter(inBootstrap), ...loose.filter((part) => !inBootstrap(part))];
  plans.push(
    foldable(
      context,
      'more/metadata',
      rest.map((part) => keyRow(context, part)),
      { least: 0 },
    ),
  );
  return { ...whole, lanes: [filled(plans)] };
}
