import type { LabName, LabReport } from '../domain/lab/model.ts';
import type { CommandRun } from './types.ts';

/** How a step of a lab came to be as it is. */
export type LabStepBy =
  /** every file of it is as the app wrote it */
  | 'app'
  /** something in it is not, or the step has no file */
  | 'hand'
  /** nothing of it is there */
  | 'nobody';

/** A lab's folder, looked at: what the grader says, and who did what. */
export interface LabView {
  readonly lab: LabName;
  /** Absolute path. */
  readonly folder: string;
  /** Whether the folder is there. */
  readonly exists: boolean;
  readonly report: LabReport;
  /** By number of the step. */
  readonly by: Readonly<Record<number, LabStepBy>>;
}

/** What came of doing steps of a lab. */
export interface LabRun extends LabView {
  /** Paths in the folder, in the order in which they were made; `kept` were there and right. */
  readonly files: readonly { readonly path: string; readonly state: 'written' | 'kept' }[];
  readonly commands: readonly CommandRun[];
}

/** One step of a lab that is being done. */
export interface LabProgress {
  readonly lab: LabName;
  readonly folder: string;
  readonly step: number;
  readonly state: 'running' | 'done' | 'kept';
}
