import type { Change, Part, PartKind } from '../../anatomy/model.ts';
import { printable } from '../measure.ts';
import type { CardPlan, ColumnPlan, Plan, RowPlan } from '../plan.ts';
import { sans, space, type TextPlan } from '../plan.ts';
import { COLUMN_TITLES, MARKS, outsideInput, plural, spoken, toneOf } from '../words.ts';
import { type ColumnContext, counted, foldable, isForRoom, partRow } from './context.ts';
import { badgeOf } from './pod.ts';

/** What the tally counts, in this order; everything else is a setting. */
const COUNTED: readonly (readonly [PartKind, string, string])[] = [
  ['init-container', 'init container', 'init containers'],
  ['container', 'container', 'containers'],
  ['volume', 'volume', 'volumes'],
  ['mount', 'mount', 'mounts'],
  ['env', 'variable', 'variables'],
  ['arg', 'arg', 'args'],
  ['port', 'port', 'ports'],
  ['probe', 'probe', 'probes'],
  ['label', 'label', 'labels'],
  ['annotation', 'annotation', 'annotations'],
];
const HOLDERS: ReadonlySet<PartKind> = new Set(['workload', 'pod', 'container', 'init-container']);

/** Whether a part is a piece of the manifest of its own: not a source in a volume, and not the template itself. */
const isPiece = (part: Part): boolean => !outsideInput(part) && part.parent !== null;

/** How many pieces of each kind the injector did one thing to: `2 containers, 9 volumes, 3 labels`. */
function tallyOf(context: ColumnContext, change: Change): string {
  const { index } = context;
  const all = index.parts.filter((part) => part.change === change && isPiece(part));
  // What holds something that changed has changed with it: told is what it was.
  const parts = change === 'changed' ? all.filter(({ kind }) => !HOLDERS.has(kind)) : all;
  const words = COUNTED.flatMap(([kind, one, many]) => {
    const count = parts.filter((part) => part.kind === kind).length;
    return count === 0 ? [] : [plural(count, one, many)];
  });
  const known = new Set(COUNTED.map(([kind]) => kind));
  const settings = parts.filter(({ kind, parent }) => !known.has(kind) && !parent?.startsWith('volume/'));
  return [...words, ...(settings.length === 0 ? [] : [plural(settings.length, 'setting')])].join(', ');
}

/** What the injector did to the whole file, a line for each kind of change. */
function tallyCard(context: ColumnContext): readonly Plan[] {
  const line = (change: 'added' | 'changed' | 'removed', tone: TextPlan['ink']): TextPlan => {
    const tally = tallyOf(context, change);
    const text = `${MARKS[change]} ${tally === '' ? `nothing ${change}` : tally}`;
    return { ...sans(text, 14, tally === '' ? 'muted' : tone, 600), lines: isForRoom(context) ? 16 : 6 };
  };
  const lines = [line('added', 'injected'), line('changed', 'changed'), line('removed', 'removed')];
  return [
    {
      kind: 'card',
      id: 'card/tally',
      partId: null,
      heading: { ...sans('The injector', 16, 'strong', 600), lines: 2 },
      badge: null,
      lines,
      body: [],
      tone: 'neutral',
      state: 'normal',
      title: printable(`What the injector did: ${lines.map(({ text }) => text).join('; ')}`),
      grow: 0,
      centred: false,
    },
    space(6),
  ];
}

/** The line of the template that wrote a part, where that can be told. */
export function templateWords(part: Part): string {
  if (part.template !== undefined) return `template:${part.template.line}`;
  const [first, second, ...more] = part.templateOneOf ?? [];
  if (first === undefined || second === undefined) return '';
  return more.length > 0
    ? `template:${first.line} or ${more.length + 1} more`
    : `template:${first.line} or ${second.line}`;
}

/** An addition says which line of the template wrote it; what has changed, what it was. */
function changeRow(context: ColumnContext, part: Part): RowPlan {
  const row = partRow(context, part, {
    mono: part.kind === 'env' || part.kind === 'arg' || part.kind === 'label' || part.kind === 'annotation',
    ...(part.kind === 'arg' ? { label: part.value || part.label || '""', value: '' } : {}),
  });
  if (part.change === 'changed')
    return { ...row, below: part.before === undefined ? '' : `was ${part.before}` };
  const written = templateWords(part);
  if (part.change !== 'added' || written === '') return row;
  return { ...row, value: written, valueMono: true, brief: '', wordy: true };
}

/** Rows that changed, each with what it was; then what was added, removed and kept, which may fold. */
function changePlans(
  context: ColumnContext,
  id: string,
  parts: readonly Part[],
  least: number,
  over = '',
): readonly Plan[] {
  const changed = parts.filter(({ change }) => change === 'changed');
  const order: readonly Change[] = ['removed', 'added', 'kept'];
  const rest = order.flatMap((change) => parts.filter((part) => part.change === change));
  const count = (change: Change): number => rest.filter((part) => part.change === change).length;
  const told = order
    .filter((change) => count(change) > 0)
    .map((change) => (change === 'kept' ? `${count(change)} kept` : `${MARKS[change]} ${count(change)}`))
    .join(' · ');
  return [
    ...(changed.length === 0
      ? []
      : [
          foldable(
            context,
            `more/changed/${id}`,
            changed.map((part) => changeRow(context, part)),
            { least: 2, pitch: 48 },
          ),
        ]),
    ...(rest.length === 0
      ? []
      : [
          foldable(
            context,
            `more/${id}`,
            rest.map((part) => changeRow(context, part)),
            {
              least,
              over,
              rest: (hidden) =>
                hidden === rest.length ? `${over === '' ? '' : `${over} · `}${told}` : `+ ${hidden} more`,
            },
          ),
        ]),
  ];
}

function containerPlan(context: ColumnContext, part: Part, least: number): CardPlan {
  const own = part.id === context.index.proxy?.id;
  const children = context.index
    .childrenOf(part.id)
    .filter(({ kind }) => kind !== 'agent-socket' && !(own && (kind === 'env' || kind === 'arg')));
  const altered = part.change !== 'added' && children.some(({ change }) => change !== 'kept');
  return {
    kind: 'card',
    id: part.id,
    partId: part.id,
    heading: sans(part.label, 17, 'strong', 600),
    badge: badgeOf(context, part),
    lines: [],
    body: changePlans(context, part.id, children, least),
    tone: altered ? 'changed' : toneOf(part, context.input.view),
    state: 'normal',
    title: spoken(part, context.input.view),
    grow: 0,
    centred: false,
  };
}

const cards = (context: ColumnContext, parts: readonly Part[], least: number): readonly Plan[] =>
  parts.flatMap((part) => [containerPlan(context, part, least), space(6)]);

/** The file after injection: what is the user's with everything that became of it, beside what was put there. */
export function injectionColumn(context: ColumnContext): ColumnPlan {
  const { index, input } = context;
  const containers = index.ofKind('init-container', 'container');
  const isNew = (part: Part): boolean => part.change === 'added';
  const own = containers.filter((part) => !isNew(part));
  const added = containers.filter(isNew);
  const volumes = index.ofKind('volume');
  const [ownVolumes, newVolumes] = [volumes.filter((one) => !isNew(one)), volumes.filter(isNew)];
  const settings = index.childrenOf('pod', 'field', 'security-context', 'resources');
  const yours: readonly Plan[] = [
    ...tallyCard(context),
    ...counted('group/yours', 'your containers', own.length, 'user'),
    ...cards(context, own, 1),
    ...changePlans(context, 'settings', settings, 0, 'settings of the pod'),
    ...changePlans(context, 'volumes/user', ownVolumes, 2, 'your volumes'),
    ...changePlans(context, 'labels', index.childrenOf('pod', 'label'), 0, 'labels'),
    ...changePlans(context, 'annotations', index.childrenOf('pod', 'annotation'), 0, 'annotations'),
  ];
  const theirs: readonly Plan[] = [
    ...counted('group/added', 'added containers', added.length, 'injected'),
    ...cards(context, added, 1),
    ...counted('group/volumes/injected', 'added volumes', newVolumes.length, 'injected'),
    ...changePlans(context, 'volumes/injected', newVolumes, 3),
  ];
  return {
    id: 'column/pod',
    title: COLUMN_TITLES.pod,
    aside: isForRoom(context) ? '' : `${input.anatomy.kind} ${input.anatomy.name}`,
    asideTone: null,
    tone: 'neutral',
    state: 'normal',
    spoken: printable(`Pod of ${input.anatomy.kind} ${input.anatomy.name}: what the injector did to it`),
    // A room reads one thing after the other.
    lanes: theirs.length === 0 ? [yours] : isForRoom(context) ? [[...yours, ...theirs]] : [yours, theirs],
  };
}
