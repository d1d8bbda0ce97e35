import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabStepBy } from '../../contract/lab-types.ts';
import { LABS, type LabFiles, type LabName } from '../../domain/lab/model.ts';
import { isRecord } from '../files/json-shape.ts';
import { makeFolders } from '../files/make-folders.ts';
import { replaceFile } from '../files/replace-file.ts';

/** By path in the folder: SHA-256 of the text as the app wrote it. */
type Written = Readonly<Record<string, string>>;

/**
 * Which files of which folders the app wrote, kept in its cache and not in the folders: a lab's folder holds the lab alone.
 * What cannot be read or kept is forgotten; the files then count as a person's own.
 */
export interface Authorship {
  /** Notes texts as written by the app, beside those noted before. */
  note(lab: LabName, folder: string, texts: ReadonlyMap<string, string>): Promise<void>;
  /** Of every step who did it, by what the folder holds now. */
  by(lab: LabName, folder: string, files: LabFiles): Promise<Readonly<Record<number, LabStepBy>>>;
}

export function createAuthorship(cacheDir: string): Authorship {
  const pathOf = (lab: LabName, folder: string): string =>
    join(cacheDir, 'labs', `${lab}-${hash(folder).slice(0, 32)}.json`);
  return {
    async note(lab, folder, texts) {
      const path = pathOf(lab, folder);
      const hashes = [...texts].map(([file, text]) => [file, hash(text)] as const);
      const all: Written = { ...(await read(path)), ...Object.fromEntries(hashes) };
      try {
        await makeFolders(join(cacheDir, 'labs'));
        await replaceFile(path, JSON.stringify(all), { mode: 0o600, signal: new AbortController().signal });
      } catch {
        // A full disk costs the note alone.
      }
    },
    async by(lab, folder, files) {
      const written = await read(pathOf(lab, folder));
      return Object.fromEntries(
        LABS[lab].map(({ number, files: paths }) => [number, stepBy(paths, files, written)]),
      );
    },
  };
}

function stepBy(paths: readonly string[], files: LabFiles, written: Written): LabStepBy {
  const there = paths.flatMap((path) => {
    const file = files.get(path);
    return file === undefined || file.kind === 'missing' ? [] : [{ path, file }];
  });
  if (there.length === 0) return 'nobody';
  const ours = there.every(({ path, file }) => file.kind === 'text' && written[path] === hash(file.text));
  return ours ? 'app' : 'hand';
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function read(path: string): Promise<Written> {
  try {
    const kept: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isRecord(kept)) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([file, sum]) => (typeof sum === 'string' ? [[file, sum]] : [])),
    );
  } catch {
    return {};
  }
}
