import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'sidecar-anatomy-';
const swept = new Set<string>();

/**
 * A new folder that only this user can enter (mode 0700), named after our process id, so that folders of processes
 * that were killed before they could clean up are told from living ones. The first call for a parent begins to remove
 * those, and does not wait for it.
 */
export async function makeOwnFolder(parent: string = tmpdir()): Promise<string> {
  if (!swept.has(parent)) {
    swept.add(parent);
    void sweepOwnFolders(parent);
  }
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
}

/**
 * Writes a file that only this user can read.
 * @throws the system's error, with the path in it: of a write that fails, as on a full disk, Node names none
 */
export async function writeOwnFile(
  path: string,
  data: string | Uint8Array,
  flag: 'w' | 'wx' = 'w',
): Promise<void> {
  try {
    await writeFile(path, data, { mode: 0o600, flag });
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes folders of processes that are gone. Folders of other users are not ours to remove. */
export async function sweepOwnFolders(parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
