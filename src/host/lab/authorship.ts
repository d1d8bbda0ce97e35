import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabStepBy } from '../../contract/lab-types.ts';
import { LABS, type LabFiles, type LabName } from '../../domain/lab/model.ts';
import { isRecord } from '../files/json-shape.ts';
import { makeFolders } from '../files/make-folders.ts';
import { replaceFile } from '../files/replace-file.ts';

/**
 * Which files of which folders the app wrote, kept in its cache and not in the folders: a lab's folder holds the lab alone.
 * What cannot be read or kept is forgotten; the files then count as a person's own.
 */
export interface Authorship {
  /** Notes texts as written by the app, beside those noted before. */
  note(lab: LabName, folder: string, texts: ReadonlyMap<string, string>): Promise<void>;
  /** Whether a file of the folder, by its path there, is as the app wrote it last. */
  isOwn(lab: LabName, folder: string, path: string, text: string): Promise<boolean>;
  /** Of every step who did it, by what the folder holds now. */
  by(lab: LabName, folder: string, files: LabFiles): Promise<Readonly<Record<number, LabStepBy>>>;
}

export function createAuthorship(cacheDir: string): Authorship {
  const records = join(cacheDir, 'labs');
  const pathOf = (lab: LabName, folder: string): string =>
    join(records, `${lab}-${hash(folder).slice(0, 32)}.json`);
  return {
    async note(lab, folder, texts) {
      if (texts.size === 0) return;
      const path = pathOf(lab, folder);
      const { written } = await read(path);
      for (const [file, text] of texts) written.set(file, hash(text));
      const data = JSON.stringify({ folder, written: Object.fromEntries(written) });
      try {
        await makeFolders(records);
        await sweep(records);
        await replaceFile(path, data, {
          mode: 0o600,
          signal: new AbortController().signal,
          sync: false,
        });
      } catch {
        // A full disk costs the note alone.
      }
    },
    async isOwn(lab, folder, path, text) {
      const { written } = await read(pathOf(lab, folder));
      return written.get(path) === hash(text);
    },
    async by(lab, folder, files) {
      const { written } = await read(pathOf(lab, folder));
      return Object.fromEntries(
        LABS[lab].map(({ number, files: paths }) => [number, stepBy(paths, files, written)]),
      );
    },
  };
}

function stepBy(paths: readonly string[], files: LabFiles, written: ReadonlyMap<string, string>): LabStepBy {
  const there = paths.flatMap((path) => {
    const file = files.get(path);
    return file === undefined || file.kind === 'missing' ? [] : [{ path, file }];
  });
  if (there.length === 0) return 'nobody';
  const ours = there.every(({ path, file }) => file.kind === 'text' && written.get(path) === hash(file.text));
  return ours ? 'app' : 'hand';
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface Kept {
  /** Null where there is none that can be read. */
  readonly folder: string | null;
  /** By path in the folder: SHA-256 of the text as the app wrote it. */
  readonly written: Map<string, string>;
}

async function read(path: string): Promise<Kept> {
  const nothing: Kept = { folder: null, written: new Map() };
  try {
    const kept: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isRecord(kept) || typeof kept.folder !== 'string' || !isRecord(kept.written)) return nothing;
    const sums = Object.entries(kept.written).flatMap(([file, sum]) =>
      typeof sum === 'string' ? [[file, sum] as const] : [],
    );
    return { folder: kept.folder, written: new Map(sums) };
  } catch {
    return nothing;
  }
}

/** Removes what is kept of folders that are gone. */
async function sweep(records: string): Promise<void> {
  for (const name of await readdir(records)) {
    const path = join(records, name);
    const { folder } = await read(path);
    const gone = folder === null || (await stat(folder).then(() => false, isMissing));
    if (gone) await rm(path, { force: true });
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
