import type { Part, PartKind, WorkloadAnatomy } from '../anatomy/model.ts';
import { chain } from '../diagram/chain.ts';
import type { SceneName, ViewMode } from '../diagram/scene.ts';
import { STORY, viewOf } from '../diagram/scenes.ts';
import { plural } from '../diagram/words.ts';

/** What a step does with the real Envoy. */
export type DeckAction = 'run' | 'typo' | 'good';

/** One step of a presentation. */
export interface DeckStep {
  /** Stable as long as the scene has its name: notes are kept under it. */
  readonly id: string;
  readonly scene: SceneName;
  readonly view: ViewMode;
  /** Parts that are lit. */
  readonly lit: readonly string[];
  /** The line above the picture, for everybody. */
  readonly title: string;
  /** What the presenter may say: counted facts of this workload, one a line. */
  readonly facts: readonly string[];
  readonly action: DeckAction | null;
}

/** What is said of an action, and where it is shown. */
const ACTIONS: readonly {
  readonly action: DeckAction;
  readonly scene: SceneName;
  readonly title: string;
  readonly facts: readonly string[];
}[] = [
  {
    action: 'run',
    scene: 'live',
    title: 'What does a real Envoy do with it?',
    facts: [
      'This step starts a real Envoy with the bootstrap on the stage; what it answers is on the stage.',
    ],
  },
  {
    action: 'typo',
    scene: 'bootstrap',
    title: 'And with one wrong cluster name?',
    facts: ['This step gives a real Envoy the lab bootstrap in which ADS names a cluster that is not there.'],
  },
  {
    action: 'good',
    scene: 'overview',
    title: 'Back to what works',
    facts: ['This step ends the Envoy that runs and drops edits.'],
  },
];

/** What the actions are on a recording, which runs nothing. */
const RECORDED: Readonly<Record<DeckAction, Pick<DeckStep, 'title' | 'facts'>>> = {
  run: {
    title: 'What did a real Envoy do with it?',
    facts: ['This step goes to the place in the recording that tells most of its Envoy; nothing is run.'],
  },
  typo: {
    title: 'And with one wrong cluster name?',
    facts: [
      'This step shows the lab bootstrap in which ADS names a cluster that is not there, and what Envoy said of it where that was recorded.',
    ],
  },
  good: {
    title: 'Back to what works',
    facts: ['This step goes back to where the recording stood.'],
  },
};

/**
 * The deck of a workload: every scene of the story that it has something to show in, then a real Envoy, a typo, and back. A
 * workload without a sidecar has no bootstrap, so that there is nothing to run; `recorded` shows what was run instead.
 */
export function defaultDeck(anatomy: WorkloadAnatomy, recorded = false): readonly DeckStep[] {
  const runs = anatomy.parts.some(({ kind }) => kind === 'ads');
  // What Envoy says is told of the Envoy that a step runs.
  const told = STORY.filter(
    ({ name }) => (anatomy.injected || isOfInput(name)) && !(runs && name === 'live'),
  );
  const steps = told.map(({ name, question }): DeckStep => {
    const lit = litIn(name, anatomy);
    return {
      id: name,
      scene: name,
      view: viewOf(name, 'injected'),
      lit,
      title: question,
      facts: factsOf(name, anatomy),
      action: null,
    };
  });
  return [
    ...steps,
    ...(runs
      ? ACTIONS.map((step) => actionStep(recorded ? { ...step, ...RECORDED[step.action] } : step))
      : []),
  ];
}

const isOfInput = (name: SceneName): boolean => name === 'overview' || name === 'before';

const actionStep = ({ action, scene, title, facts }: (typeof ACTIONS)[number]): DeckStep => ({
  id: `do-${action}`,
  scene,
  view: viewOf(scene, 'injected'),
  lit: [],
  title,
  facts,
  action,
});

/** The chain that a scene is about, where it is about one. */
function litIn(name: SceneName, anatomy: WorkloadAnatomy): readonly string[] {
  const start = startOf(name, anatomy);
  return start === undefined ? [] : [...chain(anatomy, start)];
}

function startOf(name: SceneName, anatomy: WorkloadAnatomy): string | undefined {
  switch (name) {
    case 'env-to-metadata':
      return shownCut(anatomy);
    case 'bootstrap':
      return anatomy.parts.find(({ kind }) => kind === 'ads')?.id;
    default:
      return undefined;
  }
}

/** A variable whose key the bootstrap that is shown holds, before one that only a real sidecar's would. */
function shownCut({ parts, links }: WorkloadAnatomy): string | undefined {
  const absent = new Set(parts.filter((part) => part.absent === true).map(({ id }) => id));
  const cut = links.filter(({ rule }) => rule === 'prefix-cut');
  return (cut.find(({ to }) => !absent.has(to)) ?? cut[0])?.from;
}

/** What can be counted in a workload about a scene. */
function factsOf(name: SceneName, anatomy: WorkloadAnatomy): readonly string[] {
  const { parts, links } = anatomy;
  const of = (...kinds: PartKind[]): readonly Part[] => parts.filter(({ kind }) => kinds.includes(kind));
  const change = (which: Part['change']): number => parts.filter((part) => part.change === which).length;
  switch (name) {
    case 'overview':
      return [
        `${anatomy.kind} ${anatomy.name} in ${anatomy.namespace}: ${plural(of('container').length, 'container')}, ${plural(of('init-container').length, 'init container')}, ${plural(of('volume').length, 'volume')}.`,
        ...(anatomy.injected
          ? [`The node has ${plural(of('node-metadata').length, 'metadata key')}.`]
          : ['It has no sidecar.']),
      ];
    case 'before': {
      const own = (kinds: readonly PartKind[]): number =>
        parts.filter((part) => kinds.includes(part.kind) && part.change !== 'added').length;
      return [
        `As written: ${plural(own(['container']), 'container')} and ${plural(own(['volume']), 'volume')}.`,
      ];
    }
    case 'injection':
      return [
        `${plural(change('added'), 'part')} added, ${change('changed')} changed, ${change('removed')} removed.`,
      ];
    case 'env-to-metadata': {
      const cut = new Set(links.filter(({ rule }) => rule === 'prefix-cut').map(({ to }) => to)).size;
      return [`${plural(cut, 'key')} of ${of('node-metadata').length} come by cutting a prefix.`];
    }
    case 'bootstrap':
      return [
        `${plural(of('static-cluster').length, 'static cluster')}, ${plural(of('static-listener').length, 'static listener')}.`,
      ];
    case 'way-out':
      return of('xds-target', 'ca-target').map(({ label, value }) => `${label}: ${value ?? 'no address'}.`);
    default:
      return [];
  }
}
