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
import type { OpenedInput } from './opened-input.ts';

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
  /** What was opened last; stays although injecting it failed. */
  readonly input: OpenedInput | null;
  /** `input` was refused or called off: known to lead to nothing. */
  readonly refused: boolean;
  /** What is on the stage; null for the sample. Differs from `input` when that could not be injected. */
  readonly shown: OpenedInput | null;
  /** One sentence about a change the user did not ask for: the recording gave way to the lab bench. */
  readonly news: string | null;
  showStudy(study: Study, index?: number): Promise<void>;
  open(
    what: string,
    ask: () => Promise<Outcome<Study>>,
    options?: { readonly quiet?: boolean; readonly index?: number; readonly documents?: number | null },
  ): Promise<boolean>;
  cancel(): Promise<void>;
  selectWorkload(index: number): Promise<void>;
  setVariant(variant: BootstrapVariant): Promise<void>;
  /** Null when the bootstrap was made with it; else why not, and the values stay as they were. */
  setStart(start: Partial<StartValues>): Promise<Failure | null>;
  loadText(role: TextRole): Promise<NamedText | null>;
  setNative(native: boolean): void;
  setInput(input: OpenedInput | null, refused?: boolean): void;
  setShown(shown: OpenedInput | null): void;
  fail(failure: Failure): void;
  dismiss(): void;
  tell(news: string | null): void;
}

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

export function createStudyStore(bridge: Bridge) {
  let opening = 0;
  let viewing = 0;

  return createStore<StudyState>((set, get) => {
    /** Asks for the workload as chosen now; an answer that came too late is dropped. */
    async function tryView(): Promise<Failure | null> {
      const { study, index, variant, start } = get();
      if (study === null || study.workloads.length === 0) {
        set({ workload: null });
        return null;
      }
      viewing += 1;
      const mine = viewing;
      const outcome = await bridge.request('study:workload', { studyId: study.id, index, variant, start });
      if (mine !== viewing) return null;
      if (!outcome.ok) return outcome.failure;
      set({ workload: outcome.value });
      return null;
    }

    async function view(): Promise<void> {
      const failure = await tryView();
      if (failure !== null) set({ failure });
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
      input: null,
      refused: false,
      shown: null,
      news: null,
      async showStudy(study, index = 0) {
        const within = index < study.workloads.length ? index : 0;
        const chosen = { study, index: within, texts: new Map(), start: {} };
        if (study.first !== undefined && within === 0 && get().variant === study.first.bootstrap.variant) {
          viewing += 1;
          set({ ...chosen, workload: study.first });
          return;
        }
        set(chosen);
        await view();
      },
      async open(what, ask, options = {}) {
        opening += 1;
        const mine = opening;
        set({
          busy: { what, cancellable: true, since: Date.now(), documents: options.documents ?? null },
          failure: null,
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
        await get().showStudy(outcome.value, options.index);
        if (mine === opening) set({ busy: null });
        return true;
      },
      async cancel() {
        opening += 1;
        set({ busy: null, refused: true });
        await bridge.request('study:cancel', {});
      },
      async selectWorkload(index) {
        set({ index });
        await view();
      },
      async setVariant(variant) {
        set({ variant });
        await view();
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
      setShown: (shown) => set({ shown }),
      fail: (failure) => set({ failure }),
      dismiss: () => set({ failure: null }),
      tell: (news) => set({ news }),
    };
  });
}
