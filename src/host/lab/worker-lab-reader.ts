import { createTaskWorker } from '../study/task-worker.ts';
import { workerFailures } from '../study/worker-failures.ts';
import type { LabReader } from './lab-reader.ts';

export interface WorkerLabReaderOptions {
  /** The built worker, beside the program that starts it. */
  readonly file: string | URL;
  /** Longest that one task may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** Memory of the worker in MiB. */
  readonly memoryMb?: number;
}

/** A reader of labs in a worker thread of its own: who runs programs and answers windows is not kept from it. */
export function createWorkerLabReader(options: WorkerLabReaderOptions): LabReader {
  const { file, timeoutMs = 60_000, memoryMb = 2048 } = options;
  const { run, close } = createTaskWorker({ file, timeoutMs, memoryMb, ...FAILURES });
  return {
    bootstrap: (files, reference, signal) => run('lab-bootstrap', { files, reference }, signal),
    subject: (ask, signal) => run('lab-subject', ask, signal),
    sidecar: (ask, signal) => run('lab-injected', ask, signal),
    install: (files, gradeOptions, signal) => run('lab-install', { files, options: gradeOptions }, signal),
    crds: (name, text, signal) => run('lab-crds', { name, text }, signal),
    close,
  };
}

const FAILURES = workerFailures({
  doing: 'Grading this folder',
  smaller: 'See whether its files are those of the lab, and not far larger ones.',
  part: 'The part that grades labs',
  again: 'Nothing was changed in the folder. Try it again; a new one takes its place.',
});
