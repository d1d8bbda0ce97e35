import { lstat, readdir, readlink, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import { isAbort, systemSentence } from '../failures.ts';
import { makeFolders } from '../files/make-folders.ts';
import { isLeftover, replaceFile } from '../files/replace-file.ts';
import { acquireLock } from '../toolchain/file-lock.ts';
import { refuseName, whatIsThere } from './folder-fault.ts';
import { type LabPlace, labPaths } from './read-folder.ts';

/** Whoever writes holds this file in the folder; it is gone when the writing is over. */
const LOCK = '.sidecar-anatomy.lock';
/** An export takes a few seconds: one that waits for another gets its turn within this, in milliseconds. */
const WAIT_MS = 10_000;
const POLL_MS = 50;
/** As a shell's `mkdir` and `>` do it: the umask takes away what it takes away. */
const FOLDER_MODE = 0o777;
const FILE_MODE = 0o666;

/** A folder of a lab that nobody else writes into. */
export interface LabWriter {
  /**
   * Writes one file whole; the folders above it are made. What is there is replaced. Before that it looks (`check`) whether
   * what was written until then is still there.
   * @throws FailureError `lab-link` for a link, through which nothing is written, `lab-folder-gone`, `cannot-write`, `cancelled`
   */
  write(path: string, text: string): Promise<void>;
  /**
   * Looks whether the folder, and in it what was written, is still there: somebody may have removed it meanwhile.
   * @throws FailureError `lab-folder-gone`
   */
  check(): Promise<void>;
  /** Lets others write; a folder that was made for this and into which nothing was written goes again. */
  close(): Promise<void>;
}

export interface WriterOptions {
  readonly signal: AbortSignal;
  /** Called when somebody else writes into the folder and is waited for. */
  readonly onWait?: () => void;
  readonly waitMs?: number;
}

/**
 * Opens a lab's folder for writing: makes it where it is not there, waits a while for another export into it, and removes
 * what an interrupted one left half-written.
 * @throws FailureError `no-folder`, `folder-name`, `lab-folder-busy`, `cannot-write`, `cancelled`
 */
export async function openLabFolder(place: LabPlace, options: WriterOptions): Promise<LabWriter> {
  const { folder, shown } = place;
  await refuseName(place);
  const instead = await whatIsThere(place);
  if (instead !== null) throw instead;
  const missing = await missingFolders(folder);
  const written: string[] = [];
  const release = async (unlock: () => Promise<void> = async () => undefined): Promise<void> => {
    await unlock();
    if (written.length === 0) await removeEmpty(missing);
  };
  let unlock: () => Promise<void>;
  try {
    await writing(shown, () => makeFolders(folder, FOLDER_MODE));
    unlock = await writing(shown, () => lockFolder(place, options));
  } catch (error) {
    await release();
    throw error;
  }
  let own = '';
  try {
    await writing(shown, () => sweep(place));
    own = await identityOf(folder);
  } catch (error) {
    await release(unlock);
    throw error;
  }
  const check = async (): Promise<void> => {
    const lost = await lostOf(folder, own, written);
    if (lost !== null) throw gone(shown, lost);
  };
  return {
    async write(path, text) {
      await check();
      const target = join(folder, ...path.split('/'));
      const isThere = await refuseLink(target, path);
      await writing(shown, () => makeFolders(dirname(target), FOLDER_MODE), path);
      await writing(
        shown,
        () => replaceFile(target, text, { mode: FILE_MODE, signal: options.signal, sync: isThere }),
        path,
      );
      written.push(path);
    },
    check,
    close: () => release(unlock),
  };
}

/** Which folder stands there, whatever its name; empty where none does. */
async function identityOf(folder: string): Promise<string> {
  const found = await stat(folder, { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.dev}:${found.ino}`;
}

/** Those of the written files that are there no more; null where all are, in the folder into which they were written. */
async function lostOf(
  folder: string,
  own: string,
  written: readonly string[],
): Promise<readonly string[] | null> {
  const isThere = (await identityOf(folder)) === own;
  if (!isThere) return written;
  const found = await Promise.all(
    written.map((path) => lstat(join(folder, ...path.split('/'))).catch(() => null)),
  );
  const lost = written.filter((_, index) => found[index] === null);
  return lost.length === 0 ? null : lost;
}

function gone(shown: string, lost: readonly string[]): FailureError {
  return inputFailure(
    'lab-folder-gone',
    `Somebody removed ${lost.length === 0 ? shown : `${lost.join(', ')} in ${shown}`} while the lab was done there.`,
    'The lab was stopped when that was seen. Do it again: what is still there stays.',
  );
}

/** The folder and those above it that are not there yet, the innermost first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let path = folder; dirname(path) !== path; path = dirname(path)) {
    if ((await lstat(path).catch(() => null)) !== null) break;
    missing.push(path);
  }
  return missing;
}

/** Removes folders in which there is nothing; who has put something there meanwhile keeps it. */
async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const path of folders) {
    const isGone = await rmdir(path).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

async function lockFolder(
  { folder, shown }: LabPlace,
  { signal, onWait, waitMs = WAIT_MS }: WriterOptions,
): Promise<() => Promise<void>> {
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  const timer = setTimeout(stop, waitMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await acquireLock(join(folder, LOCK), {
      signal: limit.signal,
      pollMs: POLL_MS,
      ...(onWait === undefined ? {} : { onWait }),
    });
  } catch (error) {
    if (signal.aborted || !isAbort(error)) throw error;
    throw inputFailure(
      'lab-folder-busy',
      `Another export writes into ${shown}, and has not ended for ${waitMs / 1000} s.`,
      'Try it again when that has ended, or name another folder.',
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Removes what was half-written for one of the lab's files when an export was killed. */
async function sweep({ lab, folder }: LabPlace): Promise<void> {
  const targets = labPaths(lab).map((path) => join(folder, ...path.split('/')));
  for (const parent of new Set(targets.map(dirname)))
    for (const name of await readdir(parent).catch(() => []))
      if (targets.some((target) => dirname(target) === parent && isLeftover(name, target)))
        await rm(join(parent, name), { force: true });
}

/** A link may lead to what is no file of the lab; nothing is written through it, and it is not replaced. Gives whether anything is there. */
async function refuseLink(target: string, path: string): Promise<boolean> {
  const there = await lstat(target).catch(() => null);
  if (there?.isSymbolicLink() !== true) return there !== null;
  const to = await readlink(target).catch(() => 'another place');
  throw inputFailure(
    'lab-link',
    `${path} is a link to ${to}: nothing is written through it.`,
    'Remove the link, or name another folder.',
  );
}

/** Does some writing, and says in words what the system said. */
async function writing<T>(shown: string, work: () => Promise<T>, path?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FailureError || isAbort(error)) throw error;
    const what = path === undefined ? `The folder ${shown}` : `${path} in ${shown}`;
    throw inputFailure(
      'cannot-write',
      `${what} cannot be written: ${systemSentence(error)}.`,
      'Name another folder, or make room. What was written before is whole.',
    );
  }
}
