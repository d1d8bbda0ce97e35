import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { TaskWorkerOptions } from './task-worker.ts';

/** What people are told of a reader on a worker thread that was ended, or ended by itself. */
export interface ReaderWords {
  /** Begins the sentence: `Reading this input`. */
  readonly doing: string;
  /** What to do about an input that takes too much. */
  readonly smaller: string;
  /** What the part is for: `The part that reads workloads`. */
  readonly part: string;
  /** What to do when that ended by itself. */
  readonly again: string;
}

/** The failures of a reader on a worker thread: `read-timeout`, `read-out-of-memory`, `reader-crashed`. */
export function workerFailures(words: ReaderWords): Pick<TaskWorkerOptions, 'tooSlow' | 'crashed'> {
  const { doing, smaller, part, again } = words;
  return {
    tooSlow: (timeoutMs) =>
      inputFailure(
        'read-timeout',
        `${doing} took longer than ${Math.round(timeoutMs / 1000)} s and was ended.`,
        smaller,
      ),
    crashed: (error) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        return inputFailure(
          'read-out-of-memory',
          `${doing} needed more memory than it may take, and was ended.`,
          smaller,
        );
      return new FailureError({
        code: 'reader-crashed',
        kind: 'internal',
        message: `${part} ended by itself (${error.message.split('\n', 1)[0] ?? ''}).`,
        hint: again,
        source: null,
        evidence: (error.stack ?? error.message).slice(0, 4000),
      });
    },
  };
}
