import { createTaskWorker } from '../study/task-worker.ts';
import { workerFailures } from '../study/worker-failures.ts';
import { type ManifestReader, type ManifestText, noSuchManifest } from './manifest-reader.ts';

export interface WorkerManifestsOptions {
  /** The built worker, beside the program that starts it. */
  readonly file: string | URL;
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
}

/**
 * A reader in a worker thread of its own, so that a large manifest keeps no workload waiting. The texts stay here: a worker
 * that crashed is replaced and reads them again when they are needed.
 */
export function createWorkerManifests(options: WorkerManifestsOptions): ManifestReader {
  const { file, timeoutMs = 60_000, memoryMb = 2048 } = options;
  const texts = new Map<string, ManifestText>();
  const { run, held, close } = createTaskWorker({ file, timeoutMs, memoryMb, ...FAILURES });

  async function read(manifestId: string, text: ManifestText, signal?: AbortSignal) {
    const overview = await run('manifest-read', { manifestId, text }, signal);
    texts.set(manifestId, text);
    held.add(manifestId);
    return overview;
  }

  async function known(manifestId: string): Promise<void> {
    const text = texts.get(manifestId);
    if (text === undefined) throw noSuchManifest();
    if (!held.has(manifestId)) await read(manifestId, text);
  }

  return {
    read,
    async find(manifestId, wish) {
      await known(manifestId);
      return run('manifest-find', { manifestId, wish });
    },
    async object(manifestId, index) {
      await known(manifestId);
      return run('manifest-object', { manifestId, index });
    },
    async compare(before, after, signal) {
      await known(before);
      await known(after);
      return run('manifest-compare', { before, after }, signal);
    },
    async difference(pair) {
      await known(pair.before);
      await known(pair.after);
      return run('manifest-difference', pair);
    },
    forget(manifestId) {
      texts.delete(manifestId);
      if (held.delete(manifestId)) void run('manifest-forget', { manifestId }).catch(() => undefined);
    },
    close,
  };
}

const FAILURES = workerFailures({
  doing: 'Reading this manifest',
  smaller: 'Keep only the objects that you want to see.',
  part: 'The part that reads manifests',
  again: 'Try it again; a new one takes its place.',
});
