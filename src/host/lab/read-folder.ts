import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import { LAB_INPUTS, LABS, type LabFile, type LabFiles, type LabName } from '../../domain/lab/model.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import { systemSentence, withFailures } from '../failures.ts';
import { answered, readRegularFile } from '../files/named-file.ts';
import { refuseName, whatIsThere } from './folder-fault.ts';

/** Every path that a lab names: what its steps read, then the files of its steps in their order. */
export function labPaths(lab: LabName): readonly string[] {
  return [...LAB_INPUTS[lab], ...LABS[lab].flatMap(({ files }) => files)];
}

/** A folder of a lab. */
export interface LabPlace {
  readonly lab: LabName;
  /** Absolute. */
  readonly folder: string;
  /** As the person wrote it, for messages. */
  readonly shown: string;
}

/**
 * Reads what a lab's folder holds under the paths that the lab names, one after the other, each at most as long as the app
 * takes; nothing is written.
 * @throws FailureError `no-folder`, `cancelled`, `read-stalled`; what is wrong with a file stands in its place
 */
export async function readLabFolder(place: LabPlace, signal: AbortSignal): Promise<LabFiles> {
  await checkFolder(place, signal);
  const files = new Map<string, LabFile>();
  for (const path of labPaths(place.lab)) files.set(path, await readLabFile(place, path, signal));
  return files;
}

/** What is found under one path of a lab's folder. */
export async function readLabFile({ folder }: LabPlace, path: string, signal: AbortSignal): Promise<LabFile> {
  try {
    const bytes = await readRegularFile(join(folder, ...path.split('/')), path, signal);
    if (bytes === null) return { kind: 'missing' };
    const { text, notes } = withFailures(() => decodeInput(path, bytes));
    if (!notes.some(({ code }) => code === 'utf-16')) return { kind: 'text', text };
    return { kind: 'text', text, told: `${path} is UTF-16, as PowerShell’s “>” writes it, and was read so.` };
  } catch (error) {
    if (!(error instanceof FailureError) || ['cancelled', 'read-stalled'].includes(error.failure.code))
      throw error;
    return { kind: 'unreadable', why: error.failure.message };
  }
}

async function checkFolder({ folder, shown }: LabPlace, signal: AbortSignal): Promise<void> {
  const refuse = (what: string, hint: string): FailureError => inputFailure('no-folder', what, hint);
  await refuseName({ folder, shown });
  try {
    const found = await answered(stat(folder), shown, signal);
    if (!found.isDirectory())
      throw refuse(`${shown} is no folder.`, 'Name the folder that holds the files of the lab.');
    await answered(access(folder, constants.R_OK | constants.X_OK), shown, signal);
  } catch (error) {
    if (error instanceof FailureError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const instead = await whatIsThere({ folder, shown });
    if (instead !== null) throw instead;
    if (code === 'ENOENT') throw refuse(`There is no folder ${shown}.`, 'Check its name.');
    throw refuse(
      `The folder ${shown} cannot be read: ${systemSentence(error)}.`,
      'Check its name and whether you may read it.',
    );
  }
}
