// One bootstrap at a time in a clone, over all processes.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** True when the process that wrote the lock is gone; false when that cannot be told. */
function isStale(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    if (!Number.isInteger(pid) || pid <= 0) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Runs `work` while this process alone holds the lock file. A holder that is gone is passed over; one that holds it
 * for longer than `limitMs` is named, with the file to remove.
 */
export async function withLock(path, work, { limitMs = 20 * 60_000, onWait = () => {} } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  const begin = Date.now();
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(path)) {
      rmSync(path, { force: true });
      continue;
    }
    if (tries === 0) onWait();
    if (Date.now() - begin > limitMs)
      throw new Error(`another process prepares this clone; if none does, remove ${path}`);
    await pause(100);
  }
  const free = () => rmSync(path, { force: true });
  process.once('exit', free);
  try {
    return await work();
  } finally {
    process.removeListener('exit', free);
    free();
  }
}
