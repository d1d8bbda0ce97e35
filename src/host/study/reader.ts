import type {
  BootstrapVariant,
  BuiltBootstrap,
  NamedText,
  Note,
  StartValues,
  WorkloadSummary,
  WorkloadView,
} from '../../contract/types.ts';
import type { TextWork } from '../inject/text-work.ts';

/** The texts of which an anatomy is made. */
export interface StudyTexts {
  /** Null when the input already held a sidecar. */
  readonly original: NamedText | null;
  readonly injected: NamedText;
  readonly injectConfig: NamedText | null;
  readonly meshConfig: NamedText | null;
  readonly values: NamedText | null;
  /** The same input injected the other way, classic or native, where that has been done. */
  readonly counterpart?: NamedText;
}

export interface WorkloadChoice {
  readonly variant: BootstrapVariant;
  readonly start: Partial<StartValues>;
}

export interface StudyOverview {
  readonly summaries: readonly WorkloadSummary[];
  readonly notes: readonly Note[];
}

/**
 * Reads studies away from the thread that answers people. Only the model crosses, one workload at a time: a thousand
 * Deployments are read once and shown as asked for.
 */
export interface StudyReader {
  /** Throws the failure of an input that cannot be read, or `cancelled`. */
  read(studyId: string, texts: StudyTexts, signal?: AbortSignal): Promise<StudyOverview>;
  /** Of a study that was read. Throws `no-such-workload` for an index that it has not. */
  view(studyId: string, index: number, choice: WorkloadChoice): Promise<WorkloadView>;
  bootstrap(studyId: string, index: number, choice: WorkloadChoice): Promise<BuiltBootstrap>;
  forget(studyId: string): void;
  /** What an injection has to read and compare, on the same thread. */
  readonly texts: TextWork;
  close(): Promise<void>;
}
