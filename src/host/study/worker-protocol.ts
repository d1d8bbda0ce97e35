import type { Failure } from '../../contract/failure.ts';
import type { BuiltBootstrap, WorkloadView } from '../../contract/types.ts';
import type { StudyOverview, StudyTexts, WorkloadChoice } from './reader.ts';

/** What the worker can be asked, and what it answers to each. */
export interface WorkerTasks {
  readonly read: { readonly ask: { studyId: string; texts: StudyTexts }; readonly answer: StudyOverview };
  readonly view: {
    readonly ask: { studyId: string; index: number; choice: WorkloadChoice };
    readonly answer: WorkloadView;
  };
  readonly bootstrap: {
    readonly ask: { studyId: string; index: number; choice: WorkloadChoice };
    readonly answer: BuiltBootstrap;
  };
  readonly forget: { readonly ask: { studyId: string }; readonly answer: null };
}

export type TaskName = keyof WorkerTasks;

export type WorkerMessage = {
  [K in TaskName]: { readonly id: number; readonly task: K; readonly ask: WorkerTasks[K]['ask'] };
}[TaskName];

export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };
