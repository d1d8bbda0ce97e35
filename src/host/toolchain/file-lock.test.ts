import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { acquireLock } from './file-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** A process id that no system gives out. */
const NOBODY = 2 ** 30;

describe('acquireLock', () => {
  it('lets one in after the other, and says once that it waits', async () => {
    const path = join(folder, 'turns');
    let inside = 0;
    let most = 0;
    let waits = 0;
    const turn = async (): Promise<void> => {
      const release = await acquireLock(path, { pollMs: 5, onWait: () => (waits += 1) });
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((done) => setTimeout(done, 20));
      inside -= 1;
      await release();
    };
    await Promise.all([turn(), turn(), turn(), turn()]);
    expect(most).toBe(1);
    expect(waits).toBe(3);
  });

  it('passes over a holder that is gone', async () => {
    const path = join(folder, 'gone');
    writeFileSync(path, JSON.stringify({ pid: NOBODY, host: hostname(), key: 'k' }));
    const release = await acquireLock(path, { signal: AbortSignal.timeout(3000) });
    await release();
  });

  it('passes over a lock that nobody has touched for long, whatever is in it', async () => {
    const path = join(folder, 'stale');
    writeFileSync(path, '');
    utimesSync(path, new Date(0), new Date(0));
    await (await acquireLock(path, { signal: AbortSignal.timeout(3000) }))();
  });

  it('respects a holder on another machine, and stops waiting when it is cancelled', async () => {
    const path = join(folder, 'elsewhere');
    writeFileSync(path, JSON.stringify({ pid: NOBODY, host: 'another machine', key: 'k' }));
    await expect(acquireLock(path, { pollMs: 5, signal: AbortSignal.timeout(100) })).rejects.toThrow();
  });

  it('says what stands in its place when that is no file, and waits for nobody', async () => {
    const path = join(folder, 'pipe');
    spawnSync('mkfifo', [path]);
    await expect(acquireLock(path)).rejects.toThrow(`${path} stands where a lock is to be`);
  });
});
