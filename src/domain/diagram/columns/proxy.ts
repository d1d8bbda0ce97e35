import type { Part } from '../../anatomy/model.ts';
import type { ColumnPlan, Plan, RowPlan, RowsPlan } from '../plan.ts';
import { space } from '../plan.ts';
import { COLUMN_TITLES, plural } from '../words.ts';
import { type ColumnContext, counted, foldable, isForRoom, partRow } from './context.ts';

/** Whether a variable gets its value only when the pod starts. */
export const filledAtStart = (part: Part): boolean => part.origin === 'start' || part.value === null;

/** `metadata.name` of `fieldRef:metadata.name`, and its last word where there is less room. */
function reference(detail: string): Pick<RowPlan, 'value' | 'brief'> {
  const value = detail.replace(/^[a-zA-Z]+Ref:/, '');
  const last = /^[\w.]*\.(\w+)$/.exec(value)?.[1];
  return { value, brief: last ?? '' };
}

/** In the scene that asks what becomes of each variable, those that become nothing say so. */
function stays(context: ColumnContext, part: Part): boolean {
  return (
    context.input.scene === 'env-to-metadata' &&
    context.index.linksFrom(part.id).some((link) => link.rule === 'stays-in-pilot-agent')
  );
}

/** In that scene again: the field inside a key of the metadata that a variable goes into, where no line can lead. */
function inside(
  context: ColumnContext,
  part: Part,
): { readonly value: string; readonly brief: string } | null {
  if (context.input.scene !== 'env-to-metadata') return null;
  for (const link of context.index.linksFrom(part.id)) {
    const target = context.index.get(link.to);
    const key = context.index.get(target?.parent ?? '');
    if (target !== undefined && key?.kind === 'node-metadata')
      return { value: `in ${key.label}.${target.label}`, brief: `in ${key.label}` };
  }
  return null;
}

function envRow(context: ColumnContext, part: Part): RowPlan {
  const field = inside(context, part);
  if (field !== null) return partRow(context, part, { ...field, valueMono: false });
  if (stays(context, part))
    return partRow(context, part, {
      value: 'stays in pilot-agent',
      brief: 'stays here',
      wordy: true,
      valueMono: false,
    });
  return filledAtStart(part)
    ? partRow(context, part, { ...reference(part.detail ?? ''), valueMono: false })
    : partRow(context, part);
}

function argRow(context: ColumnContext, part: Part): RowPlan {
  const flag = /^value of (.*)$/.exec(part.detail ?? '')?.[1];
  return partRow(context, part, {
    label: part.value ?? part.label,
    value: flag === undefined ? '' : flag,
    valueFirst: true,
  });
}

/**
 * Whether a link leads from the part to something that Envoy or the control plane sees: 2 where the bootstrap that is
 * shown holds it, 1 where only a real sidecar's would, which tells less; 0 where none does.
 */
const leadsOn = (context: ColumnContext, part: Part): number =>
  Math.max(
    0,
    ...context.index.linksFrom(part.id).map((link): number => {
      const target = context.index.get(link.to);
      if (context.input.scene !== 'env-to-metadata')
        return Number(link.rule !== 'stays-in-pilot-agent' && link.rule !== 'expanded-by-kubelet');
      if (target?.kind !== 'node-metadata' && target?.kind !== 'node-id-field') return 0;
      return target.absent === true ? 1 : 2;
    }),
  );

/** A room is told how many there are. */
const argRows = (context: ColumnContext) =>
  isForRoom(context)
    ? { most: 0, least: 0, rest: (hidden: number) => plural(hidden, 'argument') }
    : { most: context.mode === 'focus' ? 1 : 3, least: 1 };

function group(
  context: ColumnContext,
  id: string,
  parts: readonly Part[],
  row: (context: ColumnContext, part: Part) => RowPlan,
  what: string,
): RowsPlan {
  const leading = new Map(parts.map((part) => [part.id, leadsOn(context, part)]));
  return foldable(
    context,
    id,
    parts.map((part) => row(context, part)),
    {
      least: context.mode === 'context' ? 0 : 2,
      ...(context.mode === 'context' ? { most: 0, rest: (hidden: number) => `${hidden} ${what}` } : {}),
      ...(id === 'more/args' && context.mode !== 'context' ? argRows(context) : {}),
      preferred: (candidate) => leading.get(candidate.id) ?? 0,
    },
  );
}

/** Variables of the sidecar in the two groups: written by the template, or filled in by the kubelet. */
export function envGroups(context: ColumnContext): {
  readonly start: readonly Part[];
  readonly fixed: readonly Part[];
} {
  const proxy = context.index.proxy;
  const env = proxy === undefined ? [] : context.index.childrenOf(proxy.id, 'env', 'env-from');
  return { start: env.filter(filledAtStart), fixed: env.filter((part) => !filledAtStart(part)) };
}

/** Without the space after the last group: a column ends with what is in it. */
const trimmed = (plans: readonly Plan[]): readonly Plan[] =>
  plans.at(-1)?.kind === 'space' ? plans.slice(0, -1) : plans;

/** istio-proxy: its arguments, then its environment, what is filled in at start first, because it feeds the node id. */
export function proxyColumn(context: ColumnContext): ColumnPlan {
  const proxy = context.index.proxy;
  const { mode } = context;
  const base = {
    id: 'column/proxy',
    title: COLUMN_TITLES.proxy,
    shortTitle: 'proxy',
    shortAsides: ['runs pilot-agent'],
    asideTone: null,
    tone: 'neutral',
    state: 'normal',
  } as const;
  if (proxy === undefined)
    return { ...base, aside: '', state: 'missing', spoken: 'No istio-proxy here', lanes: [[]] };
  const args = context.index.childrenOf(proxy.id, 'arg');
  const { start, fixed } = envGroups(context);
  const count = args.length + start.length + fixed.length;
  const headed = (
    id: string,
    text: string,
    parts: readonly Part[],
    tone: 'neutral' | 'start' | 'injected',
    rows: RowsPlan,
  ): readonly Plan[] =>
    parts.length === 0
      ? []
      : [
          ...(mode === 'context' || (rows.most === 0 && isForRoom(context))
            ? []
            : counted(id, text, parts.length, context.input.view === 'difference' ? 'neutral' : tone)),
          rows,
          mode === 'context' ? space(0, 1) : space(5, mode === 'focus' ? 0 : 1, 24),
        ];
  return {
    ...base,
    aside: mode === 'context' ? '' : 'pilot-agent starts Envoy',
    spoken: `istio-proxy: ${plural(args.length, 'argument')}, ${plural(count - args.length, 'variable')}`,
    lanes: [
      trimmed([
        ...headed('group/args', 'args', args, 'neutral', group(context, 'more/args', args, argRow, 'args')),
        ...headed(
          'group/env/start',
          'env · filled in at start',
          start,
          'start',
          group(context, 'more/env/start', start, envRow, 'env\nat start'),
        ),
        ...headed(
          'group/env/fixed',
          'env · fixed at injection',
          fixed,
          'injected',
          group(context, 'more/env/fixed', fixed, envRow, 'env\nfixed'),
        ),
      ]),
    ],
  };
}
