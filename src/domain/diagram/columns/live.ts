import type { Part } from '../../anatomy/model.ts';
import type { LadderStep } from '../../envoy/ladder.ts';
import { printable } from '../measure.ts';
import type { CardPlan, ColumnPlan, Plan, RowPlan, TextPlan } from '../plan.ts';
import { heading, mono, sans, space } from '../plan.ts';
import type { SceneLive, SceneReport, Tone } from '../scene.ts';
import { spoken } from '../words.ts';
import { type ColumnContext, foldable, isForRoom, partRow } from './context.ts';
import { nodeColumn } from './node.ts';

const STEP_NAMES: Readonly<Record<LadderStep['id'], string>> = {
  accepted: 'bootstrap accepted',
  istiod: 'istiod reached',
  identity: 'identity',
  config: 'config taken',
  live: 'LIVE',
  'pod-ready': 'pod ready',
};

const STATE_WORDS: Readonly<Record<LadderStep['state'], string>> = {
  // Signs that a shipped font has: a PNG draws a box for any other.
  passed: '✓ passed',
  waiting: 'waits here',
  failed: '× failed',
  'not-reached': 'not reached',
  'not-on-this-bench': 'not on this bench',
};

const STATE_TONES: Readonly<Record<LadderStep['state'], Tone>> = {
  passed: 'good',
  waiting: 'waiting',
  failed: 'bad',
  'not-reached': 'neutral',
  'not-on-this-bench': 'neutral',
};

const RUNG_WORDS: Readonly<Record<SceneLive['rung'], readonly [string, Tone]>> = {
  'not-started': ['not started', 'neutral'],
  refused: ['refuses its bootstrap', 'bad'],
  'no-istiod': ['runs, no istiod answers', 'waiting'],
  'no-identity': ['runs, has no identity', 'waiting'],
  rejected: ['runs, refused what istiod sent', 'bad'],
  live: ['LIVE', 'good'],
  ended: ['has ended', 'neutral'],
  silent: ['does not answer', 'bad'],
  lost: ['nobody can tell', 'waiting'],
};

/** Id of the box of a step of the ladder. */
export const stepId = (id: LadderStep['id']): string => `ladder/${id}`;

const line = (text: string, ink: TextPlan['ink'] = 'normal', lines = 3): TextPlan => ({
  ...sans(text, 13, ink),
  lines,
});

/** What stands on a card that shows no part of the anatomy. */
function card(id: string, name: string, rest: Pick<CardPlan, 'badge' | 'lines' | 'tone'>): CardPlan {
  const said = [rest.badge?.text ?? '', ...rest.lines.map(({ text }) => text)].filter((text) => text !== '');
  return {
    kind: 'card',
    id,
    partId: null,
    heading: sans(name, 16, 'strong', 600),
    body: [],
    state: 'normal',
    title: printable([name, ...said].join(', ')),
    grow: 0,
    centred: false,
    ...rest,
  };
}

/** Where Envoy stands as a whole: of a run of another time that it is one. */
function standingCard(live: SceneLive | null, room: boolean): CardPlan {
  const [word, tone] = RUNG_WORDS[live?.rung ?? 'not-started'];
  const { report } = live ?? {};
  const facts = [
    // A number that no room can do anything with.
    room || report?.pid === null || report?.pid === undefined ? '' : `pid ${report.pid}`,
    live?.admin === undefined ? '' : `admin ${live.admin}`,
    report?.version === null || report?.version === undefined ? '' : `version ${report.version}`,
  ].filter((text) => text !== '');
  // In large letters a line for each: broken where there is room, an address could not be read.
  const told = room || facts.length === 0 ? facts : [facts.join(' · ')];
  const asked = live !== null && live.rung !== 'not-started';
  return card('card/envoy', 'Envoy', {
    badge: { text: word, tone },
    lines: [
      ...(asked ? [] : [line('Press Run, or call sidecar-anatomy run: a real Envoy takes this bootstrap.')]),
      ...(report?.recorded === true ? [line('recorded: seen in a run of another time', 'waiting')] : []),
      ...told.map((fact) => mono(fact, 13, 'normal', 3)),
    ],
    tone,
  });
}

function stepCard(step: LadderStep, lines: number): CardPlan {
  const tone = STATE_TONES[step.state];
  const reached = step.state !== 'not-reached' && step.evidence !== '';
  return card(stepId(step.id), STEP_NAMES[step.id], {
    badge: { text: STATE_WORDS[step.state], tone },
    lines: reached ? [{ ...mono(step.evidence, 13, 'muted', lines), counts: true }] : [],
    tone,
  });
}

/** The ladder of a real Envoy, the steps one under the other; before a run, what to press. */
export function ladderColumn(context: ColumnContext): ColumnPlan {
  const { index, input } = context;
  const base = { id: 'column/proxy', asideTone: null, tone: 'neutral' } as const;
  if (index.proxy === undefined)
    return { ...base, title: 'Envoy', aside: '', state: 'missing', spoken: 'No Envoy here', lanes: [[]] };
  const steps = input.live?.report?.steps ?? [];
  const room = isForRoom(context);
  const plans = [standingCard(input.live, room), ...steps.map((step) => stepCard(step, room ? 5 : 3))];
  return {
    ...base,
    title: 'How far it got',
    shortTitle: 'Ladder',
    aside: '',
    state: 'normal',
    spoken: printable(
      `How far Envoy got: ${steps.map(({ id, state }) => `${STEP_NAMES[id]} ${state}`).join(', ')}`,
    ),
    lanes: [plans.flatMap((plan, at) => (at === 0 ? [plan] : [space(at === 1 ? 8 : 14), plan]))],
  };
}

function countRows({ counts }: SceneReport): readonly RowPlan[] {
  if (counts === null) return [];
  const row = (id: string, label: string, count: number): RowPlan => ({
    id: `count/${id}`,
    partId: null,
    label,
    mono: false,
    value: String(count),
    valueMono: true,
    valueFirst: true,
    brief: '',
    wordy: false,
    tone: 'neutral',
    below: '',
    mark: '',
    state: 'normal',
    title: `${label}: ${count}`,
  });
  return [
    row('static', 'static clusters', counts.staticClusters),
    row('dynamic', 'clusters from istiod', counts.dynamicClusters),
    row('warming', 'clusters that warm up', counts.warmingClusters),
    row('listeners', 'listeners', counts.listeners),
  ];
}

/** A field of the node, and whether Envoy says the same. */
function nodeRow(context: ColumnContext, part: Part, word: string, tone: Tone): RowPlan {
  return partRow(context, part, {
    value: word,
    valueMono: false,
    wordy: true,
    tone,
    title: `${spoken(part, context.input.view)}, ${word}`,
  });
}

function comparedPlans(context: ColumnContext, { node }: SceneReport): readonly Plan[] {
  if (node === null) return [];
  const { index } = context;
  const rows = (ids: readonly string[], word: string, tone: Tone): readonly RowPlan[] =>
    ids
      .map((id) => index.get(id))
      .filter((part) => part !== undefined)
      .map((part) => nodeRow(context, part, word, tone));
  const all = [
    ...rows(node.different, '× says another', 'bad'),
    ...rows(node.missing, '× does not say it', 'bad'),
    ...rows(node.same, '✓ as drawn', 'good'),
  ];
  const faults = node.different.length + node.missing.length;
  const extra = node.extra.length === 0 ? [] : [`${node.extra.length} more that are not drawn`];
  return [
    heading(
      'group/node/compared',
      'node in the config_dump',
      `${node.same.length} of ${all.length} as drawn`,
      faults > 0 ? 'bad' : 'good',
    ),
    ...extra.map((text) => heading('note/node/extra', text, '', 'neutral')),
    foldable(context, 'more/node/compared', all, {
      least: 2,
      preferred: (row) => row.tone === 'bad',
    }),
  ];
}

/** What the config_dump holds, beside the node that is drawn: counts, then field by field. */
export function liveNodeColumn(context: ColumnContext): ColumnPlan {
  const column = nodeColumn(context);
  const report = context.input.live?.report;
  if (column.state === 'missing' || report === undefined) return column;
  const counts = countRows(report);
  const problem = report.dumpProblem === null ? [] : [heading('note/dump', report.dumpProblem, '', 'bad')];
  if (counts.length === 0 && report.node === null)
    return {
      ...column,
      lanes: column.lanes.map((plans) => [
        ...problem,
        heading('note/node/compared', 'no config_dump was read: nothing to compare', '', 'waiting'),
        ...plans,
      ]),
    };
  const plans: readonly Plan[] = [
    ...problem,
    ...(counts.length === 0
      ? []
      : [
          heading('group/counts', 'counted in the config_dump', '', 'neutral'),
          foldable(context, 'more/counts', counts, { least: isForRoom(context) ? 2 : 4 }),
          space(5),
        ]),
    ...comparedPlans(context, report),
  ];
  return { ...column, aside: 'as Envoy says it', lanes: [plans] };
}
