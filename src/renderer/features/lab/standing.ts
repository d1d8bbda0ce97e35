import type { LabView } from '../../../contract/lab-types.ts';
import type { LabStepPlan } from '../../../domain/lab/model.ts';

/** How a step stands, as a person is told. */
export type StepStanding =
  | 'doing'
  | 'unknown'
  | 'missing'
  | 'app'
  | 'hand'
  | 'wrong'
  /** Wrong although every file is as the app wrote it: what it was made from has changed. */
  | 'wrong-app'
  /** Right, and no file of its own shows it. */
  | 'files'
  | 'unproved';

/** What is known of steps that are being done now. */
export interface Doing {
  readonly doing: number | null;
  readonly made: ReadonlyMap<number, 'done' | 'kept'>;
}

/** The standing of a step by what was last seen of the folder, and by what became of it since. */
export function standingOf(step: LabStepPlan, view: LabView | null, { doing, made }: Doing): StepStanding {
  if (doing === step.number) return 'doing';
  const become = made.get(step.number);
  if (become !== undefined && step.files.length === 0) return 'files';
  if (become === 'done') return 'app';
  const report = view?.report.steps.find(({ number }) => number === step.number);
  if (view === null || report === undefined) return 'unknown';
  if (!view.exists) return 'missing';
  const by = view.by[step.number] ?? 'nobody';
  switch (report.state) {
    case 'missing':
      return 'missing';
    case 'unproved':
      return 'unproved';
    case 'fail':
      return by === 'app' ? 'wrong-app' : 'wrong';
    case 'pass':
      if (by === 'app') return 'app';
      return step.files.length === 0 ? 'files' : 'hand';
  }
}
