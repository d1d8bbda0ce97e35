import type { Part } from '../../anatomy/model.ts';
import {
  OWNERS,
  type PodPort,
  type PortOwner,
  type PortScope,
  portsOf,
  type WorkloadPorts,
} from '../../anatomy/ports.ts';
import { printable } from '../measure.ts';
import { type PartIndex, valueIn } from '../part-index.ts';
import type { ColumnPlan, Plan, RowPlan, UnderLight } from '../plan.ts';
import { heading, space } from '../plan.ts';
import type { Tone, ViewMode } from '../scene.ts';
import { COLUMN_TITLES, plural } from '../words.ts';
import { type ColumnContext, counted, foldable, isForRoom, partRow } from './context.ts';

const OWNER_WORDS: Readonly<Record<PortOwner, string>> = {
  application: 'of your containers',
  envoy: 'of Envoy',
  'pilot-agent': 'of pilot-agent',
  'istio-proxy': 'of istio-proxy',
  unknown: 'of nobody that was read',
  istiod: 'of istiod, outside the pod',
};

const OWNER_TONES: Readonly<Record<PortOwner, Tone>> = {
  application: 'user',
  envoy: 'injected',
  'pilot-agent': 'agent',
  'istio-proxy': 'injected',
  unknown: 'bad',
  istiod: 'control-plane',
};

const SCOPE_WORDS: Readonly<Record<PortScope, string>> = {
  pod: 'this pod only',
  'pod-ip': 'at the pod’s address',
  captured: 'by iptables only',
  outside: 'outside the pod',
};

/** The ports as a view has them: before injection a probe asked where the user's own file says. */
export function portsIn(index: PartIndex, view: ViewMode): WorkloadPorts {
  const parts = index.parts.map((part) => {
    const value = valueIn(part, view);
    return value === part.value ? part : { ...part, value };
  });
  return portsOf(parts);
}

/** The same where there is less room. */
const BRIEF_SCOPES: Readonly<Record<PortScope, string>> = {
  pod: 'this pod',
  'pod-ip': 'pod’s address',
  captured: 'iptables only',
  outside: 'outside',
};

/** For a room, whose picture runs on below the wall anyway, what the question asks for is told and not folded. */
const FOR_ROOM = 8;

const brokenWhenCalm: UnderLight = (chosen) => (chosen === 'normal' || chosen === 'dim' ? 'broken' : chosen);

/** From where a port is reached; of what comes to the pod's address, whether Envoy gets it first. */
function scopeWords({ scope, captured, owner }: PodPort): string {
  const through = scope === 'pod-ip' && owner === 'application' && captured === true;
  return through ? 'at the pod’s address, through Envoy' : SCOPE_WORDS[scope];
}

const briefScope = (context: ColumnContext, scope: PortScope): string =>
  (isForRoom(context) ? BRIEF_SCOPES : SCOPE_WORDS)[scope];

function portRow(context: ColumnContext, port: PodPort): RowPlan | null {
  const part = port.from.map((id) => context.index.get(id)).find((one) => one !== undefined);
  if (part === undefined) return null;
  const wanted = port.contenders.length > 0;
  const says = port.says.join(' · ');
  const number = `${port.port}${port.protocol === 'TCP' ? '' : `/${port.protocol}`}`;
  const where = port.absent ? 'in a real sidecar' : scopeWords(port);
  const below = wanted ? `two want it: ${port.contenders.join(', ')}` : says;
  return partRow(context, part, {
    id: port.id,
    label: number,
    value: where,
    brief: port.absent ? 'real sidecar' : briefScope(context, port.scope),
    valueMono: false,
    wordy: true,
    below,
    mark: '',
    tone: wanted ? 'bad' : OWNER_TONES[port.owner],
    ...(wanted ? { state: 'broken' as const, underLight: brokenWhenCalm } : {}),
    ...(port.absent ? { absent: true as const } : {}),
    title: printable(
      `port ${number}, ${OWNER_WORDS[port.owner]} (${port.name}), ${where}, ${below}, ${says}`,
    ),
  });
}

/** Every port that some bytes name, by whose it is. */
export function portPlans(context: ColumnContext): readonly Plan[] {
  const { ports, uses } = portsIn(context.index, context.input.view);
  const used = new Set(uses.map(({ to }) => to));
  if (ports.length === 0) return [heading('note/ports', 'no port is named here', '', 'neutral')];
  const small = context.mode === 'context';
  return OWNERS.flatMap((owner): readonly Plan[] => {
    const rows = ports
      .filter((port) => port.owner === owner)
      .map((port) => portRow(context, port))
      .filter((row) => row !== null);
    if (rows.length === 0) return [];
    return [
      ...(small ? [] : counted(`group/ports/${owner}`, OWNER_WORDS[owner], rows.length, OWNER_TONES[owner])),
      foldable(context, `more/ports/${owner}`, rows, {
        least: small ? 0 : isForRoom(context) ? FOR_ROOM : 1,
        ...(small ? { most: 0, rest: (hidden: number) => plural(hidden, 'port') } : {}),
        pitch: small ? 36 : 44,
        // First what is a fault, then what something comes to.
        preferred: (row) => (row.state === 'broken' ? 2 : Number(used.has(row.id))),
      }),
      space(3),
    ];
  });
}

/** The ports of the pod, and those outside it that its proxy dials. */
export function portsColumn(context: ColumnContext): ColumnPlan {
  const { index } = context;
  const base = { id: 'column/proxy', title: 'Ports', asideTone: null, tone: 'neutral' } as const;
  if (index.proxy === undefined)
    return { ...base, aside: '', state: 'missing', spoken: 'No istio-proxy here', lanes: [[]] };
  return {
    ...base,
    aside: context.mode === 'context' ? '' : 'whose, and from where',
    shortAsides: [],
    state: 'normal',
    spoken: 'Ports: whose each is, and from where it is reached',
    lanes: [portPlans(context)],
  };
}

/** What a caller's row says: what asks, and at which port. */
function callerRow(context: ColumnContext, part: Part, label: string, port: number, again: boolean): RowPlan {
  return partRow(context, part, {
    ...(again ? { id: `use/${part.id}/${port}` } : {}),
    label,
    mono: false,
    value: `:${port}`,
    valueFirst: true,
  });
}

const ofContainer = ({ index }: ColumnContext, part: Part): string =>
  `${part.label} of ${index.get(part.parent ?? '')?.label ?? ''}`;

/** What is intercepted and what is not, as the arguments of istio-init say it. */
const FLAG_LABELS: readonly (readonly [string, string])[] = [
  ['-p', '-p · outbound goes to'],
  ['-z', '-z · inbound goes to'],
  ['-b', '-b · inbound taken'],
  ['-d', '-d · inbound left alone'],
];

function iptablesPlans(context: ColumnContext): readonly Plan[] {
  const { index } = context;
  const program = index.ofKind('arg').find(({ label }) => label === 'istio-iptables');
  const args = program === undefined ? [] : index.childrenOf(program.parent ?? '', 'arg');
  const rows = FLAG_LABELS.flatMap(([flag, label]) => {
    const part = args[args.findIndex(({ value }) => value === flag) + 1];
    const there = part !== undefined && args.some(({ value }) => value === flag);
    return there
      ? [
          partRow(context, part, {
            label,
            mono: false,
            value: valueIn(part, context.input.view) || 'none',
            valueFirst: true,
          }),
        ]
      : [];
  });
  if (index.proxy === undefined) return [];
  if (rows.length === 0)
    return [heading('note/iptables', 'no istio-init: what is captured cannot be read here', '', 'waiting')];
  return [
    heading('group/iptables', 'captured by iptables', 'istio-init', 'injected'),
    foldable(context, 'more/iptables', rows, { least: 4 }),
    space(3),
  ];
}

/** Who comes to the ports: iptables, the kubelet, Prometheus, and pilot-agent in the kubelet's place. */
export function callerPlans(context: ColumnContext): readonly Plan[] {
  const { index } = context;
  const { uses } = portsIn(index, context.input.view);
  const group = (
    kind: (typeof uses)[number]['kind'],
    text: string,
    label: (part: Part) => string,
  ): readonly Plan[] => {
    const seen = new Set<string>();
    const rows = uses.flatMap((use) => {
      const part = use.kind === kind ? index.get(use.part) : undefined;
      if (part === undefined) return [];
      const again = seen.has(part.id);
      seen.add(part.id);
      return [callerRow(context, part, label(part), use.port, again)];
    });
    return [
      ...counted(`group/${kind}`, text, rows.length, 'neutral'),
      ...(rows.length === 0
        ? []
        : [foldable(context, `more/${kind}`, rows, { least: isForRoom(context) ? FOR_ROOM : 1 }), space(3)]),
    ];
  };
  return [
    ...iptablesPlans(context),
    ...group('probes', 'probed by the kubelet', (part) => ofContainer(context, part)),
    ...group('scrapes', 'scraped, as the annotation asks', (part) => part.label),
    ...group('passes-on', 'asked by pilot-agent for the kubelet', () => 'rewritten probes'),
  ];
}

/** A room reads one thing after the other. */
function lanesOf(context: ColumnContext, lane: readonly Plan[]): ColumnPlan['lanes'] {
  if (context.index.proxy !== undefined) return [lane];
  const ports = portPlans(context);
  return isForRoom(context) ? [[...lane, space(6), ...ports]] : [lane, ports];
}

/** The pod by who comes to its ports; without a sidecar the ports themselves stand beside. */
export function callersColumn(context: ColumnContext): ColumnPlan {
  const { input } = context;
  const { anatomy } = input;
  const callers = callerPlans(context);
  const nobody: readonly Plan[] = [
    heading('note/callers', 'no probe and no annotation names a port', '', 'neutral'),
  ];
  const lane = callers.length === 0 ? nobody : callers;
  return {
    id: 'column/pod',
    title: COLUMN_TITLES.pod,
    aside: 'who comes to its ports',
    shortAsides: ['who comes'],
    asideTone: null,
    tone: 'neutral',
    state: 'normal',
    spoken: printable(`Pod of ${anatomy.kind} ${anatomy.name}: who comes to its ports`),
    lanes: lanesOf(context, lane),
  };
}
