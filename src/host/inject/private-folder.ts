import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder, writeOwnFile } from '../files/own-folder.ts';

/** A folder that only this user can look into; gone with everything in it after `dispose`. */
export interface PrivateFolder {
  readonly path: string;
  /** True from when a program runs that has it as its `ownFolder`, so that it goes with us; false again when that has ended. */
  watched(is: boolean): void;
  /** Writes a file that only this user can read; returns its absolute path. Never outside of the folder. */
  write(name: string, data: string | Uint8Array): Promise<string>;
  dispose(): Promise<void>;
}

/** One for every folder that would stay if we ended now. */
const unwatched = new Set<object>();
let gone: (() => void)[] = [];

/**
 * Whether there is a private folder that would stay if we ended now: one that is still being filled, or not yet removed.
 * That is so for a few milliseconds before and after a program.
 */
export const foldersWouldStay = (): boolean => unwatched.size > 0;

/** Resolves once no private folder would stay. At that moment: whoever waits for anything else asks again. */
export async function untilNoFolderStays(): Promise<void> {
  while (foldersWouldStay()) await new Promise<void>((done) => gone.push(done));
}

function wouldStay(folder: object, would: boolean): void {
  if (would) unwatched.add(folder);
  else unwatched.delete(folder);
  if (foldersWouldStay()) return;
  for (const done of gone) done();
  gone = [];
}

export async function createPrivateFolder(parent: string = tmpdir()): Promise<PrivateFolder> {
  const self = {};
  // It is there before we hear of it.
  wouldStay(self, true);
  const path = await makeOwnFolder(parent).catch((error: unknown) => {
    wouldStay(self, false);
    throw error;
  });
  const taken = new Set<string>();
  return {
    path,
    watched: (is) => wouldStay(self, !is),
    async write(name, data) {
      const file = join(path, distinctName(safeName(name), taken));
      await writeOwnFile(file, data, 'wx');
      return file;
    },
    dispose: () => rm(path, { recursive: true, force: true }).finally(() => wouldStay(self, false)),
  };
}

/** The last part of a name, fit for every file system: recognisable, never a path, an option or a reserved name. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-80);
  return /^[. ]*$/.test(clean) || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(clean)
    ? `input-${clean.replaceAll(/[. ]/g, '')}.yaml`
    : clean;
}

/** `name`, or `name-2`, `name-3` … when it is taken already (names are compared as Windows and macOS do). */
export function distinctName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let candidate = name;
  for (let i = 2; taken.has(candidate.toLowerCase()); i++) candidate = `${stem}-${i}${extension}`;
  taken.add(candidate.toLowerCase());
  return candidate;
}
