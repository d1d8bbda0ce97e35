import { ACCOUNT_ID, expectedIdentity } from '../../anatomy/identity.ts';
import type { Part } from '../../anatomy/model.ts';
import { PROXY_ID } from '../../anatomy/proxy-context.ts';
import { printable } from '../measure.ts';
import type { CardPlan, ColumnPlan, RowPlan } from '../plan.ts';
import { mono, sans, space, type TextPlan } from '../plan.ts';
import { spoken, toneOf } from '../words.ts';
import { type ColumnContext, foldable, partRow } from './context.ts';

/** Ids of the steps that no part of the anatomy is by itself. */
export const IDENTITY_CARDS = {
  account: 'card/identity/account',
  token: 'card/identity/token',
  agent: 'card/identity/agent',
  certificate: 'card/identity/certificate',
} as const;

interface Step {
  readonly id: string;
  readonly name: string;
  readonly says: readonly TextPlan[];
  readonly rows?: readonly RowPlan[];
  readonly tone: CardPlan['tone'];
  readonly missing?: boolean;
}

/** A step of the chain: its name, what is to be said of it, and the parts that it was read from. */
function step(context: ColumnContext, { id, name, says, rows = [], tone, missing = false }: Step): CardPlan {
  return {
    kind: 'card',
    id,
    partId: null,
    heading: { ...sans(name, 16, missing ? 'muted' : 'strong', 600), lines: 2 },
    badge: null,
    lines: says,
    body: rows.length === 0 ? [] : [foldable(context, `more/${id}`, rows, { least: rows.length })],
    tone,
    state: missing ? 'missing' : 'normal',
    ...(missing ? { absent: true as const } : {}),
    title: printable([name, ...says.map(({ text }) => text)].join(', ')),
    grow: 0,
    centred: false,
  };
}

const say = (text: string, ink: TextPlan['ink'] = 'muted', lines = 3): TextPlan => ({
  ...sans(text, 13, ink),
  lines,
});

function accountStep(context: ColumnContext): CardPlan {
  const account = context.index.get(ACCOUNT_ID);
  return step(context, {
    id: IDENTITY_CARDS.account,
    name: '1 · service account',
    says: account === undefined ? [say('none is written: Kubernetes gives the pod “default”')] : [],
    rows:
      account === undefined ? [] : [partRow(context, account, { label: 'serviceAccountName', mono: false })],
    tone: account === undefined ? 'neutral' : toneOf(account, context.input.view),
  });
}

/** The projected tokens that a volume of istio-proxy holds. */
function tokensOf(context: ColumnContext): readonly Part[] {
  const { index } = context;
  return index.parts.filter(
    ({ id, parent }) =>
      parent?.startsWith('volume/') === true &&
      index.linksFrom(id).some(({ rule }) => rule === 'projected-token') &&
      index.linksFrom(parent).some(({ rule, to }) => rule === 'mount' && index.get(to)?.parent === PROXY_ID),
  );
}

/** For whom a token is, beside its file; until when, under it. */
function tokenRow(context: ColumnContext, token: Part): RowPlan {
  const [audience = '', ...rest] = (token.detail ?? '').split(' · ');
  return partRow(context, token, { value: audience, valueMono: false, below: rest.join(' · ') });
}

function tokenStep(context: ColumnContext): CardPlan {
  const tokens = tokensOf(context);
  const rows = tokens.map((token) => tokenRow(context, token));
  const [first] = tokens;
  return {
    ...step(context, {
      id: IDENTITY_CARDS.token,
      name: '2 · projected token',
      says: first === undefined ? [say('istio-proxy mounts none: the CA has nothing to believe', 'bad')] : [],
      tone: first === undefined ? 'bad' : toneOf(first, context.input.view),
    }),
    body: rows.length === 0 ? [] : [foldable(context, 'more/identity/tokens', rows, { least: 2, pitch: 42 })],
  };
}

/** The roots that pilot-agent trusts: what the volumes are read from that it has mounted for that. */
function rootsOf({ index }: ColumnContext): readonly Part[] {
  const mounts = index.parts.filter(
    ({ id, parent }) =>
      parent === PROXY_ID && index.linksFrom(id).some(({ rule }) => rule === 'trusted-root'),
  );
  return mounts.flatMap(({ id }) =>
    index
      .linksTo(id)
      .filter(({ rule }) => rule === 'mount')
      .flatMap(({ from }) => index.childrenOf(from)),
  );
}

function agentStep(context: ColumnContext): CardPlan {
  const { index } = context;
  const variables = ['CA_ADDR', 'PILOT_CERT_PROVIDER']
    .map((name) => index.get(`${PROXY_ID}/env/${name}`))
    .filter((part) => part !== undefined);
  const roots = rootsOf(context);
  return step(context, {
    id: IDENTITY_CARDS.agent,
    name: '3 · pilot-agent asks',
    says: roots.length > 0 ? [] : [say('no root certificate is mounted: it cannot check the CA', 'bad')],
    rows: [
      ...variables.map((part) => partRow(context, part)),
      ...roots.map((part) =>
        partRow(context, part, { value: 'trusted root', valueMono: false, wordy: true }),
      ),
    ],
    tone: 'agent',
  });
}

/** What only a running sidecar holds: never seen here, and named only where all of its fields were read. */
function certificateStep(context: ColumnContext): CardPlan {
  const { anatomy } = context.input;
  const { uri, unknown } = expectedIdentity(context.index.parts, anatomy.namespace);
  return step(context, {
    id: IDENTITY_CARDS.certificate,
    name: '4 · certificate',
    says: [
      say('in a running sidecar, not on this bench', 'waiting'),
      ...(uri === null
        ? [say('its name cannot be told'), ...unknown.map((why) => say(why, 'normal', 8))]
        : [say('expected, not seen:'), mono(uri, 13, 'normal', 4)]),
    ],
    tone: 'waiting',
    missing: true,
  });
}

/** How the pod comes to a name that others believe, step by step. */
export function identityColumn(context: ColumnContext): ColumnPlan {
  const { index, input } = context;
  const base = { id: 'column/proxy', title: 'Identity', asideTone: null, tone: 'neutral' } as const;
  if (index.proxy === undefined)
    return { ...base, aside: '', state: 'missing', spoken: 'No istio-proxy here', lanes: [[]] };
  const chain = [accountStep(context), tokenStep(context), agentStep(context), certificateStep(context)];
  return {
    ...base,
    aside: 'of istio-proxy',
    shortAsides: [],
    state: 'normal',
    spoken: printable(`How ${input.anatomy.name} comes to its identity: ${spoken(index.proxy, input.view)}`),
    lanes: [chain.flatMap((card, at) => (at === 0 ? [card] : [space(16), card]))],
  };
}
