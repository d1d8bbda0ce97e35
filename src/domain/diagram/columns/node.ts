import { valueIn } from '../part-index.ts';
import type { ColumnPlan, Plan } from '../plan.ts';
import { heading, space } from '../plan.ts';
import { COLUMN_TITLES, plural } from '../words.ts';
import { type ColumnContext, counted, foldable, partRow } from './context.ts';

/** Who Envoy says it is: the id in its four fields, the cluster, the metadata. */
export function nodeColumn(context: ColumnContext): ColumnPlan {
  const { index, input, mode } = context;
  const fields = index.ofKind('node-id-field');
  const clusters = index.ofKind('node-cluster');
  const metadata = index.ofKind('node-metadata');
  const id = index.ofKind('node-id')[0];
  const small = mode === 'context';
  const fold = (what: string) =>
    small ? { least: 0, most: 0, rest: (hidden: number) => (hidden === 1 ? what : `${hidden} ${what}`) } : {};
  const fieldRows = fields.map((part) =>
    partRow(context, part, {
      label: valueIn(part, input.view) ?? '',
      value: part.label,
      valueMono: false,
      valueFirst: true,
    }),
  );
  const clusterRows = clusters.map((part) =>
    partRow(context, part, {
      label: valueIn(part, input.view) ?? '',
      value: 'cluster',
      valueMono: false,
      valueFirst: true,
    }),
  );
  const there = fields.length + clusters.length + metadata.length > 0;
  const parts: Plan[] = [
    ...(small || fields.length === 0
      ? []
      : [
          {
            ...heading('group/node-id', 'id', 'four fields, joined by ~', 'neutral'),
            ...(id === undefined ? {} : { id: id.id }),
          },
        ]),
    foldable(context, 'more/node/id', fieldRows, { least: 4, ...fold('id fields') }),
    ...(small ? [] : [space(3)]),
    foldable(context, 'more/node/cluster', clusterRows, { least: 1, ...fold('cluster') }),
    ...(small ? [] : [space(3), ...counted('group/metadata', 'metadata', metadata.length, 'neutral')]),
    foldable(
      context,
      'more/metadata',
      metadata.map((part) => partRow(context, part)),
      { least: 2, ...fold('metadata') },
    ),
  ];
  return {
    id: 'column/node',
    title: COLUMN_TITLES.node,
    aside: small || !there ? '' : 'who Envoy says it is',
    asideTone: null,
    tone: 'neutral',
    state: there ? 'normal' : 'missing',
    spoken: there ? `Node: ${plural(metadata.length, 'metadata key')}` : 'No node here',
    lanes: [parts.filter((part) => part.kind !== 'rows' || part.rows.length > 0)],
  };
}
