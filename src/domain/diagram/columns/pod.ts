import { isEphemeral } from '../../anatomy/container-parts.ts';
import type { Part } from '../../anatomy/model.ts';
import { postStartId, waitedFor } from '../../anatomy/start-waits.ts';
import { printable } from '../measure.ts';
import { valueIn } from '../part-index.ts';
import type { CardPlan, ColumnPlan, Plan, RowPlan } from '../plan.ts';
import { heading, sans, space } from '../plan.ts';
import { COLUMN_TITLES, spoken, TONE_WORDS, toneOf } from '../words.ts';
import { changeLines } from './change-lines.ts';
import { type ColumnContext, foldable, isForRoom, partRow } from './context.ts';
import { metadataPlans } from './pod-metadata.ts';
import { shortImage } from './short-image.ts';
import { volumePlans } from './volumes.ts';

/** Containers that start together or one after the other, with what the kubelet does with them. */
interface Phase {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly keepsRunning: boolean;
}

/** An init container with restartPolicy Always: starts before the containers and keeps running (Kubernetes 1.28+). */
function isSidecar(context: ColumnContext, part: Part): boolean {
  const { input, index } = context;
  if (input.anatomy.sidecar === 'native' && part.label === 'istio-proxy') return true;
  return index
    .childrenOf(part.id)
    .some((child) => child.label === 'restartPolicy' && child.value === 'Always');
}

/** The pod's start order as the kubelet keeps it: init containers one by one in the order of the spec, then the rest. */
export function phases(context: ColumnContext): readonly Phase[] {
  const result: Phase[] = [];
  let ending: Part[] = [];
  const close = (): void => {
    if (ending.length === 0) return;
    const first = result.length === 0 ? 'first' : 'next';
    const text = ending.length === 1 ? `runs ${first}, then ends` : `run ${first}, one by one, and end`;
    result.push({ text, parts: ending, keepsRunning: false });
    ending = [];
  };
  for (const part of context.index.ofKind('init-container')) {
    if (!isSidecar(context, part)) {
      ending.push(part);
      continue;
    }
    close();
    const first = result.length === 0 ? 'starts first' : 'starts next';
    result.push({ text: `${first}, keeps running`, parts: [part], keepsRunning: true });
  }
  close();
  const all = context.index.ofKind('container');
  result.push(
    ...mainPhases(
      context,
      all.filter((part) => !isEphemeral(part)),
      result.at(-1),
    ),
  );
  const ephemeral = all.filter(isEphemeral);
  if (ephemeral.length > 0)
    result.push({ text: 'put into the running pod', parts: ephemeral, keepsRunning: false });
  return result;
}

/** The containers proper: those behind one with a postStart hook start only when that has ended. */
function mainPhases(context: ColumnContext, parts: readonly Part[], before?: Phase): readonly Phase[] {
  const native = before?.keepsRunning === true ? before.parts[0] : undefined;
  const groups: { waits: string | null; parts: Part[] }[] = [];
  let waits = native === undefined ? null : `once ${native.label} has started`;
  let group: Part[] | null = null;
  for (const part of parts) {
    if (group === null) {
      group = [];
      groups.push({ waits, parts: group });
    }
    group.push(part);
    const hook = context.index.get(postStartId(part.id));
    if (hook === undefined) continue;
    waits = waitedFor(part.label, valueIn(hook, context.input.view) ?? '');
    group = null;
  }
  return groups.map((one) => {
    const alone = one.parts.length === 1;
    if (one.waits !== null)
      return { text: `${alone ? 'starts' : 'start'} ${one.waits}`, parts: one.parts, keepsRunning: false };
    const first = before === undefined ? 'first' : 'next';
    const together =
      groups.length > 1 ? (alone ? `starts ${first}` : `start ${first}`) : alone ? 'runs' : 'run together';
    const text = before === undefined && alone && groups.length === 1 ? 'runs alone' : together;
    return { text, parts: one.parts, keepsRunning: false };
  });
}

/** What stands under a container's name: its image and ports, or what istio-init does. */
function summary(context: ColumnContext, part: Part): string {
  const { index, input } = context;
  const args = index.childrenOf(part.id, 'arg').map((arg) => arg.value ?? arg.label);
  const after = (flag: string): string | undefined => args[args.indexOf(flag) + 1];
  if (part.label === 'istio-init' && args.includes('-p') && args.includes('-z'))
    return `iptables: out to ${after('-p')}, in to ${after('-z')}`;
  const image = index.childrenOf(part.id, 'image')[0];
  const ports = index
    .childrenOf(part.id, 'port')
    .map((port) => /\d+/.exec(`${valueIn(port, input.view) ?? ''} ${port.label}`)?.[0] ?? port.label);
  const name = image === undefined ? '' : shortImage(valueIn(image, input.view) ?? '');
  return [name, ...ports].filter((text) => text !== '').join(' · ');
}

/** The parts of a container that differ between the two texts. */
const differing = (context: ColumnContext, part: Part): readonly Part[] =>
  context.input.view === 'difference' && part.change !== 'added' && part.change !== 'removed'
    ? context.index.childrenOf(part.id).filter((child) => child.change !== 'kept')
    : [];

/** What the difference, or the injected file, says of a container as a whole. */
export function badgeOf(context: ColumnContext, part: Part): CardPlan['badge'] {
  const { view } = context.input;
  const tone = toneOf(part, view);
  if (view === 'original') return null;
  if (view === 'injected')
    return { text: part.change === 'changed' ? `${TONE_WORDS[tone]}, changed` : TONE_WORDS[tone], tone };
  if (differing(context, part).length > 0) return { text: '~ changed', tone: 'changed' };
  if (part.change === 'added') return { text: '+ added', tone };
  if (part.change === 'removed') return { text: '− removed', tone };
  return null;
}

/** What tells most of a container comes first. */
const RANKS: readonly Part['kind'][] = [
  'image',
  'port',
  'probe',
  'lifecycle',
  'env',
  'env-from',
  'field',
  'resources',
  'security-context',
];
const rank = (part: Part): number => (RANKS.indexOf(part.kind) + RANKS.length + 1) % (RANKS.length + 1);

/** Details of a container in the pod's own scene; args and env of istio-proxy have their own column. */
function details(context: ColumnContext, part: Part, many: boolean, text: string): readonly Plan[] {
  const own = part.label === 'istio-proxy';
  const children = context.index
    .childrenOf(part.id)
    .filter(({ kind }) => kind !== 'mount' && kind !== 'agent-socket')
    .filter(({ kind }) => !(own && (kind === 'env' || kind === 'arg')))
    .sort((a, b) => rank(a) - rank(b));
  if (children.length === 0) return [];
  const rows = children.map((child) =>
    partRow(context, child, {
      mono: child.kind === 'env' || child.kind === 'arg',
      label: child.kind === 'arg' ? (child.value ?? child.label) : child.label,
      ...(child.kind === 'arg' ? { value: 'arg', valueMono: false } : {}),
      ...insteadOfValue(context, child),
    }),
  );
  return [
    foldable(context, `more/${part.id}`, rows, {
      least: many || isForRoom(context) ? 0 : 1,
      spare: isForRoom(context),
      preferred: (row) => row.mark !== '',
      rest: (hidden) => (hidden === rows.length ? text : `+ ${hidden} more`),
    }),
  ];
}

/** What is said where a row would have no value beside its name: how it is filled, or that it is empty. */
function insteadOfValue({ input }: ColumnContext, part: Part): Partial<RowPlan> {
  const value = valueIn(part, input.view);
  if (part.kind === 'arg' || part.detail === undefined) return {};
  if (value === null) return { value: part.detail };
  return value === '' || value === part.label ? { value: part.detail, valueMono: false } : {};
}

function containerCard(context: ColumnContext, part: Part, many: boolean): CardPlan {
  const { input, mode } = context;
  const tone = toneOf(part, input.view);
  const changed = changeLines(differing(context, part));
  const text = summary(context, part);
  const slim = mode === 'context' || (mode === 'full' && many);
  return {
    kind: 'card',
    id: part.id,
    partId: part.id,
    heading: {
      ...sans(part.label, mode === 'context' ? 13 : many || isForRoom(context) ? 16 : 18, 'strong', 600),
      lines: mode === 'context' ? 2 : 1,
    },
    badge: mode === 'context' ? null : badgeOf(context, part),
    lines: slim
      ? []
      : [
          ...(mode === 'full' && text !== '' ? [{ ...sans(text, 13), lines: 2 }] : []),
          ...(mode === 'full'
            ? changed.map((line) => ({ ...sans(line, 13, 'changed', 600), lines: 3 }))
            : []),
        ],
    body: mode === 'focus' ? details(context, part, many, text) : [],
    tone: changed.length > 0 && input.view === 'difference' ? 'changed' : tone,
    state: 'normal',
    title: spoken(part, input.view),
    grow: 0,
    centred: mode === 'context',
  };
}

/** A room is told of so many containers by name where there are many. */
const MOST_NAMED = 4;

/** The names of the first containers and of those of the sidecar, in their order, and how many there are besides. */
function someContainers(context: ColumnContext, all: readonly Phase[]): readonly Plan[] {
  const parts = all.flatMap((phase) => phase.parts);
  const injected = (part: Part): boolean => toneOf(part, context.input.view) !== 'user';
  const named = new Set(
    [...parts.filter(injected), ...parts.filter((part) => !injected(part))].slice(0, MOST_NAMED),
  );
  const others = parts
    .filter((part) => !named.has(part))
    .map((part) => partRow(context, part, { mono: false }));
  return [
    ...parts
      .filter((part) => named.has(part))
      .flatMap((part) => [containerCard(context, part, true), space(6)]),
    foldable(context, 'more/containers', others, {
      least: 0,
      most: 0,
      rest: (hidden) => `+ ${hidden}\ncontainers`,
    }),
  ];
}

function containerPlans(context: ColumnContext): readonly Plan[] {
  const all = phases(context);
  const many = all.reduce((sum, phase) => sum + phase.parts.length, 0) > 5;
  if (many && context.mode === 'context' && isForRoom(context)) return someContainers(context, all);
  return all.flatMap((phase, index) => [
    ...(context.mode === 'context'
      ? []
      : [heading(`phase/${index + 1}`, `${index + 1} · ${phase.text}`, '', 'neutral')]),
    ...phase.parts.flatMap((part) => [containerCard(context, part, many), space(6)]),
  ]);
}

/** The pod: containers in start order, then volumes, then its labels and annotations. */
export function podColumn(context: ColumnContext): ColumnPlan {
  const { input, mode } = context;
  const { anatomy } = input;
  const containers = containerPlans(context);
  const volumes = volumePlans(context);
  const metadata = metadataPlans(context);
  const stand = [...containers, mode === 'context' ? space(2, 1) : space(2, 1, 48), ...volumes, ...metadata];
  // A room has no height for what would stand under its containers.
  const lanes = isForRoom(context)
    ? [containers, [...volumes, ...metadata]]
    : [[...containers, ...metadata], volumes];
  return {
    id: 'column/pod',
    title: COLUMN_TITLES.pod,
    aside: mode === 'context' ? '' : `${anatomy.kind} ${anatomy.name}`,
    asideTone: null,
    tone: 'neutral',
    state: 'normal',
    spoken: printable(`Pod of ${anatomy.kind} ${anatomy.name} in ${anatomy.namespace}`),
    lanes: mode === 'focus' && volumes.length > 0 ? lanes : [stand],
  };
}
