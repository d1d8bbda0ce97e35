import { FailureError, inputFailure } from '../../contract/failure.ts';
import { createTaskWorker } from '../study/task-worker.ts';
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
  const { run, close } = createTaskWorker({ file, timeoutMs, memoryMb, tooSlow, crashed });
  return {
    bootstrap: (files, reference, signal) => run('lab-bootstrap', { files, reference }, signal),
    install: (files, gradeOptions, signal) => run('lab-install', { files, options: gradeOptions }, signal),
    crds: (name, text, signal) => run('lab-crds', { name, text }, signal),
    close,
  };
}

function tooSlow(timeoutMs: number): FailureError {
  return inputFailure(
    'read-timeout',
    `Grading this folder took longer than ${Math.round(timeoutMs / 1000)} s and was ended.`,
    'See whether its files are those of the lab, and not far larger ones.',
  );
}

function crashed(error: NodeJS.ErrnoException): FailureError {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return inputFailure(
      'read-out-of-memory',
      'Grading this folder needed more memory than it may take, and was ended.',
      'See whether its files are those of the lab, and not far larger ones.',
    );
  return new FailureError({
    code: 'reader-crashed',
    kind: 'internal',
    message: `The part that grades labs ended by itself (${error.message.split('\n', 1)[0] ?? ''}).`,
    hint: 'Nothing was changed in the folder. Try it again; a new one takes its place.',
    source: null,
    evidence: (error.stack ?? error.message).slice(0, 4000),
  });
}
