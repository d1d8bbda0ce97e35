import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only this user may enter. */
const PRIVATE = { mode: 0o700 };

/**
 * Makes a folder, by default for this user alone, and those above it that are missing. Not by Node's own `recursive`, which never
 * ends below a folder that takes none and says that it is not there, as /proc does.
 * @throws the system's error for the folder that cannot be made
 */
export async function makeFolders(path: string, mode: number = PRIVATE.mode): Promise<void> {
  const error = await failureOf(mkdir(path, { mode }));
  if (error === null || (await isFolder(path))) return;
  if (!isMissing(error) || dirname(path) === path) throw error;
  await makeFolders(dirname(path), mode);
  const again = await failureOf(mkdir(path, { mode }));
  if (again !== null && !(await isFolder(path))) throw again;
}

/** The same while nothing else goes on. */
export function makeFoldersSync(path: string): void {
  try {
    mkdirSync(path, PRIVATE);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
    if (!isMissing(error) || dirname(path) === path) throw error;
    makeFoldersSync(dirname(path));
    makeLastSync(path);
  }
}

/** Another process may have been first. */
function makeLastSync(path: string): void {
  try {
    mkdirSync(path, PRIVATE);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return null;
  } catch (error) {
    return error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
