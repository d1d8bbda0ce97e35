import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Keep, ReadDump } from './config-dump-fetch.ts';
import { answerDumpRequest, type DumpReply, type DumpRequest } from './config-dump-protocol.ts';

/** Reads config_dumps away from the thread that serves the window. */
export interface DumpReader {
  /** Rejects with a one-line Error. One at a time; a second call waits. */
  read(source: DumpRequest['source'], keep?: Keep | null): Promise<ReadDump>;
  close(): Promise<void>;
}

const WORKER_NAME = 'config-dump-worker.js';
/** Over this the thread ends, not the app: a dump of 400 MB needs about four times its size. */
const WORKER_MEMORY_MB = 3072;

/** The built worker beside the running bundle or one folder up (chunks); null when we run from sources, in tests. */
export function findDumpWorker(base: string = import.meta.url): URL | null {
  for (const name of [`./${WORKER_NAME}`, `../${WORKER_NAME}`]) {
    const url = new URL(name, base);
    if (url.protocol === 'file:' && existsSync(fileURLToPath(url))) return url;
  }
  return null;
}

function unwrap(reply: DumpReply): ReadDump {
  if (reply.ok) return reply.dump;
  throw new Error(reply.problem);
}

/** Asks a worker, which is started at the first call, ended when it fails, and idle keeps nobody from ending. */
function inThread(file: URL): DumpReader {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let nextId = 0;
  const start = (): Worker => {
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB } });
    const forget = (): void => {
      if (worker === thread) worker = null;
    };
    // Also between two questions: an error that nobody hears would end the app.
    thread.on('error', forget).on('exit', forget);
    worker = thread;
    return thread;
  };
  const ask = (source: DumpRequest['source'], keep: Keep | null): Promise<ReadDump> =>
    new Promise((resolve, reject) => {
      const thread = worker ?? start();
      nextId += 1;
      const id = nextId;
      const ended = (): void => fail(new Error('the thread that reads config_dumps ended'));
      const done = (): void => {
        // One by one: the thread listens to itself, too.
        thread.off('message', hear).off('error', fail).off('exit', ended);
        thread.unref();
      };
      const fail = (error: Error): void => {
        done();
        worker = null;
        reject(error);
      };
      const hear = (reply: DumpReply): void => {
        if (reply.id !== id) return;
        done();
        try {
          resolve(unwrap(reply));
        } catch (error) {
          reject(error);
        }
      };
      thread.on('message', hear).on('error', fail).on('exit', ended);
      thread.ref();
      const transfer = 'bytes' in source ? [source.bytes.buffer as ArrayBuffer] : [];
      thread.postMessage({ id, source, keep } satisfies DumpRequest, transfer);
    });
  return {
    read: (source, keep = null) => {
      const reading = last.then(() => ask(source, keep));
      last = reading.catch(() => undefined);
      return reading;
    },
    close: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}

const here: DumpReader = {
  read: async (source, keep = null) => unwrap(await answerDumpRequest({ id: 0, source, keep })),
  close: async () => undefined,
};

/**
 * A reader on a thread of its own. Only from sources, where no built worker is, it reads on the thread it is called on.
 * @param worker the built worker; by default looked for beside the running bundle
 */
export function createDumpReader(worker: URL | null = findDumpWorker()): DumpReader {
  return worker === null ? here : inThread(worker);
}
