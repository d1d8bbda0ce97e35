import type { Link, LinkRule } from '../anatomy/model.ts';
import { isMissingVolume } from '../anatomy/mount-parts.ts';
import { missingCluster } from './columns/bootstrap.ts';
import { IDENTITY_CARDS } from './columns/identity.ts';
import { METADATA_HEADING } from './columns/node.ts';
import { MOST_MOUNTING } from './columns/volumes.ts';
import { AGENT_CARD } from './columns/way-out.ts';
import { standsFor } from './for-room.ts';
import type { Layout } from './layout.ts';
import type { PartIndex } from './part-index.ts';
import { portLines } from './port-lines.ts';
import type { SceneBox, SceneInput, SceneLine, SceneName, Tone } from './scene.ts';
import type { Stand } from './stage.ts';
import { stepLines } from './step-lines.ts';

/** A line before it has a way: which boxes it joins and how it looks. */
export interface LinePlan {
  readonly from: SceneBox;
  readonly to: SceneBox;
  readonly rule: SceneLine['rule'];
  readonly tone: Tone;
  readonly state: SceneLine['state'];
  readonly absent?: true;
  /** Lines of one bundle run in one lane of the gutter; a line with none runs by itself. */
  readonly bundle: Bundle;
  /** The links it stands for: several in a bundle, none where the diagram draws it of itself. */
  readonly carries: readonly Link[];
}

type Drawn = Omit<LinePlan, 'carries'>;

export type Bundle = 'start' | 'fixed' | 'mount' | 'structure' | 'identity' | 'request' | 'lit';

/** Rules by which node metadata comes from the environment. */
const INTO_NODE: ReadonlySet<LinkRule> = new Set([
  'prefix-cut',
  'json-merged',
  'written-by-pilot-agent',
  'mesh-default-merged',
]);
/** Rules that are told by words or by the order of the boxes, never by a line. */
const SILENT: ReadonlySet<LinkRule> = new Set([
  'starts-before',
  'waited-for',
  'stays-in-pilot-agent',
  'read-by-program',
  'set-on',
  'unknown',
]);
/** Rules that lead from the bootstrap to the control plane. */
const WAY: ReadonlySet<LinkRule> = new Set(['ads-cluster', 'ads-cluster-missing']);

/** Scenes whose room is the pod's. */
const POD_SCENES: ReadonlySet<SceneName> = new Set(['before', 'volumes', 'ports', 'pod']);

/** Scenes of a file rather than of what runs: lines are drawn of a lit chain alone. */
const WITHOUT_WAYS: ReadonlySet<SceneName> = new Set(['injection', 'ports']);

/** Ends of a link where the scene draws it although nothing is chosen; null when it is only drawn in a lit chain. */
type Ends = { readonly from: string; readonly to: string; readonly bundle: Bundle } | null;

function calmEnds(link: Link, input: SceneInput, index: PartIndex): Ends {
  if (link.rule === 'proxied-by-pilot-agent') return { from: AGENT_CARD, to: link.to, bundle: 'structure' };
  if (link.rule === 'certificate-request' && input.scene === 'volumes')
    return { from: IDENTITY_CARDS.agent, to: link.to, bundle: 'identity' };
  if (link.rule === 'certificate-request') return { from: 'column/proxy', to: link.to, bundle: 'request' };
  if (link.rule === 'endpoint') return endpointEnds(link, index);
  if (WAY.has(link.rule)) return { from: link.from, to: link.to, bundle: 'structure' };
  if (link.rule === 'mount') return mountEnds(link, input, index);
  return INTO_NODE.has(link.rule) ? nodeEnds(link, input, index) : null;
}

/** A static cluster's endpoint where it is on the way out; the proxy's own ports are not. */
function endpointEnds(link: Link, index: PartIndex): Ends {
  const target = index.get(link.to);
  if (target?.kind !== 'xds-target' && target?.kind !== 'agent-socket') return null;
  const identity = target.kind === 'agent-socket' && target.id !== 'agent-socket';
  return { from: link.from, to: link.to, bundle: identity ? 'identity' : 'structure' };
}

/** A volume's mounts: in the pod's scene into each container, in the overview only into the sidecar. */
function mountEnds(link: Link, { scene }: SceneInput, index: PartIndex): Ends {
  const target = index.get(link.to);
  const container = target?.kind === 'mount' ? target.parent : link.to;
  if (container === null) return null;
  const own = container === index.proxy?.id;
  if (POD_SCENES.has(scene))
    return own || index.mounting.length <= MOST_MOUNTING
      ? { from: link.from, to: container, bundle: 'mount' }
      : null;
  if (scene !== 'overview' || !own) return null;
  return { from: link.from, to: 'column/proxy', bundle: 'mount' };
}

/** From a variable or argument of the sidecar to the node: key by key in their own scene, as bundles in the overview. */
function nodeEnds(link: Link, { scene }: SceneInput, index: PartIndex): Ends {
  const [origin, target] = [index.get(link.from), index.get(link.to)];
  if (target === undefined || origin?.parent !== index.proxy?.id) return null;
  const bundle = origin?.origin === 'start' || origin?.value === null ? 'start' : 'fixed';
  const key = target.kind === 'node-metadata';
  if (scene === 'env-to-metadata') return key ? { from: link.from, to: link.to, bundle } : null;
  if (scene !== 'overview') return null;
  return { from: link.from, to: key ? METADATA_HEADING : 'node/id', bundle };
}

const TONES: Readonly<Record<Bundle, Tone>> = {
  start: 'start',
  fixed: 'injected',
  mount: 'injected',
  structure: 'control-plane',
  request: 'control-plane',
  identity: 'agent',
  lit: 'neutral',
};

/** The box that stands for a part: its own, the folded group's, or its container's. */
function homeOf(id: string, layout: Layout, index: PartIndex): SceneBox | undefined {
  for (
    let at: string | null | undefined = id, steps = 0;
    at !== null && at !== undefined && steps < 8;
    steps++
  ) {
    const box = layout.byId.get(at) ?? layout.byId.get(layout.homes.get(at) ?? '');
    if (box !== undefined) return box;
    const part = index.get(at);
    at = part?.kind === 'agent-socket' && at !== AGENT_CARD ? AGENT_CARD : part?.parent;
  }
  return undefined;
}

/** Rules of the lines that a live bench, or a bootstrap that leads nowhere, says something of. */
const TOLD: ReadonlySet<LinkRule> = new Set(['endpoint', 'proxied-by-pilot-agent', 'certificate-request']);

function wayState(link: Link, input: SceneInput, index: PartIndex): SceneLine['state'] {
  if (link.rule === 'ads-cluster-missing') return 'broken';
  // What is mounted from nowhere: the API server refuses the pod.
  if (link.rule === 'mount' && isMissingVolume(index.get(link.from))) return 'broken';
  if (!TOLD.has(link.rule)) return 'normal';
  const rung = input.live?.rung;
  const target = index.get(link.to)?.kind;
  if (rung === undefined)
    return target === 'xds-target' && missingCluster({ index }) !== undefined ? 'missing' : 'normal';
  if (target === 'ca-target') return rung === 'live' || rung === 'rejected' ? 'normal' : 'missing';
  return rung === 'no-identity' || rung === 'live' || rung === 'rejected' ? 'normal' : 'missing';
}

/** Tone of a lit line: that of where it starts, so that a chain keeps its colour to its end. */
function litTone(from: SceneBox, to: SceneBox): Tone {
  return from.tone !== 'neutral' ? from.tone : to.tone;
}

/** Every line of the scene: the calm ones first, the lit ones on top of them. */
export function linesOf(input: SceneInput, index: PartIndex, layout: Layout): readonly LinePlan[] {
  const calm = new Map<string, Drawn & { readonly carries: Link[] }>();
  const lit: typeof calm = new Map();
  for (const part of index.parts)
    for (const link of index.linksFrom(part.id)) {
      const glows = input.lit.has(link.from) && input.lit.has(link.to) && !SILENT.has(link.rule);
      const plan = glows ? litLine(link, input, index, layout) : calmLine(link, input, index, layout);
      const key = plan === null ? '' : `${plan.from.id} ${plan.to.id} ${plan.bundle}`;
      const lines = glows ? lit : calm;
      if (plan === null) continue;
      const same = lines.get(key);
      if (same === undefined) lines.set(key, { ...plan, carries: [link] });
      else same.carries.push(link);
    }
  return [...ownLines(input, index, layout), ...calm.values(), ...lit.values()];
}

/** The boxes at both ends, when there is a way between them to draw. */
function ends(
  from: string,
  to: string,
  layout: Layout,
  index: PartIndex,
): readonly [SceneBox, SceneBox] | null {
  const [start, end] = [homeOf(from, layout, index), homeOf(to, layout, index)];
  return start === undefined || end === undefined || within(start, end, layout) ? null : [start, end];
}

function litLine(link: Link, input: SceneInput, index: PartIndex, layout: Layout): Drawn | null {
  const pair = ends(link.from, link.to, layout, index);
  if (pair === null) return null;
  const [from, to] = pair;
  const way = wayState(link, input, index);
  const state = way === 'broken' ? 'broken' : 'lit';
  const absent = way === 'missing' || index.get(link.to)?.absent === true ? ({ absent: true } as const) : {};
  return { from, to, rule: link.rule, tone: litTone(from, to), state, ...absent, bundle: 'lit' };
}

function calmLine(link: Link, input: SceneInput, index: PartIndex, layout: Layout): Drawn | null {
  const broken = link.rule === 'ads-cluster-missing';
  const wanted = WITHOUT_WAYS.has(input.scene) && !broken ? null : calmEnds(link, input, index);
  const pair = wanted === null ? null : ends(wanted.from, wanted.to, layout, index);
  if (wanted === null || pair === null) return null;
  const [from, to] = pair;
  if (asideBoth(from, to, standsFor(input, index), layout)) return null;
  // Beside straight lines from row to row a line into a folded rest would only tangle.
  if (
    input.scene === 'env-to-metadata' &&
    INTO_NODE.has(link.rule) &&
    (from.role !== 'row' || to.role !== 'row')
  )
    return null;
  const state = wayState(link, input, index);
  const tone = toneOfCalm(wanted.bundle, from, input);
  // Into a key that this bootstrap leaves out nothing goes.
  const back = input.lit.size > 0 || (to.role === 'row' && index.get(link.to)?.absent === true);
  const missing = state === 'missing';
  const dim = (back && state === 'normal') || (missing && input.lit.size > 0);
  const absent = dim && missing ? ({ absent: true } as const) : {};
  return { from, to, rule: link.rule, tone, state: dim ? 'dim' : state, ...absent, bundle: wanted.bundle };
}

/** Small beside what the scene is about, one column over the other: a line would only go around them. */
function asideBoth(from: SceneBox, to: SceneBox, stands: readonly Stand[], layout: Layout): boolean {
  const columns = [from, to].map((box) => columnOf(box, layout));
  return columns[0] !== columns[1] && columns.every((id) => stands.some((stand) => isAside(stand, id)));
}

const isAside = ({ columns }: Stand, id: string): boolean =>
  columns.length > 1 && columns.some(({ name, mode }) => mode === 'context' && `column/${name}` === id);

function columnOf(box: SceneBox, layout: Layout): string {
  let at = box;
  for (let up = layout.byId.get(at.parent ?? ''); up !== undefined; up = layout.byId.get(at.parent ?? ''))
    at = up;
  return at.id;
}

function toneOfCalm(bundle: Bundle, from: SceneBox, input: SceneInput): Tone {
  if (bundle === 'mount') return from.tone;
  return input.view === 'difference' && bundle === 'start' ? 'injected' : TONES[bundle];
}

/** Whether one box stands in the other: no line is needed then. */
function within(a: SceneBox, b: SceneBox, layout: Layout): boolean {
  const inside = (inner: SceneBox, outer: SceneBox): boolean => {
    for (let at: SceneBox | undefined = inner; at !== undefined; at = layout.byId.get(at.parent ?? ''))
      if (at.id === outer.id) return true;
    return false;
  };
  return inside(a, b) || inside(b, a);
}

/** Lines that no link of the anatomy stands for: the container that the next column shows from inside. */
function ownLines(input: SceneInput, index: PartIndex, layout: Layout): readonly LinePlan[] {
  const plans: LinePlan[] = [];
  const state = input.lit.size > 0 ? 'dim' : 'normal';
  const proxy = layout.byId.get(index.proxy?.id ?? '');
  const column = layout.byId.get('column/proxy');
  if (!POD_SCENES.has(input.scene) && proxy !== undefined && column !== undefined)
    plans.push({
      from: proxy,
      to: column,
      rule: 'opens',
      tone: proxy.tone,
      state,
      bundle: 'structure',
      carries: [],
    });
  return [...plans, ...stepLines(input, layout), ...portLines(input, index, layout)];
}
