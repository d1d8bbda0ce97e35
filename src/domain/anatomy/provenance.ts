import type { Link, LinkRule, NamedSetting, Part, PartKind, SourceRange, WorkloadAnatomy } from './model.ts';
import { UNTOLD_WORDS } from './pod-parts.ts';
import { programRule } from './program-rules.ts';
import { ruleWords } from './rule-text.ts';

/** Where a value was on its way. */
export type ProvenanceStation =
  /** the user's own line */
  | 'user'
  /** a setting that the template's line names */
  | 'setting'
  /** a line of the injector's template, or one of several */
  | 'template'
  /** written by a program itself: the injector, pilot-agent, or by hand for the lab */
  | 'program'
  /** the line in what kube-inject gave */
  | 'injected'
  /** what becomes of it: a rule, and the part it leads to */
  | 'rule'
  /** a field of the bootstrap */
  | 'bootstrap';

export interface ProvenanceStep {
  readonly station: ProvenanceStation;
  readonly words: string;
  /** Where it stands; of several places that could be it, all of them. Empty where no text here holds it. */
  readonly places: readonly SourceRange[];
  /** Id of the part that a rule leads to. */
  readonly to?: string;
  /** JSON pointer in the bootstrap, as in `configs[0].bootstrap` of a running Envoy's config_dump. */
  readonly pointer?: string;
}

/** The chain of a part as far as it can be told, and in one sentence what cannot. */
export interface ProvenanceChain {
  readonly steps: readonly ProvenanceStep[];
  /** `unknown: …`; null where the chain has no gap. */
  readonly unknown: string | null;
}

/** Kinds of part that have a chain or say what is not known of it. */
export const TRACED: ReadonlySet<PartKind> = new Set([
  'env',
  'env-from',
  'arg',
  'mount',
  'label',
  'annotation',
  'static-cluster',
]);

/** More ends of a part than these explain none: the number of the others is said. */
const MOST_ENDS = 6;

/** Chains of the parts of one workload. */
export interface ProvenanceReader {
  /** Null for a kind of part that is not traced (`TRACED`). */
  chainOf(part: Part): ProvenanceChain | null;
}

export function provenanceReader(anatomy: Pick<WorkloadAnatomy, 'parts' | 'links'>): ProvenanceReader {
  const byId = new Map(anatomy.parts.map((part) => [part.id, part]));
  const from = new Map<string, Link[]>();
  const to = new Map<string, Link[]>();
  const note = (map: Map<string, Link[]>, id: string, link: Link): void => {
    const known = map.get(id);
    if (known === undefined) map.set(id, [link]);
    else known.push(link);
  };
  for (const link of anatomy.links) {
    note(from, link.from, link);
    note(to, link.to, link);
  }
  const clusters = anatomy.parts.filter(({ kind }) => kind === 'static-cluster');
  return {
    chainOf(part) {
      if (!TRACED.has(part.kind)) return null;
      if (part.kind === 'static-cluster')
        return clusterChain(part, clusters.indexOf(part), to.get(part.id) ?? [], byId);
      const ends = [...volumesOf(to.get(part.id) ?? [], byId), ...endsOf(from.get(part.id) ?? [], byId)];
      const origin = originSteps(part);
      const gaps = [originGap(part), endGap(part, from.get(part.id) ?? [])].filter((gap) => gap !== null);
      return {
        steps: [...origin, ...(part.change === 'removed' ? [] : ends)],
        unknown: gaps.length === 0 ? null : `unknown: ${gaps.join('; ')}`,
      };
    },
  };
}

/** A part as the command line's JSON gives it. */
export type TracedPart = Part & { readonly provenance?: ProvenanceChain };

/** A workload whose parts carry their chains. */
export function withProvenance<T extends Pick<WorkloadAnatomy, 'parts' | 'links'>>(
  anatomy: T,
): Omit<T, 'parts'> & { readonly parts: readonly TracedPart[] } {
  const reader = provenanceReader(anatomy);
  const parts = anatomy.parts.map((part): TracedPart => {
    const provenance = reader.chainOf(part);
    return provenance === null ? part : { ...part, provenance };
  });
  return { ...anatomy, parts };
}

const step = (
  station: ProvenanceStation,
  words: string,
  places: readonly (SourceRange | null)[] = [],
  more: Pick<ProvenanceStep, 'to' | 'pointer'> = {},
): ProvenanceStep => ({ station, words, places: places.filter((place) => place !== null), ...more });

/** From the user's line, or from settings and template, to the injected line. */
function originSteps(part: Part): readonly ProvenanceStep[] {
  const { change, source, original } = part;
  if (change === 'removed') return [step('user', 'yours; the injector took it away', [source])];
  if (change === 'kept')
    return original === undefined
      ? [step('injected', 'as it was given; there is no original to compare with', [source])]
      : [step('user', 'yours', [original]), step('injected', 'left as it was', [source])];
  return [
    ...(original === undefined ? [] : [step('user', 'yours, before it was changed', [original])]),
    ...(part.settings ?? []).map(settingStep),
    ...writerSteps(part),
    step('injected', change === 'added' ? 'added' : 'changed', [source]),
  ];
}

function settingWords({ of, path, holdsIt }: NamedSetting): string {
  const where = { values: 'values', mesh: 'mesh configuration', annotation: 'annotation', label: 'label' }[
    of
  ];
  return `${where} ${path}${holdsIt ? ', which holds just this' : ', which the template names'}`;
}

const settingStep = (setting: NamedSetting): ProvenanceStep =>
  step('setting', settingWords(setting), [setting.range]);

function writerSteps(part: Part): readonly ProvenanceStep[] {
  const program = programRule(part);
  if (program !== null) return [step('program', `the injector’s program: ${program}`)];
  if (part.template !== undefined) return [step('template', 'this line of the template', [part.template])];
  const choices = part.templateOneOf ?? [];
  return choices.length === 0
    ? []
    : [step('template', `one of ${choices.length} lines of the template`, choices)];
}

/** What of a part's origin is not known. */
function originGap(part: Part): string | null {
  const { change, detail = '' } = part;
  if (UNTOLD_WORDS.some((words) => detail.includes(words))) return 'the original is not here to compare with';
  if (change === 'kept' || change === 'removed') return null;
  if (part.template !== undefined || part.templateOneOf !== undefined || programRule(part) !== null)
    return null;
  return change === 'added'
    ? 'no line of an injection template that is open here names it'
    : 'no line of an injection template names it; kube-inject writes the whole object anew, which alone can change how it is put';
}

/** Rules that lead to where a part stands, or to its neighbour in an order: no way of its value. */
const ORDER: ReadonlySet<LinkRule> = new Set(['starts-before', 'waited-for', 'template']);

function endsOf(links: readonly Link[], byId: ReadonlyMap<string, Part>): readonly ProvenanceStep[] {
  const ends = links.filter(({ rule }) => rule !== 'unknown' && !ORDER.has(rule));
  const told = ends.slice(0, MOST_ENDS).flatMap(({ rule, to }) => {
    const target = byId.get(to);
    const words = `${ruleWords[rule]}: ${target?.label ?? to}`;
    const pointer = target === undefined ? null : pointerOf(target);
    const place = target?.source ?? null;
    const first = step('rule', words, [], { to });
    if (pointer === null || target === undefined) return [first];
    const held = target.absent === true ? 'not in the bootstrap shown' : target.label;
    return [first, step('bootstrap', held, [place], { to, pointer })];
  });
  const more = ends.length - MOST_ENDS;
  return more > 0 ? [...told, step('rule', `and ${more} more`)] : told;
}

/** The volume behind a mount. */
function volumesOf(links: readonly Link[], byId: ReadonlyMap<string, Part>): readonly ProvenanceStep[] {
  return links
    .filter(({ rule }) => rule === 'mount')
    .map(({ from }) => {
      const volume = byId.get(from);
      const words = `${ruleWords.mount}: volume ${volume?.label ?? from}`;
      return step('rule', words, [volume?.source ?? null], { to: from });
    });
}

/** What of a part's further way is not known. */
function endGap({ change, kind }: Part, links: readonly Link[]): string | null {
  if (change === 'removed') return null;
  const ways = links.filter(({ rule }) => !ORDER.has(rule));
  // A mount is where its volume's way ends.
  if (kind === 'mount') return null;
  return ways.some(({ rule }) => rule !== 'unknown')
    ? null
    : 'what becomes of it is in no rule that is known here';
}

/** Who writes a static cluster, and what it was made from. */
function clusterChain(
  part: Part,
  index: number,
  links: readonly Link[],
  byId: ReadonlyMap<string, Part>,
): ProvenanceChain {
  const writer =
    part.origin === 'lab'
      ? step('program', 'written by hand for the lab')
      : step('program', 'as pilot-agent writes it from its envoy_bootstrap.json; this text was made here');
  const missing = links.some(({ rule }) => rule === 'ads-cluster-missing');
  const pointer = missing ? ADS_CLUSTER : `/static_resources/clusters/${index}`;
  const sources = links
    .filter(({ rule }) => !ORDER.has(rule) && rule !== 'unknown')
    .slice(0, MOST_ENDS)
    .map(({ from, rule }) => {
      const source = byId.get(from);
      return step('rule', `${source?.label ?? from}: ${ruleWords[rule]}`, [source?.source ?? null], {
        to: from,
      });
    });
  return {
    steps: [writer, step('bootstrap', part.label, [part.source], { pointer }), ...sources],
    unknown: null,
  };
}

/** Where ADS names its cluster: all that the bootstrap holds of one that is missing. */
const ADS_CLUSTER = '/dynamic_resources/ads_config/grpc_services/0/envoy_grpc/cluster_name';

/** A part's place in the bootstrap as a JSON pointer (RFC 6901); null for what is no field of it. */
function pointerOf({ kind, label }: Part): string | null {
  const escaped = label.replaceAll('~', '~0').replaceAll('/', '~1');
  switch (kind) {
    case 'node-id':
    case 'node-id-field':
      return '/node/id';
    case 'node-cluster':
      return '/node/cluster';
    case 'node-metadata':
      return `/node/metadata/${escaped}`;
    case 'admin':
      return '/admin';
    case 'ads':
      return '/dynamic_resources/ads_config';
    default:
      return null;
  }
}
