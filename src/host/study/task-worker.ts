import { Worker } from 'node:worker_threads';
import { FailureError } from '../../contract/failure.ts';
import { cancelledFailure } from '../failures.ts';
import { createOnAbort } from './cancellers.ts';
import type { TaskName, WorkerReply, WorkerTasks } from './worker-protocol.ts';

export interface TaskWorkerOptions {
  /** The built worker, beside the program that starts it. */
  readonly file: string | URL;
  /** Longest that one task may take; then the worker is ended and a new one takes the next task. */
  readonly timeoutMs: number;
  /** Memory of the worker in MiB; an input that needs more ends the worker, not the app. */
  readonly memoryMb: number;
  /** What people are told of a task that was ended, or that ended the worker. */
  readonly tooSlow: (timeoutMs: number) => FailureError;
  readonly crashed: (error: NodeJS.ErrnoException) => FailureError;
}

/** A worker thread that does one task at a time, and is replaced when a task breaks it. */
export interface TaskWorker {
  /** Throws what the task throws, `cancelled`, or what the options say of a worker that was ended. */
  run<K extends TaskName>(
    name: K,
    ask: WorkerTasks[K]['ask'],
    signal?: AbortSignal,
  ): Promise<WorkerTasks[K]['answer']>;
  /** What the present worker was told to hold, by ids of whoever tells it; a new worker holds nothing. */
  readonly held: Set<string>;
  close(): Promise<void>;
}

interface Task {
  readonly id: number;
  readonly name: TaskName;
  readonly ask: unknown;
  readonly done: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Starts a worker when it is first needed. One task runs at a time, the others wait, so that a time limit means the task
 * that broke it.
 */
export function createTaskWorker(options: TaskWorkerOptions): TaskWorker {
  const { file, timeoutMs, memoryMb, tooSlow, crashed } = options;
  const held = new Set<string>();
  const waiting: Task[] = [];
  const onAbort = createOnAbort();
  let worker: Worker | null = null;
  let running: { readonly task: Task; readonly timer: NodeJS.Timeout } | null = null;
  let lastId = 0;

  function finish(): Task | null {
    if (running === null) return null;
    clearTimeout(running.timer);
    worker?.unref();
    const { task } = running;
    running = null;
    return task;
  }

  /** Ends the worker, if there is one, with the task that it was at. */
  async function replace(reason: Error): Promise<void> {
    const old = worker;
    worker = null;
    held.clear();
    finish()?.fail(reason);
    next();
    await old?.terminate();
  }

  function start(): Worker {
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      stdout: false,
      stderr: false,
    });
    worker = thread;
    thread.on('message', (reply: WorkerReply) => {
      if (worker !== thread || running?.task.id !== reply.id) return;
      const task = finish();
      if (reply.ok) task?.done(reply.answer);
      else task?.fail(new FailureError(reply.failure));
      next();
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (worker === thread) void replace(crashed(error));
    });
    thread.on('exit', () => {
      if (worker === thread) void replace(crashed(new Error('it ended')));
    });
    return thread;
  }

  function next(): void {
    if (running !== null) return;
    const task = waiting.shift();
    if (task === undefined) return;
    const thread = worker ?? start();
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

  return {
    run,
    held,
    async close() {
      for (const task of waiting.splice(0)) task.fail(cancelledFailure());
      await replace(cancelledFailure());
    },
  };
}
