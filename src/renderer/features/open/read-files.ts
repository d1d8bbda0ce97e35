import type { Failure } from '../../../contract/failure.ts';
import { type OpenedFile, openedFile, refuseBySize, splitFiles } from '../../state/opened-input.ts';
import { openText } from './open-text.ts';

const MOST_FILES = 4;

/** What reading needs of a browser's file. */
export type ReadableFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

export type ReadResult =
  | { readonly ok: true; readonly files: readonly OpenedFile[] }
  | { readonly ok: false; readonly failure: Failure };

function refused(code: string, message: string, hint: string): ReadResult {
  return { ok: false, failure: { code, kind: 'input', message, hint, source: null } };
}

/** Reads files, none of them over the limit and not more than a workload with its three injection files. */
export async function readFiles(files: readonly ReadableFile[]): Promise<ReadResult> {
  if (files.length > MOST_FILES)
    return refused('too-many-files', openText.tooMany(files.length), openText.tooManyHint);
  for (const file of files) {
    const refusal = refuseBySize(file.name, file.size);
    if (refusal !== null) return refused('input-too-large', refusal.message, refusal.hint);
  }
  const read: OpenedFile[] = [];
  for (const file of files) {
    try {
      read.push(openedFile(file.name, new Uint8Array(await file.arrayBuffer())));
    } catch {
      return refused('file-unreadable', openText.unreadable(file.name), openText.unreadableHint);
    }
  }
  return { ok: true, files: read };
}

/** Sorts files that were given together into workload and injection files. */
export function asInput(files: readonly OpenedFile[], alreadyInjected = false) {
  const { workload, injection } = splitFiles(files);
  return workload === null ? null : { file: workload, injection, alreadyInjected };
}
