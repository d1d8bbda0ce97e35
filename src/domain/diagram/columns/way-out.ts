import type { Part } from '../../anatomy/model.ts';
import { valueIn } from '../part-index.ts';
import type { BadgePlan, BoxState, CardPlan, ColumnPlan, Plan } from '../plan.ts';
import { mono, sans, space, type TextPlan } from '../plan.ts';
import type { SceneLive } from '../scene.ts';
import { COLUMN_TITLES, spoken, toneOf } from '../words.ts';
import { type ColumnContext, stateOf } from './context.ts';

interface Standing {
  readonly state: BoxState;
  readonly badge: BadgePlan | null;
  readonly evidence: string;
}

const PLAIN: Standing = { state: 'normal', badge: null, evidence: '' };

/** What a live bench says of istiod's discovery. */
function discoveryStanding(live: SceneLive | null): Standing {
  switch (live?.rung) {
    case undefined:
      return PLAIN;
    case 'refused':
    case 'ended':
      return { state: 'missing', badge: { text: 'not asked', tone: 'waiting' }, evidence: '' };
    case 'no-istiod':
      return {
        state: 'missing',
        badge: { text: 'no answer', tone: 'waiting' },
        evidence: live?.evidence ?? '',
      };
    case 'no-identity':
      return { state: 'normal', badge: { text: 'answers', tone: 'good' }, evidence: '' };
    case 'rejected':
      return {
        state: 'normal',
        badge: { text: 'config refused', tone: 'bad' },
        evidence: live?.evidence ?? '',
      };
    case 'live':
      return { state: 'normal', badge: { text: 'answers', tone: 'good' }, evidence: live?.evidence ?? '' };
  }
}

/** What a live bench says of istiod's certificate authority. */
function authorityStanding(live: SceneLive | null): Standing {
  switch (live?.rung) {
    case undefined:
    case 'live':
    case 'rejected':
      return PLAIN;
    case 'no-identity':
      return {
        state: 'missing',
        badge: { text: 'no identity', tone: 'waiting' },
        evidence: live?.evidence ?? '',
      };
    case 'no-istiod':
    case 'refused':
    case 'ended':
      return { state: 'missing', badge: { text: 'not asked', tone: 'waiting' }, evidence: '' };
  }
}

function target(
  context: ColumnContext,
  part: Part,
  title: string,
  says: readonly string[],
  standing: Standing,
): CardPlan {
  const { input, mode } = context;
  const size = mode === 'focus' ? 14 : 13;
  const address = valueIn(part, input.view) ?? part.detail ?? '';
  const small = mode === 'context';
  const chosen = stateOf(input, part.id);
  const text: TextPlan[] = [
    ...says.map((say) => sans(say, size)),
    ...(address === '' ? [] : [mono(address, size, 'strong', 2)]),
    ...(standing.badge === null ? [] : [sans(standing.badge.text, size + 1, standing.badge.tone, 700)]),
    ...(standing.evidence === '' ? [] : [{ ...mono(standing.evidence, 13, 'normal', 3) }]),
  ];
  return {
    kind: 'card',
    id: part.id,
    partId: part.id,
    heading: sans(title, small ? 13 : 18, 'strong', 600),
    badge: null,
    lines: small ? [] : text,
    body: [],
    tone: toneOf(part, input.view),
    state: chosen === 'normal' ? standing.state : chosen,
    title: `${spoken(part, input.view)}${standing.badge === null ? '' : `, ${standing.badge.text}`}`,
    grow: 0,
    centred: small,
  };
}

/** Outside the proxy: istiod as certificate authority and as discovery, pilot-agent's socket where the way leads through it. */
export function wayOutColumn(context: ColumnContext): ColumnPlan {
  const { index, input, mode } = context;
  const small = mode === 'context';
  const authorities = index
    .ofKind('ca-target')
    .map((part) =>
      target(
        context,
        part,
        small ? 'CA' : 'istiod · CA',
        ['signs the certificate'],
        authorityStanding(input.live),
      ),
    );
  const discoveries = index
    .ofKind('xds-target')
    .map((part) =>
      target(
        context,
        part,
        small ? 'xDS' : 'istiod · xDS',
        ['sends clusters and listeners'],
        discoveryStanding(input.live),
      ),
    );
  const sockets = index
    .ofKind('agent-socket')
    .map((part) =>
      target(context, part, small ? 'socket' : 'pilot-agent', ['takes ADS on a Unix socket'], PLAIN),
    );
  const there = authorities.length + discoveries.length + sockets.length > 0;
  const gap = small ? 6 : 10;
  const plans: readonly Plan[] = [
    ...authorities.flatMap((card) => [card, space(gap, small ? 0 : 1)]),
    ...discoveries.flatMap((card) => [card, space(small ? gap : 30, small ? 0 : 1)]),
    ...sockets,
  ];
  return {
    id: 'column/way-out',
    title: small ? 'Way out' : COLUMN_TITLES['way-out'],
    aside: '',
    asideTone: null,
    tone: there ? 'control-plane' : 'neutral',
    state: there ? 'normal' : 'missing',
    spoken: there ? 'The way out: istiod' : 'No way out here',
    lanes: [plans.at(-1)?.kind === 'space' ? plans.slice(0, -1) : plans],
  };
}
