import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder, writeOwnFile } from '../files/own-folder.ts';

/** A folder that only this user can look into; gone with everything in it after `dispose`. */
export interface PrivateFolder {
  readonly path: string;
  /** Writes a file that only this user can read; returns its absolute path. Never outside of the folder. */
  write(name: string, data: string | Uint8Array): Promise<string>;
  dispose(): Promise<void>;
}

export async function createPrivateFolder(parent: string = tmpdir()): Promise<PrivateFolder> {
  const path = await makeOwnFolder(parent);
  const taken = new Set<string>();
  return {
    path,
    async write(name, data) {
      const file = join(path, distinctName(safeName(name), taken));
      await writeOwnFile(file, data, 'wx');
      return file;
    },
    dispose: () => rm(path, { recursive: true, force: true }),
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
