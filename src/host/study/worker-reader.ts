import { type FailureError, inputFailure } from '../../contract/failure.ts';
import type { StudyReader, StudyTexts } from './reader.ts';
import { createTaskWorker } from './task-worker.ts';
import { workerFailures } from './worker-failures.ts';

export interface WorkerReaderOptions {
  /** The built worker, beside the program that starts it. */
  readonly file: string | URL;
  /** Longest that one task may take; then the worker is ended and a new one takes the next task. */
  readonly timeoutMs?: number;
  /** Memory of the worker in MiB; an input that needs more ends the worker, not the app. */
  readonly memoryMb?: number;
}

/**
 * A reader in a worker thread of its own. The texts stay here: a worker that crashed is replaced and reads them again when
 * they are needed.
 */
export function createWorkerReader(options: WorkerReaderOptions): StudyReader {
  const { file, timeoutMs = 60_000, memoryMb = 2048 } = options;
  const texts = new Map<string, StudyTexts>();
  const { run, held, close } = createTaskWorker({ file, timeoutMs, memoryMb, ...FAILURES });

  async function read(studyId: string, given: StudyTexts, signal?: AbortSignal) {
    const overview = await run('read', { studyId, texts: given }, signal);
    texts.set(studyId, given);
    held.add(studyId);
    return overview;
  }

  /** After a crash the new worker knows nothing: it gets the texts again before it is asked about them. */
  async function known(studyId: string): Promise<void> {
    const given = texts.get(studyId);
    if (given === undefined) throw noSuchStudy();
    if (!held.has(studyId)) await read(studyId, given);
  }

  return {
    read,
    async view(studyId, index, choice) {
      await known(studyId);
      return run('view', { studyId, index, choice });
    },
    async bootstrap(studyId, index, choice) {
      await known(studyId);
      return run('bootstrap', { studyId, index, choice });
    },
    texts: {
      prepare: (ask, signal) => run('prepare', ask, signal),
      ahead: (ask, signal) => run('ahead', ask, signal),
      grow: (ask, signal) => run('grow', ask, signal),
      review: (ask, signal) => run('review', ask, signal),
      explain: (ask, signal) => run('explain', ask, signal),
      locate: (ask, signal) => run('locate', ask, signal),
    },
    forget(studyId) {
      texts.delete(studyId);
      if (held.delete(studyId)) void run('forget', { studyId }).catch(() => undefined);
    },
    close,
  };
}

export function noSuchStudy(): FailureError {
  return inputFailure('no-such-study', 'This study is no longer held.', 'Open the workload again.');
}

const FAILURES = workerFailures({
  doing: 'Reading this input',
  smaller: 'Split it into files with fewer workloads.',
  part: 'The part that reads workloads',
  again: 'Your input is kept. Try it again; a new one takes its place.',
});
