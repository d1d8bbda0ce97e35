import type { Part } from '../../anatomy/model.ts';
import { valueIn } from '../part-index.ts';
import type { CardPlan, ColumnPlan, Plan, RowPlan } from '../plan.ts';
import { heading, mono, sans, space, type TextPlan } from '../plan.ts';
import { COLUMN_TITLES, plural, spoken, toneOf } from '../words.ts';
import { type ColumnContext, foldable, isForRoom, partRow } from './context.ts';
import { agentStanding, authorityStanding, discoveryStanding, type Standing } from './standings.ts';

/** Id of the card that holds pilot-agent's sockets. */
export const AGENT_CARD = 'card/pilot-agent';

interface Saying {
  readonly short: string;
  readonly says: string;
  readonly rows: readonly RowPlan[];
  readonly standing: Standing;
}

/** What was measured, a line each. */
const evidenceLines = ({ evidence }: Standing): readonly TextPlan[] =>
  evidence
    .split(' · ')
    .filter((line) => line !== '')
    .map((line) => ({ ...mono(line, 13, 'normal', 2), counts: true }));

/** A room is told first what the rows are for. */
const whatFor = (rows: readonly RowPlan[]) => ({
  least: 0,
  spare: true,
  rest: (hidden: number): string =>
    hidden === rows.length ? rows.map(({ value }) => value).join(', ') : `+ ${hidden} more`,
});

function target(context: ColumnContext, part: Part, { short, says, rows, standing }: Saying): CardPlan {
  const { input, mode } = context;
  const large = isForRoom(context);
  const size = mode === 'focus' && !large ? 14 : 13;
  const address = valueIn(part, input.view) ?? '';
  const small = mode === 'context';
  const texts: readonly TextPlan[] = [
    { ...sans(says, size), lines: 2 },
    ...(address === '' ? [] : [mono(address, size, 'strong', 3)]),
    ...(standing.word === '' ? [] : [{ ...sans(standing.word, size + 1, standing.tone, 700), lines: 2 }]),
    ...evidenceLines(standing),
  ];
  const body =
    small || rows.length === 0
      ? []
      : [foldable(context, `more/${part.id}`, rows, large ? whatFor(rows) : { least: 4 })];
  return {
    kind: 'card',
    id: part.id,
    partId: part.id,
    heading: { ...sans(small ? short : part.label, small ? 14 : large ? 16 : 18, 'strong', 600), lines: 2 },
    badge: null,
    lines: small ? [] : texts,
    body,
    tone: toneOf(part, input.view),
    state: standing.state,
    // What the bench says steps back for no selection.
    underLight: (chosen) =>
      chosen === 'normal' || (chosen === 'dim' && standing.word !== '') ? standing.state : chosen,
    ...(standing.state === 'missing' ? { absent: true } : {}),
    title: `${spoken(part, input.view)}${standing.word === '' ? '' : `, ${standing.word}`}`,
    grow: 0,
    centred: small,
  };
}

/** What pilot-agent shows the certificate authority: the projected token, and the root it trusts. */
function proofRows(context: ColumnContext, authority: Part): readonly RowPlan[] {
  const { index } = context;
  const tokens = index
    .linksTo(authority.id)
    .filter((link) => link.rule === 'projected-token')
    .map((link) => index.get(link.from))
    .filter((part) => part !== undefined);
  const row = (part: Part, value: string): RowPlan =>
    partRow(context, part, {
      id: `shown/${part.id}`,
      label: part.label,
      mono: false,
      value,
      valueMono: false,
      wordy: true,
    });
  const root = index.get('volume/istiod-ca-cert');
  return [...tokens.map((part) => row(part, 'proof')), ...(root === undefined ? [] : [row(root, 'trust')])];
}

const socketsFor = (rows: readonly RowPlan[]) => ({
  least: 0,
  spare: true,
  rest: (hidden: number): string => (hidden === rows.length ? plural(hidden, 'socket') : `+ ${hidden} more`),
});

function agentCard(context: ColumnContext, sockets: readonly Part[]): CardPlan {
  const small = context.mode === 'context';
  const large = isForRoom(context);
  const size = context.mode === 'focus' && !large ? 14 : 13;
  const standing = agentStanding(context.input.live);
  const { state, word, tone } = standing;
  const rows = sockets.map((part) =>
    partRow(context, part, {
      label: part.label,
      mono: false,
      value: context.mode === 'focus' ? (part.detail ?? '') : '',
      // What it is, is said above the sockets; what each is for is the end of the phrase.
      brief: context.mode === 'focus' ? (/(?:which|for) (.*)$/.exec(part.detail ?? '')?.[1] ?? '') : '',
      valueMono: false,
      wordy: true,
    }),
  );
  return {
    kind: 'card',
    id: AGENT_CARD,
    partId: null,
    heading: { ...sans('pilot-agent', small ? 14 : large ? 16 : 18, 'strong', 600), lines: 2 },
    badge: null,
    lines: small
      ? []
      : [
          word === ''
            ? { ...sans('between, on Unix sockets', size), lines: 2 }
            : { ...sans(word, size + 1, tone, 700), lines: 2 },
          ...evidenceLines(standing),
        ],
    body: small
      ? []
      : [foldable(context, 'more/agent-sockets', rows, large ? socketsFor(rows) : { least: 3 })],
    tone: 'agent',
    state,
    title: `pilot-agent takes ADS and SDS on Unix sockets and dials istiod${word === '' ? '' : `, ${word}`}`,
    grow: 0,
    centred: small,
  };
}

/** Certificates and configuration from two places: said, because it is a known fault. */
function mismatch(context: ColumnContext): readonly Plan[] {
  const { index, input, mode } = context;
  const [authority] = index.ofKind('ca-target');
  const [discovery] = index.ofKind('xds-target');
  if (mode === 'context' || authority === undefined || discovery === undefined) return [];
  if (valueIn(authority, input.view) === valueIn(discovery, input.view)) return [];
  return [heading('note/addresses', 'CA and xDS: two addresses', '', 'bad')];
}

/** In the lab's bootstrap Envoy dials istiod itself: what stands between in a real sidecar is drawn as not there. */
function agentGhost(context: ColumnContext): CardPlan {
  const small = context.mode === 'context';
  const size = context.mode === 'focus' ? 14 : 13;
  return {
    kind: 'card',
    id: AGENT_CARD,
    partId: null,
    heading: { ...sans('pilot-agent', small ? 14 : 18, 'muted', 600), lines: 2 },
    badge: null,
    lines: small ? [] : [{ ...sans('only in a real sidecar: there it dials both', size), lines: 3 }],
    body: [],
    tone: 'neutral',
    state: 'missing',
    title: 'pilot-agent stands here in a real sidecar and dials both; the lab leaves it out',
    grow: 0,
    centred: small,
    spare: true,
  };
}

/** Outside the proxy: istiod as certificate authority and as discovery, and pilot-agent, which in a real sidecar dials both. */
export function wayOutColumn(context: ColumnContext): ColumnPlan {
  const { index, input, mode } = context;
  const small = mode === 'context';
  const authorities = index.ofKind('ca-target').map((part) =>
    target(context, part, {
      short: 'CA',
      says: 'signs the certificate',
      rows: proofRows(context, part),
      standing: authorityStanding(input.live),
    }),
  );
  const sockets = index.ofKind('agent-socket');
  const discoveries = index.ofKind('xds-target').map((part) =>
    target(context, part, {
      short: 'xDS',
      says: 'sends CDS and LDS',
      rows: [],
      standing: discoveryStanding(input.live, sockets.length > 0),
    }),
  );
  const there = authorities.length + discoveries.length > 0;
  const gap = space(small ? 14 : 20, 1);
  const plans: readonly Plan[] = [
    ...authorities.flatMap((card) => [card, gap]),
    sockets.length > 0 ? agentCard(context, sockets) : agentGhost(context),
    gap,
    ...mismatch(context),
    ...discoveries,
  ];
  return {
    id: 'column/way-out',
    title: small ? 'Way out' : COLUMN_TITLES['way-out'],
    aside: '',
    asideTone: null,
    tone: there ? 'control-plane' : 'neutral',
    state: there ? 'normal' : 'missing',
    spoken: there ? 'The way out: istiod' : 'No way out here',
    lanes: [there ? plans : []],
  };
}
