import type { LabName, LabReport } from '../domain/lab/model.ts';
import type { Failure } from './failure.ts';
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
  /** It holds nothing of this lab, and something of the other one. */
  readonly isOther: boolean;
  readonly report: LabReport;
  /** By number of the step. */
  readonly by: Readonly<Record<number, LabStepBy>>;
}

/** What came of doing steps of a lab. */
export interface LabRun extends LabView {
  /** Paths in the folder, in the order in which they were made; `kept` were there and right, `remade` there as the app had written them before. */
  readonly files: readonly { readonly path: string; readonly state: 'written' | 'remade' | 'kept' }[];
  readonly commands: readonly CommandRun[];
}

/** One step of a lab that is being done. */
export interface LabProgress {
  /** As whoever asked for it calls this run. */
  readonly run: string;
  readonly lab: LabName;
  readonly step: number;
  readonly state: 'running' | 'done' | 'kept';
}

/** A lab that is being done now. */
export interface LabUnderWay {
  readonly run: string;
  /** The step that is being done; null before the first, and between two. */
  readonly step: number | null;
  /** What became of the steps that are over, in order. */
  readonly made: readonly { readonly step: number; readonly state: 'done' | 'kept' }[];
}

/** A lab is no longer being done. */
export interface LabOver {
  readonly run: string;
  /** Why it ended before its last step; null when it did not. */
  readonly failure: Failure | null;
}
