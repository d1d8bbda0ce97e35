import { createStore } from 'zustand/vanilla';
import type { Failure, Outcome } from '../../contract/failure.ts';
import type {
  BootstrapVariant,
  NamedText,
  StartValues,
  Study,
  TextRole,
  WorkloadView,
} from '../../contract/types.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { OpenedInput, OpenedRecording } from './opened-input.ts';

/** What is going on, in words for people. */
export interface Busy {
  readonly what: string;
  readonly cancellable: boolean;
  /** When it began, in milliseconds of the clock. */
  readonly since: number;
  /** How many documents are worked on; null when that is one, or not known. */
  readonly documents: number | null;
}

export interface StudyState {
  readonly study: Study | null;
  readonly index: number;
  readonly workload: WorkloadView | null;
  readonly variant: BootstrapVariant;
  readonly start: Partial<StartValues>;
  readonly native: boolean;
  readonly texts: ReadonlyMap<TextRole, NamedText>;
  readonly busy: Busy | null;
  readonly failure: Failure | null;
  /** `failure` speaks of something that was turned away unread: it is not `input`. */
  readonly unread: boolean;
  /** What was opened last; stays although injecting it failed. */
  readonly input: OpenedInput | null;
  /** `input` was refused or called off: known to lead to nothing. */
  readonly refused: boolean;
  /** What is on the stage; null for the sample. Differs from `input` when that could not be injected. */
  readonly shown: OpenedInput | null;
  /** The recording that was chosen and is on the stage. */
  readonly recording: OpenedRecording | null;
  /** One sentence about a change the user did not ask for: the recording gave way to the lab bench. */
  readonly news: string | null;
  /**
   * False when its workload could not be had; the stage then keeps what it shows. `same`: it is the workload on the stage
   * anew, so that everything chosen for that stays.
   */
  showStudy(study: Study, index?: number, same?: boolean): Promise<boolean>;
  open(
    what: string,
    ask: () => Promise<Outcome<Study>>,
    options?: {
      readonly quiet?: boolean;
      readonly index?: number;
      readonly same?: boolean;
      readonly documents?: number | null;
    },
  ): Promise<boolean>;
  cancel(): Promise<void>;
  selectWorkload(index: number): Promise<void>;
  setVariant(variant: BootstrapVariant): Promise<void>;
  /** What was chosen before a reload, for the workload that is to be shown next. */
  restore(chosen: Choice): Promise<void>;
  /** Null when the bootstrap was made with it; else why not, and the values stay as they were. */
  setStart(start: Partial<StartValues>): Promise<Failure | null>;
  loadText(role: TextRole): Promise<NamedText | null>;
  setNative(native: boolean): void;
  setInput(input: OpenedInput | null, refused?: boolean): void;
  /** What the lab bench has on the stage now. */
  setShown(shown: OpenedInput | null): void;
  setRecording(recording: OpenedRecording): void;
  fail(failure: Failure): void;
  /** Says why something was not even read; whatever was opened before stays. */
  turnAway(failure: Failure): void;
  dismiss(): void;
  tell(news: string | null): void;
}

/** The name of a file that was taken and waits for istioctl, or for somebody to fetch it; null when none does. */
export function waitingName({
  input,
  shown,
  refused,
  busy,
}: Pick<StudyState, 'input' | 'shown' | 'refused' | 'busy'>): string | null {
  if (input === null || input === shown || input.alreadyInjected || refused || busy !== null) return null;
  return input.file.name;
}

/** What is chosen for the workload on the stage. */
export type Choice = Pick<StudyState, 'variant' | 'start'>;

/** A typo is made to see what comes of it; nobody asked for it in another workload. */
const withoutTypo = (variant: BootstrapVariant): BootstrapVariant => (variant === 'typo' ? 'lab' : variant);

/** Values as they were before `refused` was put among them; what was chosen since stays. */
function without(
  now: Partial<StartValues>,
  refused: Partial<StartValues>,
  before: Partial<StartValues>,
): Partial<StartValues> {
  const names = Object.keys(refused) as (keyof StartValues)[];
  const kept = Object.entries(now).filter(([name]) => !names.some((one) => one === name));
  const restored = Object.entries(before).filter(([name]) => names.some((one) => one === name));
  return Object.fromEntries([...kept, ...restored]);
}

/** What belongs to the bench rather than to a workload: a choice that the next input takes over. */
function ofTheBench({ adminPort, fetchTimeout }: Partial<StartValues>): Partial<StartValues> {
  return {
    ...(adminPort === undefined ? {} : { adminPort }),
    ...(fetchTimeout === undefined ? {} : { fetchTimeout }),
  };
}

export function createStudyStore(bridge: Bridge) {
  let opening = 0;
  let viewing = 0;
  /** The answer that is waited for now. */
  let newest: Promise<Failure | null> = Promise.resolve(null);

  return createStore<StudyState>((set, get) => {
    /** What was asked for last. It goes on the stage with its picture and not before: a name never stands over another's. */
    let wanted: Pick<StudyState, 'study' | 'index'> = { study: null, index: 0 };

    function put(workload: WorkloadView | null): void {
      const { study, index } = wanted;
      set({ study, index, workload, ...(study === get().study ? {} : { texts: new Map() }) });
    }

    async function ask(mine: number): Promise<Failure | null> {
      const { study, index } = wanted;
      if (study === null || study.workloads.length === 0) {
        put(null);
        return null;
      }
      const { variant, start } = get();
      const outcome = await bridge.request('study:workload', { studyId: study.id, index, variant, start });
      // Whoever asked since decides what is shown.
      if (mine !== viewing) return newest;
      if (outcome.ok) {
        put(outcome.value);
        return null;
      }
      wanted = { study: get().study, index: get().index };
      return outcome.failure;
    }

    /** Asks for the workload as chosen now; an answer that came too late is dropped. */
    function tryView(): Promise<Failure | null> {
      viewing += 1;
      newest = ask(viewing);
      return newest;
    }

    async function view(): Promise<boolean> {
      const failure = await tryView();
      if (failure !== null) set({ failure });
      return failure === null;
    }

    /** What was chosen on the lab bench before a recording took the stage. */
    let ofLab: Choice | null = null;

    /** What the workload is shown with: a recording brings its own choice, and gives the other back when it goes. */
    function chosenFor(study: Study, same: boolean): Choice {
      const { study: shown, variant, start } = get();
      if (study.bench === 'recording') {
        if (shown === null) return { variant: withoutTypo(variant), start: ofTheBench(start) };
        if (shown.bench === 'lab') ofLab = { variant, start };
        return { variant: 'lab', start: {} };
      }
      const chosen = ofLab ?? { variant, start };
      ofLab = null;
      if (same) return chosen;
      return { variant: withoutTypo(chosen.variant), start: ofTheBench(chosen.start) };
    }

    /** Shows with another choice; where that cannot be had, what is on the stage keeps its own. */
    async function viewWith(choice: Choice): Promise<boolean> {
      const { variant, start } = get();
      set(choice);
      const done = await view();
      const now = get();
      if (!done && now.variant === choice.variant && now.start === choice.start) set({ variant, start });
      return done;
    }

    return {
      study: null,
      index: 0,
      workload: null,
      variant: 'lab',
      start: {},
      native: false,
      texts: new Map(),
      busy: null,
      failure: null,
      unread: false,
      input: null,
      refused: false,
      shown: null,
      recording: null,
      news: null,
      async showStudy(study, index = 0, same = false) {
        wanted = { study, index: index < study.workloads.length ? index : 0 };
        const { variant, start } = chosenFor(study, same);
        const { first } = study;
        const known = first !== undefined && wanted.index === 0 && variant === first.bootstrap.variant;
        if (!known || Object.keys(start).length > 0) return viewWith({ variant, start });
        set({ variant, start });
        viewing += 1;
        put(first);
        return true;
      },
      async open(what, ask, options = {}) {
        opening += 1;
        const mine = opening;
        set({
          busy: { what, cancellable: true, since: Date.now(), documents: options.documents ?? null },
          failure: null,
          unread: false,
        });
        const outcome = await ask();
        if (mine !== opening) return false;
        if (!outcome.ok) {
          const cancelled = outcome.failure.code === 'cancelled';
          set({
            busy: null,
            refused: true,
            ...(cancelled || options.quiet ? {} : { failure: outcome.failure }),
          });
          return false;
        }
        const shown = await get().showStudy(outcome.value, options.index, options.same);
        if (mine !== opening) return false;
        set({ busy: null, ...(shown ? {} : { refused: true }) });
        return shown;
      },
      async cancel() {
        opening += 1;
        viewing += 1;
        newest = Promise.resolve(null);
        wanted = { study: get().study, index: get().index };
        set({ busy: null, refused: true });
        await bridge.request('study:cancel', {});
      },
      async selectWorkload(index) {
        const { variant, start } = get();
        const other = index !== wanted.index;
        wanted = { ...wanted, index };
        await viewWith({ variant: other ? withoutTypo(variant) : variant, start });
      },
      async setVariant(variant) {
        await viewWith({ variant, start: get().start });
      },
      async restore({ variant, start }) {
        await viewWith({ variant, start });
      },
      async setStart(start) {
        const before = get().start;
        set({ start: { ...before, ...start } });
        const failure = await tryView();
        if (failure !== null) set({ start: without(get().start, start, before) });
        return failure;
      },
      async loadText(role) {
        const { study, texts } = get();
        const known = texts.get(role);
        if (known !== undefined || study === null) return known ?? null;
        const outcome = await bridge.request('study:text', { studyId: study.id, role });
        if (!outcome.ok) {
          set({ failure: outcome.failure });
          return null;
        }
        if (get().study?.id === study.id) set({ texts: new Map(get().texts).set(role, outcome.value) });
        return outcome.value;
      },
      setNative: (native) => set({ native }),
      setInput: (input, refused = false) => set({ input, refused }),
      setShown: (shown) => set({ shown, recording: null }),
      setRecording: (recording) => set({ recording }),
      fail: (failure) => set({ failure, unread: false }),
      turnAway: (failure) => set({ failure, unread: true }),
      dismiss: () => set({ failure: null, unread: false }),
      tell: (news) => set({ news }),
    };
  });
}
