import type { Failure } from '../../contract/failure.ts';
import type { BuiltBootstrap, WorkloadView } from '../../contract/types.ts';
import { toFailure } from '../failures.ts';
import type { TextTasks } from '../inject/text-work.ts';
import type { LabReader, LabTasks } from '../lab/lab-reader.ts';
import type { ManifestReader, ManifestTasks } from '../manifest/manifest-reader.ts';
import type { StudyOverview, StudyReader, StudyTexts, WorkloadChoice } from './reader.ts';

/** What the worker can be asked, and what it answers to each. */
export interface WorkerTasks extends TextTasks, ManifestTasks, LabTasks {
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

/** What reads on this thread. */
export interface ThreadReaders {
  readonly reader: StudyReader;
  readonly manifests: ManifestReader;
  readonly labs: LabReader;
}

/** Does one task with the readers of this thread. Whatever is thrown becomes the reply's failure. */
export async function answerTask(readers: ThreadReaders, message: WorkerMessage): Promise<WorkerReply> {
  try {
    return { id: message.id, ok: true, answer: await perform(readers, message) };
  } catch (error) {
    return { id: message.id, ok: false, failure: toFailure(error) };
  }
}

function perform({ reader, manifests, labs }: ThreadReaders, message: WorkerMessage): Promise<unknown> {
  switch (message.task) {
    case 'read':
      return reader.read(message.ask.studyId, message.ask.texts);
    case 'view':
      return reader.view(message.ask.studyId, message.ask.index, message.ask.choice);
    case 'bootstrap':
      return reader.bootstrap(message.ask.studyId, message.ask.index, message.ask.choice);
    case 'prepare':
      return reader.texts.prepare(message.ask);
    case 'ahead':
      return reader.texts.ahead(message.ask);
    case 'grow':
      return reader.texts.grow(message.ask);
    case 'review':
      return reader.texts.review(message.ask);
    case 'explain':
      return reader.texts.explain(message.ask);
    case 'locate':
      return reader.texts.locate(message.ask);
    case 'forget':
      reader.forget(message.ask.studyId);
      return Promise.resolve(null);
    case 'lab-bootstrap':
      return labs.bootstrap(message.ask.files, message.ask.reference);
    case 'lab-subject':
      return labs.subject(message.ask);
    case 'lab-injected':
      return labs.sidecar(message.ask);
    case 'lab-install':
      return labs.install(message.ask.files, message.ask.options);
    case 'lab-crds':
      return labs.crds(message.ask.name, message.ask.text);
    case 'manifest-read':
      return manifests.read(message.ask.manifestId, message.ask.text);
    case 'manifest-find':
      return manifests.find(message.ask.manifestId, message.ask.wish);
    case 'manifest-object':
      return manifests.object(message.ask.manifestId, message.ask.index);
    case 'manifest-compare':
      return manifests.compare(message.ask.before, message.ask.after);
    case 'manifest-difference':
      return manifests.difference(message.ask);
    case 'manifest-forget':
      manifests.forget(message.ask.manifestId);
      return Promise.resolve(null);
  }
}
