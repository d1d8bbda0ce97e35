import { isEphemeral } from './container-parts.ts';
import type { Part, SidecarKind, SourceRange, WorkloadAnatomy } from './model.ts';
import { postStartId, waitedFor } from './start-waits.ts';

/** Why something happens: a field of the manifest, with its place, or a rule that Kubernetes itself keeps. */
export interface StartReason {
  readonly by: 'field' | 'kubernetes';
  readonly words: string;
  readonly place: SourceRange | null;
}

/** Something that happens in the life of a pod, in the order of time. */
export interface StartEvent {
  readonly title: string;
  /** Containers that start now. */
  readonly starts: readonly Part[];
  /** Containers that end or are told to stop now. */
  readonly stops: readonly Part[];
  /** Containers that started before and go on. */
  readonly runs: readonly Part[];
  readonly reasons: readonly StartReason[];
}

/** A container that starts in an event and has ended when the next begins. */
export type Fate = 'ends' | 'stays';

export interface StartOrder {
  readonly sidecar: SidecarKind;
  readonly events: readonly StartEvent[];
  /** How many of them belong to the start; the others are the end. */
  readonly starting: number;
  /** By the ids of containers. */
  readonly fates: ReadonlyMap<string, Fate>;
}

type Anatomy = Pick<WorkloadAnatomy, 'parts' | 'kind' | 'sidecar'>;

const kubernetes = (words: string): StartReason => ({ by: 'kubernetes', words, place: null });
const fromField = (words: string, part: Part): StartReason => ({ by: 'field', words, place: part.source });

/**
 * The start and the end of a pod as its fields and Kubernetes' rules have it (Kubernetes documentation: Init Containers,
 * Sidecar Containers, Pod Lifecycle; the kubelet's SyncPod for postStart). Nothing here was watched: it is what the manifest
 * asks for.
 */
export function startOrder(anatomy: Anatomy): StartOrder {
  const there = anatomy.parts.filter(({ change }) => change !== 'removed');
  const byId = new Map(there.map((part) => [part.id, part]));
  const inits = there.filter(({ kind }) => kind === 'init-container');
  const mains = there.filter((part) => part.kind === 'container' && !isEphemeral(part));
  const staying = inits.filter((part) => alwaysRestarts(part, byId));
  const start = [...inits.map((part) => initDraft(part, byId)), ...mainDrafts(mains, byId)];
  const drafts = [...start, ...endDrafts(anatomy, mains, staying, byId)];
  const fates = new Map<string, Fate>();
  for (const part of inits) fates.set(part.id, staying.includes(part) ? 'stays' : 'ends');
  for (const part of mains) fates.set(part.id, 'stays');
  return { sidecar: anatomy.sidecar, events: withRunning(drafts, fates), starting: start.length, fates };
}

type Draft = Omit<StartEvent, 'runs'>;
type ById = ReadonlyMap<string, Part>;

function withRunning(drafts: readonly Draft[], fates: ReadonlyMap<string, Fate>): readonly StartEvent[] {
  let running: readonly Part[] = [];
  return drafts.map((draft) => {
    const runs = running.filter((part) => !draft.stops.includes(part));
    running = [...runs, ...draft.starts.filter(({ id }) => fates.get(id) === 'stays')];
    return { ...draft, runs };
  });
}

const restartPolicyOf = (part: Part, byId: ById): Part | undefined =>
  byId.get(`${part.id}/field/restartPolicy`);
const alwaysRestarts = (part: Part, byId: ById): boolean => restartPolicyOf(part, byId)?.value === 'Always';

function initDraft(part: Part, byId: ById): Draft {
  const policy = restartPolicyOf(part, byId);
  if (policy?.value !== 'Always')
    return {
      title: `${part.label} runs to its end`,
      starts: [part],
      stops: [],
      reasons: [
        fromField('stands in initContainers', part),
        kubernetes('the next one starts only when it has ended well'),
      ],
    };
  return {
    title: `${part.label} starts and keeps running`,
    starts: [part],
    stops: [],
    reasons: [fromField('restartPolicy: Always on an init container', policy), ...startedReasons(part, byId)],
  };
}

/** What makes a native sidecar count as started, which the next container waits for. */
function startedReasons(part: Part, byId: ById): readonly StartReason[] {
  const probe = byId.get(`${part.id}/probe/startup`);
  const hook = byId.get(postStartId(part.id));
  return [
    ...(hook === undefined ? [] : [fromField(`postStart ${hook.value ?? ''}: first it has to end`, hook)]),
    probe === undefined
      ? kubernetes('it has no startup probe: the next one starts as soon as it runs')
      : fromField(`startupProbe ${probe.value ?? ''}: the next one starts only when it has answered`, probe),
  ];
}

/** The containers proper, those behind one with a postStart hook apart. */
function mainDrafts(mains: readonly Part[], byId: ById): readonly Draft[] {
  const drafts: Draft[] = [];
  let group: Part[] = [];
  let why: readonly StartReason[] = [];
  const close = (): void => {
    if (group.length > 0) drafts.push(mainDraft(group, why));
    group = [];
  };
  for (const part of mains) {
    group.push(part);
    const hook = byId.get(postStartId(part.id));
    if (hook === undefined) continue;
    close();
    why = [
      fromField(`postStart ${hook.value ?? ''}`, hook),
      kubernetes(`the kubelet starts the next one ${waitedFor(part.label, hook.value ?? '')}`),
    ];
  }
  close();
  return drafts;
}

function mainDraft(group: readonly Part[], why: readonly StartReason[]): Draft {
  const [first, second] = group;
  const names =
    group.length === 1
      ? `${first?.label ?? ''} starts`
      : group.length === 2
        ? `${first?.label ?? ''} and ${second?.label ?? ''} start together`
        : `${group.length} containers start together`;
  const together =
    group.length === 1
      ? []
      : [kubernetes('started one right after the other: none waits until another is ready')];
  return {
    title: names,
    starts: group,
    stops: [],
    reasons: [
      ...(first === undefined ? [] : [fromField('stands in containers', first)]),
      ...why,
      ...together,
    ],
  };
}

/** Whether the pod is there to end of itself: a Job's, or one that is not always started again. */
function endsOfItself({ kind }: Anatomy, byId: ById): boolean {
  const policy = byId.get('pod/field/restartPolicy')?.value ?? 'Always';
  return kind === 'Job' || kind === 'CronJob' || policy !== 'Always';
}

const PROXY = 'istio-proxy';

function endDrafts(
  anatomy: Anatomy,
  mains: readonly Part[],
  staying: readonly Part[],
  byId: ById,
): readonly Draft[] {
  if (mains.length === 0) return [];
  return endsOfItself(anatomy, byId) ? doneDrafts(mains, staying) : deletedDrafts(mains, staying);
}

/** The work is done: the pod is complete when every container of `containers` has ended. */
function doneDrafts(mains: readonly Part[], staying: readonly Part[]): readonly Draft[] {
  const own = mains.filter(({ label }) => label !== PROXY);
  const rest = mains.filter(({ label }) => label === PROXY);
  const done: Draft = {
    title: rest.length === 0 ? 'the work is done' : `the work is done, but ${PROXY} runs on`,
    starts: [],
    stops: own,
    reasons: [
      kubernetes('a pod is complete when every one of its containers has ended'),
      ...rest.map((part) =>
        fromField(`${PROXY} stands in containers: unless something ends it, the pod is never complete`, part),
      ),
    ],
  };
  return staying.length === 0 ? [done] : [done, sidecarsEnd('then the pod is complete', staying)];
}

/** The pod is deleted. */
function deletedDrafts(mains: readonly Part[], staying: readonly Part[]): readonly Draft[] {
  const first: Draft = {
    title:
      staying.length === 0
        ? 'deleted: every container is told to stop at once'
        : 'deleted: your containers are told to stop first',
    starts: [],
    stops: mains,
    reasons: [
      staying.length === 0
        ? kubernetes(
            'preStop hooks and SIGTERM go to all containers at the same time; none waits for another',
          )
        : kubernetes('native sidecars are told to stop only when every other container has ended'),
    ],
  };
  return staying.length === 0 ? [first] : [first, sidecarsEnd('then nothing of the pod runs', staying)];
}

function sidecarsEnd(then: string, staying: readonly Part[]): Draft {
  const names = staying.length === 1 ? (staying[0]?.label ?? '') : 'the native sidecars';
  return {
    title: `${names} ${staying.length === 1 ? 'stops' : 'stop'}; ${then}`,
    starts: [],
    stops: [...staying].reverse(),
    reasons: [
      kubernetes(
        staying.length === 1
          ? 'a native sidecar ends after all containers'
          : 'native sidecars end after all containers, the last started first',
      ),
    ],
  };
}
