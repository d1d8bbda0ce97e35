import type { SceneName, ViewMode } from './scene.ts';

/** A scene as everything that offers scenes tells of it: the window's bar, the command line, a presenter, tests. */
export interface SceneEntry {
  readonly name: SceneName;
  /** In the picture's title, after the workload's name. */
  readonly title: string;
  /** Where ten of them stand in a row. */
  readonly label: string;
  /** What the scene answers, as one would ask it. */
  readonly question: string;
  /** The view that a scene is about, whatever is chosen, and why; null where every view can be had. */
  readonly fixed: { readonly view: ViewMode; readonly why: string } | null;
  /** Told in the story from the first to the last; a scene besides it shows more of what one of those is about. */
  readonly story: boolean;
}

const scene = (
  name: SceneName,
  title: string,
  label: string,
  question: string,
  rest: Partial<Pick<SceneEntry, 'fixed' | 'story'>> = {},
): SceneEntry => ({ name, title, label, question, fixed: null, story: true, ...rest });

/** Every scene, in the order of the story. */
export const SCENES: readonly SceneEntry[] = [
  scene('overview', 'overview', 'Overview', 'What is in the pod, and where does it lead?'),
  scene('before', 'before injection', 'Before', 'What did you write, before anything was added?', {
    fixed: { view: 'original', why: 'Before shows your own file, and nothing that came later.' },
  }),
  scene('injection', 'what the injector did', 'Injection', 'What did the injector add, change and remove?', {
    fixed: { view: 'difference', why: 'Injection shows what became of your file: the difference.' },
  }),
  scene(
    'start-order',
    'containers and start order',
    'Start order',
    'What starts when, with a classic sidecar and with a native one?',
    { fixed: { view: 'injected', why: 'Start order shows what was injected: nothing starts before.' } },
  ),
  scene(
    'volumes',
    'volumes and identity',
    'Volumes',
    'Who gets which files, and how does the pod prove who it is?',
  ),
  scene(
    'env-to-metadata',
    'from env to node metadata',
    'Env → metadata',
    'How do variables become what Envoy says of itself?',
  ),
  scene('bootstrap', 'the bootstrap', 'Bootstrap', 'What does Envoy start with?'),
  scene('way-out', 'the way out', 'Way out', 'How does Envoy reach istiod?'),
  scene('ports', 'ports', 'Ports', 'Whose is each port, from where is it reached, and who comes to it?'),
  scene('live', 'what Envoy says', 'Live', 'How far did Envoy get, and what does it say itself?'),
  scene('pod', 'the pod', 'Pod', 'What is in the pod, in full?', { story: false }),
];

/** The scenes of the story; number key 1 is the first, 0 the tenth. */
export const STORY: readonly SceneEntry[] = SCENES.filter(({ story }) => story);

export const SCENE_NAMES: readonly SceneName[] = SCENES.map(({ name }) => name);

const BY_NAME = new Map(SCENES.map((entry) => [entry.name, entry]));

/** What is known of a scene. Throws RangeError for a name that no scene has. */
export function sceneEntry(name: SceneName): SceneEntry {
  const entry = BY_NAME.get(name);
  if (entry === undefined) throw new RangeError(`no scene ${name}`);
  return entry;
}

/** The view that a scene shows: its own where it is about one, else the one that was chosen. */
export const viewOf = (name: SceneName, chosen: ViewMode): ViewMode => sceneEntry(name).fixed?.view ?? chosen;

/** The number key that chooses a scene of the story; null for the others, and behind the tenth. */
export function sceneKey(name: SceneName): string | null {
  const at = STORY.findIndex((entry) => entry.name === name);
  return at < 0 || at > 9 ? null : String((at + 1) % 10);
}
