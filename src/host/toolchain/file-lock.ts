import { randomBytes } from 'node:crypto';
import { lstat, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inputFailure } from '../../contract/failure.ts';
import { makeFolders } from '../files/make-folders.ts';

/** The holder touches its lock this often; a lock that was not touched for three times as long has no holder. */
const HEARTBEAT_MS = 5000;
const STALE_MS = 3 * HEARTBEAT_MS;

export interface LockOptions {
  readonly signal?: AbortSignal;
  /** Called once when somebody else holds the lock. */
  readonly onWait?: () => void;
  readonly pollMs?: number;
}

/**
 * Waits until this process alone holds the lock, over all processes that see the same folder. A holder that died is
 * noticed by its process id on the same machine, else by a heartbeat that stopped.
 * @returns the way to let go.
 */
export async function acquireLock(path: string, options: LockOptions = {}): Promise<() => Promise<void>> {
  await makeFolders(dirname(path));
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), key: randomBytes(8).toString('hex') });
  let told = false;
  for (;;) {
    options.signal?.throwIfAborted();
    if (await create(path, mine)) break;
    if (await removeStale(path)) continue;
    if (!told) options.onWait?.();
    told = true;
    await pause(options.pollMs ?? 300, undefined, options.signal ? { signal: options.signal } : {});
  }
  const heart = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heart.unref();
  return async () => {
    clearInterval(heart);
    if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true });
  };
}

async function create(path: string, content: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(content);
    } catch (error) {
      // On a full disk: an empty lock has no holder, and would hold up the next one.
      await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStale(path: string): Promise<boolean> {
  const seen = await lstat(path).catch(() => null);
  if (seen === null) return true;
  // A pipe would be read for ever, and nobody made it who holds a lock.
  if (!seen.isFile())
    throw inputFailure(
      'lock-no-file',
      `${path} stands where a lock is to be, and is no regular file.`,
      'Remove it, or name another folder.',
    );
  const content = await readFile(path, 'utf8').catch(() => '');
  if (Date.now() - seen.mtimeMs < STALE_MS && !holderIsGone(content)) return false;
  // Renamed first: of two that find it stale, one gets it, and a lock made in between is not the one removed.
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return true;
  const taken = await readFile(aside, 'utf8').catch(() => '');
  if (taken !== content) await rename(aside, path).catch(() => undefined);
  else await rm(aside, { force: true });
  return true;
}

function holderIsGone(content: string): boolean {
  let holder: { pid?: unknown; host?: unknown };
  try {
    holder = JSON.parse(content) as typeof holder;
  } catch {
    // Being written at this very moment, or broken: the heartbeat decides.
    return false;
  }
  if (holder.host !== hostname() || typeof holder.pid !== 'number') return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
