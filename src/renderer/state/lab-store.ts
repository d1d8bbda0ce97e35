import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../contract/failure.ts';
import type { LabOver, LabProgress, LabUnderWay, LabView } from '../../contract/lab-types.ts';
import type { RequestInput } from '../../contract/requests.ts';
import type { CommandRun, StartValues } from '../../contract/types.ts';
import type { LabName } from '../../domain/lab/model.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** What is asked of the host; null when nothing is. */
export type LabBusy = 'looking' | 'doing' | null;

/** What a person chose for a lab. */
export interface LabChoice {
  /** As typed; empty until the app has proposed one. */
  readonly folder: string;
  /** The step that is open; null: none. */
  readonly step: number | null;
  readonly view: LabView | null;
}

/** Texts as typed, for the install lab; empty: the lab's own. */
export interface LabOptions {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly control: string;
  readonly profile: string;
  /** `KEY=VALUE`, several with blanks between them. */
  readonly sets: string;
  /** The install manifest, a file, in place of a generated one. */
  readonly manifest: string;
}

export interface LabState {
  readonly lab: LabName;
  readonly labs: Readonly<Record<LabName, LabChoice>>;
  readonly options: LabOptions;
  readonly busy: LabBusy;
  /** The run that is followed while steps are being done: one of this page, or one that goes on since before a reload. */
  readonly following: string | null;
  /** The step that is being done now. */
  readonly doing: number | null;
  /** The person has opened another step meanwhile: the list stays there. */
  readonly strayed: boolean;
  readonly failure: Failure | null;
  /** What became of the steps that are over, as long as others are being done. */
  readonly made: ReadonlyMap<number, 'done' | 'kept'>;
  /** Steps that were right before others were replaced, and are no longer. */
  readonly undone: readonly number[];
  /** What was asked for when `failure` came: to be asked for again, over what is there. */
  readonly refused: readonly number[] | null;
  setLab(lab: LabName): void;
  setStep(step: number | null): void;
  setFolder(folder: string): void;
  setOption(name: keyof LabOptions, value: string): void;
  /** Fills in the proposed folder where none was chosen, and looks at it. */
  enter(): Promise<void>;
  look(): Promise<void>;
  /** Does steps with a workload; what came of it is in the view. Gives what was run for it; null when it failed. */
  run(work: LabWork): Promise<readonly CommandRun[] | null>;
  cancel(): Promise<void>;
  fail(failure: Failure): void;
}

/** The workload and the steps of a run. */
export type LabWork = Pick<
  RequestInput<'lab:do'>,
  'studyId' | 'index' | 'native' | 'steps' | 'force' | 'replace' | 'label'
>;

const UNTOUCHED: LabChoice = { folder: '', step: 1, view: null };

/** Least that a step of several stays in view, in milliseconds. */
const STEP_MS = 1200;

const rightSteps = (view: LabView | null): readonly number[] =>
  view?.report.steps.filter(({ state }) => state === 'pass').map(({ number }) => number) ?? [];

/** Null for what was left empty. */
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Two pages never give the same one. */
const runName = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** What of the stage counts for the labs, too. */
export interface OnStage {
  /** What was chosen for the pod's start. */
  readonly start: Partial<StartValues>;
  /** `Deployment payments`; null while there is no workload. */
  readonly workload: string | null;
}

export function createLabStore(bridge: Bridge, onStage: () => OnStage) {
  return createStore<LabState>((set, get) => {
    /** Looks are not queued: only the answer to the newest counts. */
    let looks = 0;
    /** The run that this page asked for and has no answer to. */
    let asking: string | null = null;
    const change = (lab: LabName, part: Partial<LabChoice>, rest: Partial<LabState> = {}): void =>
      set(({ labs }) => ({ ...rest, labs: { ...labs, [lab]: { ...labs[lab], ...part } } }));
    const place = () => {
      const { lab, labs, options } = get();
      const { start: chosen, workload } = onStage();
      const { adminPort, ip, pod, namespace } = chosen;
      const start = Object.entries({ adminPort, ip, pod, namespace }).filter(
        ([, value]) => value !== undefined,
      );
      return {
        lab,
        folder: labs[lab].folder,
        start: Object.fromEntries(start),
        preferred: workload,
        namespace: orNull(options.namespace),
        control: orNull(options.control),
        kubeconfig: orNull(options.kubeconfig),
      };
    };
    const onProgress = ({ run, lab, step, state }: LabProgress): void => {
      if (get().following !== run) return;
      if (state === 'running') change(lab, get().strayed ? {} : { step }, { doing: step });
      else set(({ made }) => ({ doing: null, made: new Map(made).set(step, state) }));
    };
    /** The end of a run that this page did not ask for; its own is told by the answer. */
    const onOver = async ({ run, failure }: LabOver): Promise<void> => {
      if (run === asking || get().following !== run) return;
      set({ busy: null, following: null, doing: null });
      await get().look();
      set({ made: new Map() });
      if (failure !== null) set({ failure });
    };
    const follow = (lab: LabName, { run, step, made }: LabUnderWay): void => {
      looks += 1;
      const shown = step ?? made.at(-1)?.step;
      change(lab, shown === undefined ? {} : { step: shown }, {
        busy: 'doing',
        following: run,
        doing: step,
        made: new Map(made.map((one) => [one.step, one.state])),
        failure: null,
      });
    };
    bridge.on('lab:progress', onProgress);
    bridge.on('lab:over', (over) => void onOver(over));
    return {
      lab: 'bootstrap',
      labs: { bootstrap: UNTOUCHED, install: UNTOUCHED },
      options: { kubeconfig: '', namespace: '', control: '', profile: '', sets: '', manifest: '' },
      busy: null,
      following: null,
      strayed: false,
      doing: null,
      failure: null,
      refused: null,
      made: new Map(),
      undone: [],
      setLab(lab) {
        if (get().busy === 'doing') return;
        set({ lab, failure: null, refused: null });
        void get().enter();
      },
      setStep: (step) =>
        change(get().lab, { step }, { strayed: get().following !== null && step !== get().doing }),
      setFolder: (folder) =>
        change(get().lab, { folder, view: null }, { failure: null, refused: null, undone: [] }),
      setOption: (name, value) => set(({ options }) => ({ options: { ...options, [name]: value } })),
      async enter() {
        const { lab } = get();
        if (get().labs[lab].folder === '') {
          const proposed = await bridge.request('lab:folder', { lab });
          if (!proposed.ok) return set({ failure: proposed.failure });
          if (get().labs[lab].folder === '') change(lab, { folder: proposed.value });
        }
        if (get().lab !== lab || get().busy === 'doing') return;
        const { folder } = get().labs[lab];
        const running = await bridge.request('lab:under-way', { lab, folder });
        if (get().lab !== lab || get().labs[lab].folder !== folder || get().busy === 'doing') return;
        if (running.ok && running.value !== null) return follow(lab, running.value);
        await get().look();
      },
      async look() {
        const asked = place();
        if (asked.folder === '' || get().busy === 'doing') return;
        looks += 1;
        const mine = looks;
        set({ busy: 'looking', failure: null, refused: null, undone: [] });
        const answer = await bridge.request('lab:look', asked);
        if (mine !== looks) return;
        set({ busy: null });
        if (answer.ok) change(asked.lab, { view: answer.value });
        else change(asked.lab, { view: null }, { failure: answer.failure });
      },
      async run(work) {
        const asked = place();
        const { profile, sets, manifest } = get().options;
        looks += 1;
        const before = rightSteps(get().labs[asked.lab].view);
        const run = runName();
        asking = run;
        set({
          busy: 'doing',
          following: run,
          strayed: false,
          doing: null,
          made: new Map(),
          failure: null,
          refused: null,
          undone: [],
        });
        const answer = await bridge.request('lab:do', {
          ...asked,
          ...work,
          run,
          manifest: orNull(manifest),
          profile: orNull(profile),
          sets: sets.split(/\s+/).filter((one) => one !== ''),
          paceMs: STEP_MS,
        });
        asking = null;
        set({ busy: null, following: null, doing: null });
        if (answer.ok) {
          const { files: _, commands, ...view } = answer.value;
          const right = rightSteps(view);
          change(
            asked.lab,
            { view },
            { made: new Map(), undone: before.filter((step) => !right.includes(step)) },
          );
          return commands;
        }
        // What was made before it failed is there.
        await get().look();
        set({ failure: answer.failure, refused: work.steps, made: new Map() });
        return null;
      },
      async cancel() {
        const { following } = get();
        if (following !== null) await bridge.request('lab:cancel', { run: following });
      },
      fail: (failure) => set({ failure, refused: null }),
    };
  });
}
