import { lstat, readlink, stat } from 'node:fs/promises';
import { type FailureError, inputFailure } from '../../contract/failure.ts';

/** A folder of a lab as `LabPlace` names it. */
interface Named {
  readonly folder: string;
  readonly shown: string;
}

/**
 * Refuses names that the system does not take as they were meant: one with a NUL, and one whose bytes are no UTF-8, of which
 * Node gives U+FFFD in place of the bytes. Such a name may be a folder's own, and then it is there.
 * @throws FailureError `folder-name`
 */
export async function refuseName({ folder, shown }: Named): Promise<void> {
  if (folder.includes('\0'))
    throw inputFailure(
      'folder-name',
      `The name ${shown.replaceAll('\0', '\u2400')} holds a NUL, which no name of a folder can.`,
      'Name the folder without it.',
    );
  if (folder.includes('\ufffd') && (await codeOf(lstat(folder))) === 'ENOENT')
    throw inputFailure(
      'folder-name',
      `The name ${shown} holds bytes that are no UTF-8, and cannot be handed on as they are.`,
      'Rename the folder, or name a link to it.',
    );
}

/** What stands in the place of a folder and is none: a file, or a link that leads to no folder. Null for anything else. */
export async function whatIsThere({ folder, shown }: Named): Promise<FailureError | null> {
  const there = await lstat(folder).catch(() => null);
  if (there === null || there.isDirectory()) return null;
  const refuse = (what: string): FailureError =>
    inputFailure('no-folder', `${shown} is ${what}.`, 'Name a folder, or move away what is there.');
  if (!there.isSymbolicLink()) return refuse(there.isFile() ? 'a file and no folder' : 'no folder');
  const to = await readlink(folder).catch(() => 'another place');
  const code = await codeOf(stat(folder));
  if (code === 'ELOOP') return refuse(`a link to ${to} that leads in a circle`);
  if (code === 'ENOENT') return refuse(`a link to ${to}, which is not there`);
  const target = await stat(folder).catch(() => null);
  return target === null || target.isDirectory() ? null : refuse(`a link to ${to}, which is no folder`);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : ''),
  );
}
