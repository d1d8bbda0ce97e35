import { Worker } from 'node:worker_threads';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import { cancelledFailure } from '../failures.ts';
import { createOnAbort } from './cancellers.ts';
import type { StudyReader, StudyTexts } from './reader.ts';
import type { TaskName, WorkerReply, WorkerTasks } from './worker-protocol.ts';

export interface WorkerReaderOptions {
  /** The built worker, beside the program that starts it. */
  readonly file: string | URL;
  /** Longest that one task may take; then the worker is ended and a new one takes the next task. */
  readonly timeoutMs?: number;
  /** Memory of the worker in MiB; an input that needs more ends the worker, not the app. */
  readonly memoryMb?: number;
}

interface Task {
  readonly id: number;
  readonly name: TaskName;
  readonly ask: unknown;
  readonly done: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
}

/**
 * A reader in a worker thread of its own. One task runs at a time, the others wait, so that a time limit means the
 * task that broke it. The texts stay here: a worker that crashed is replaced and reads them again when they are needed.
 */
export function createWorkerReader(options: WorkerReaderOptions): StudyReader {
  const { file, timeoutMs = 60_000, memoryMb = 2048 } = options;
  const texts = new Map<string, StudyTexts>();
  const waiting: Task[] = [];
  const onAbort = createOnAbort();
  let worker: { readonly thread: Worker; readonly read: Set<string> } | null = null;
  let running: { readonly task: Task; readonly timer: NodeJS.Timeout } | null = null;
  let lastId = 0;

  function finish(): Task | null {
    if (running === null) return null;
    clearTimeout(running.timer);
    worker?.thread.unref();
    const { task } = running;
    running = null;
    return task;
  }

  /** Ends the worker, if there is one, with the task that it was at. */
  async function replace(reason: Error): Promise<void> {
    const old = worker;
    worker = null;
    finish()?.fail(reason);
    next();
    await old?.thread.terminate();
  }

  function start(): Worker {
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      stdout: false,
      stderr: false,
    });
    const mine = { thread, read: new Set<string>() };
    worker = mine;
    thread.on('message', (reply: WorkerReply) => {
      if (worker !== mine || running?.task.id !== reply.id) return;
      const task = finish();
      if (reply.ok) task?.done(reply.answer);
      else task?.fail(new FailureError(reply.failure));
      next();
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (worker === mine) void replace(crashed(error));
    });
    thread.on('exit', () => {
      if (worker === mine) void replace(crashed(new Error('it ended')));
    });
    return thread;
  }

  function next(): void {
    if (running !== null) return;
    const task = waiting.shift();
    if (task === undefined) return;
    const thread = worker?.thread ?? start();
    const timer = setTimeout(() => void replace(tooSlow(timeoutMs)), timeoutMs);
    running = { task, timer };
    // Idle, it keeps nobody from ending; at work, it does.
    thread.ref();
    thread.postMessage({ id: task.id, task: task.name, ask: task.ask });
  }

  function run<K extends TaskName>(
    name: K,
    ask: WorkerTasks[K]['ask'],
    signal?: AbortSignal,
  ): Promise<WorkerTasks[K]['answer']> {
    if (signal?.aborted === true) return Promise.reject(cancelledFailure());
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      const cancel = () => {
        const at = waiting.findIndex((task) => task.id === id);
        if (at >= 0) waiting.splice(at, 1);
        if (running?.task.id === id) void replace(cancelledFailure());
        else reject(cancelledFailure());
      };
      const settled = onAbort(signal, cancel);
      waiting.push({
        id,
        name,
        ask,
        done: (answer) => {
          settled();
          resolve(answer as WorkerTasks[K]['answer']);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      });
      next();
    });
  }

  async function read(studyId: string, given: StudyTexts, signal?: AbortSignal) {
    const overview = await run('read', { studyId, texts: given }, signal);
    texts.set(studyId, given);
    worker?.read.add(studyId);
    return overview;
  }

  /** After a crash the new worker knows nothing: it gets the texts again before it is asked about them. */
  async function known(studyId: string): Promise<void> {
    const given = texts.get(studyId);
    if (given === undefined) throw noSuchStudy();
    if (worker === null || !worker.read.has(studyId)) await read(studyId, given);
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
      if (worker?.read.delete(studyId) === true) void run('forget', { studyId }).catch(() => undefined);
    },
    async close() {
      for (const task of waiting.splice(0)) task.fail(cancelledFailure());
      await replace(cancelledFailure());
    },
  };
}

export function noSuchStudy(): FailureError {
  return inputFailure('no-such-study', 'This study is no longer held.', 'Open the workload again.');
}

function tooSlow(timeoutMs: number): FailureError {
  return inputFailure(
    'read-timeout',
    `Reading this input took longer than ${Math.round(timeoutMs / 1000)} s and was ended.`,
    'Split it into files with fewer workloads.',
  );
}

function crashed(error: NodeJS.ErrnoException): FailureError {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return inputFailure(
      'read-out-of-memory',
      'Reading this input needed more memory than it may take, and was ended.',
      'Split it into files with fewer workloads.',
    );
  return new FailureError({
    code: 'reader-crashed',
    kind: 'internal',
    message: `The part that reads workloads ended by itself (${error.message.split('\n', 1)[0] ?? ''}).`,
    hint: 'Your input is kept. Try it again; a new one takes its place.',
    source: null,
    evidence: (error.stack ?? error.message).slice(0, 4000),
  });
}
