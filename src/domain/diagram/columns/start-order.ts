import type { Part, SidecarKind, WorkloadAnatomy } from '../../anatomy/model.ts';
import { type StartEvent, type StartOrder, type StartReason, startOrder } from '../../anatomy/start-order.ts';
import { printable } from '../measure.ts';
import type { BoxState, CardPlan, ColumnPlan, Plan, RowPlan } from '../plan.ts';
import { heading, sans, space } from '../plan.ts';
import type { Unlit } from '../scene.ts';
import { COLUMN_TITLES, plural, toneOf } from '../words.ts';
import { type ColumnContext, foldable } from './context.ts';

/** The two ways in which a sidecar can be put into a pod. */
type Way = Exclude<SidecarKind, 'none'>;

type Lanes = Pick<Unlit, 'anatomy' | 'twin'>;

/** Steps of the start and of the end over both lanes: who has fewer waits for the other, so that both end together. */
function spans({ anatomy, twin }: Lanes): { readonly start: number; readonly end: number } {
  const orders = [anatomy, ...(twin?.kind === 'there' ? [twin.anatomy] : [])].map(startOrder);
  return {
    start: Math.max(...orders.map(({ starting }) => starting)),
    end: Math.max(...orders.map(({ events, starting }) => events.length - starting)),
  };
}

/** How many steps there are to go through; 0 without a sidecar. */
export function stepCount(lanes: Lanes): number {
  const { start, end } = spans(lanes);
  return lanes.anatomy.sidecar === 'none' ? 0 : start + end;
}

/** Where a lane stands at a step: how many of its events are over, and whether the next one happens now. */
interface Moment {
  readonly over: number;
  readonly now: boolean;
}

function momentOf({ events, starting }: StartOrder, step: number, start: number): Moment {
  const at = step <= start ? Math.min(step, starting) : starting + step - start;
  const now = (step <= start ? step <= starting : true) && at <= events.length;
  return { over: now ? at - 1 : Math.min(at, events.length), now };
}

export const classicColumn = (context: ColumnContext): ColumnPlan => lane('classic', context);
export const nativeColumn = (context: ColumnContext): ColumnPlan => lane('native', context);

function lane(way: Way, context: ColumnContext): ColumnPlan {
  const { input } = context;
  const shown = input.anatomy.sidecar === way;
  const other = input.twin?.kind === 'there' ? input.twin.anatomy : null;
  const anatomy = shown ? input.anatomy : other?.sidecar === way ? other : null;
  const plans = anatomy === null ? [notHere(way, context)] : eventPlans(way, anatomy, shown, context);
  const title = COLUMN_TITLES[way];
  return {
    id: `column/${way}`,
    title,
    shortTitle: way === 'classic' ? 'Classic' : 'Native',
    aside: shown ? 'as on the stage' : anatomy === null ? '' : 'same input, injected again',
    shortAsides: shown ? ['shown'] : ['again'],
    asideTone: null,
    tone: 'neutral',
    state: 'normal',
    spoken: printable(
      `${title}: ${anatomy === null ? 'not here' : plural(startOrder(anatomy).events.length, 'step')}`,
    ),
    lanes: [plans],
  };
}

/** The lane of a way in which this input was not injected, and why. */
function notHere(way: Way, { input }: ColumnContext): CardPlan {
  const { anatomy, twin } = input;
  const decides = anatomy.parts.find(
    ({ kind, label, change }) =>
      (kind === 'annotation' || kind === 'label') &&
      label === 'sidecar.istio.io/nativeSidecar' &&
      change !== 'removed',
  );
  const same = twin?.kind === 'there' && twin.anatomy.sidecar === anatomy.sidecar;
  const at =
    decides?.source === null || decides === undefined
      ? ''
      : ` (${decides.source.file}:${decides.source.line})`;
  const why = same
    ? decides === undefined
      ? 'Injected both times with the same result: the template does not ask for it.'
      : `The workload decides itself: ${decides.label} “${decides.value ?? ''}”${at}. Injected both times, it is the same.`
    : twin === undefined || twin.kind === 'there'
      ? 'The same input was not injected this way.'
      : twin.why;
  const waits = twin?.kind === 'asked';
  return {
    kind: 'card',
    id: `${way}/not-here`,
    partId: null,
    heading: sans(waits ? 'Under way' : 'Not here', 18, 'strong', 600),
    badge: null,
    lines: [{ ...sans(why, 14, 'normal'), lines: 8 }],
    body: [],
    tone: 'neutral',
    state: 'missing',
    title: printable(`${COLUMN_TITLES[way]} is not here: ${why}`),
    grow: 0,
    centred: false,
  };
}

/** What a step has to do with an event of the lane. */
type When = 'whole' | 'later' | 'now' | 'over';

interface Told {
  readonly way: Way;
  /** The lane is of the workload on the stage: what it names are its parts. */
  readonly own: boolean;
  readonly context: ColumnContext;
  readonly order: StartOrder;
  /** null: the whole of it at once. */
  readonly moment: Moment | null;
}

function eventPlans(
  way: Way,
  anatomy: WorkloadAnatomy,
  own: boolean,
  context: ColumnContext,
): readonly Plan[] {
  const order = startOrder(anatomy);
  const { step } = context.input;
  const moment =
    step === undefined || step === null ? null : momentOf(order, step, spans(context.input).start);
  const told: Told = { way, own, context, order, moment };
  return order.events.flatMap((event, index) => [
    ...(index === 0 ? [] : [space(6, 1, 18)]),
    eventCard(event, index, told),
  ]);
}

function whenOf(index: number, moment: Moment | null): When {
  if (moment === null) return 'whole';
  if (index < moment.over) return 'over';
  return moment.now && index === moment.over ? 'now' : 'later';
}

/** What of an event a step has to say in a word. */
function badgeOf(event: StartEvent, index: number, when: When, told: Told): CardPlan['badge'] {
  switch (when) {
    case 'whole':
      return null;
    case 'later':
      return { text: 'later', tone: 'neutral' };
    case 'now':
      return { text: 'now', tone: 'good' };
    case 'over': {
      const runs = event.starts.some((part) => stateOf(part, when, index, told) === 'normal');
      return runs ? { text: 'runs', tone: 'good' } : { text: 'over', tone: 'neutral' };
    }
  }
}

function eventCard(event: StartEvent, index: number, told: Told): CardPlan {
  const when = whenOf(index, told.moment);
  const { way, context } = told;
  const state = when === 'later' ? 'dim' : when === 'now' ? 'lit' : 'normal';
  const reasons = context.input.reader === 'room' ? event.reasons.slice(0, 1) : event.reasons;
  const runs = event.runs.map(({ label }) => label).join(', ');
  const [only, ...others] = [...event.starts, ...event.stops];
  const alone = others.length === 0 ? only : undefined;
  const rows =
    alone !== undefined
      ? []
      : [
          ...event.starts.map((part) => rowOf(part, index, startWord(part, told), when, told)),
          ...event.stops.map((part) => rowOf(part, index, 'stops', when, told)),
        ];
  return {
    kind: 'card',
    id: `${way}/event/${index + 1}`,
    // What happens to one container is that container's.
    partId: alone !== undefined && told.own ? alone.id : null,
    ...(told.own ? {} : { beside: true }),
    heading: { ...sans(`${index + 1} · ${event.title}`, 16, 'strong', 600), lines: 2 },
    badge: badgeOf(event, index, when, told),
    lines: [],
    body: [
      ...(rows.length === 0
        ? []
        : [foldable(context, `more/${way}/${index + 1}`, rows, { least: 1, most: 8, pitch: 25 })]),
      ...(runs === '' ? [] : [note(`${way}/runs/${index + 1}`, `runs on: ${runs}`)]),
      ...reasons.map((reason, at) => note(`${way}/why/${index + 1}/${at + 1}`, reasonWords(reason))),
    ],
    tone: alone === undefined ? (when === 'now' ? 'good' : 'neutral') : toneOf(alone, 'injected'),
    state,
    ...underStep(when, state),
    title: printable(
      [`step ${index + 1}: ${event.title}`, ...event.reasons.map(reasonWords), when === 'whole' ? '' : when]
        .filter((words) => words !== '')
        .join('; '),
    ),
    grow: 0,
    centred: false,
  };
}

const note = (id: string, text: string): Plan => ({ ...heading(id, text, '', 'neutral'), plain: true });

/** `injected.yaml:178 · stands in initContainers`, `Kubernetes · …`. */
function reasonWords({ by, words, place }: StartReason): string {
  const where =
    by === 'kubernetes' ? 'Kubernetes' : place === null ? 'manifest' : `${place.file}:${place.line}`;
  return `${where} · ${words}`;
}

const startWord = ({ id }: Part, { order }: Told): string =>
  order.fates.get(id) === 'ends' ? 'starts, then ends' : 'starts';

/** How a container's row looks at a step: what starts is lit, what has ended is dim. */
function stateOf(part: Part, when: When, index: number, { order, moment }: Told): BoxState {
  if (when === 'whole') return 'normal';
  if (when === 'later') return 'dim';
  if (when === 'now') return 'lit';
  const ended =
    order.fates.get(part.id) === 'ends' ||
    order.events.some((event, at) => at >= index && at < (moment?.over ?? 0) && event.stops.includes(part));
  return ended ? 'dim' : 'normal';
}

/** At a step a box looks as the step has it, but for what is chosen or lit by the pointer. */
function underStep(when: When, state: BoxState): Pick<RowPlan, 'underLight'> {
  if (when === 'whole') return {};
  return { underLight: (chosen) => (chosen === 'selected' || chosen === 'lit' ? chosen : state) };
}

function rowOf(part: Part, index: number, word: string, when: When, told: Told): RowPlan {
  const { way, own } = told;
  const state = stateOf(part, when, index, told);
  const words = when === 'over' ? (state === 'dim' ? 'has ended' : 'runs') : word;
  return {
    id: `${way}/${index + 1}/${part.id}`,
    partId: own ? part.id : null,
    ...(own ? {} : { beside: true }),
    label: part.label,
    mono: false,
    value: words,
    valueMono: false,
    valueFirst: false,
    brief: words,
    wordy: true,
    below: '',
    tone: toneOf(part, 'injected'),
    mark: '',
    state,
    ...underStep(when, state),
    title: printable(`${part.label}: ${words}`),
  };
}
