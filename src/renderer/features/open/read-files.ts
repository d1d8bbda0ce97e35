import type { Failure } from '../../../contract/failure.ts';
import { InputFault } from '../../../domain/fault.ts';
import { type FilePurpose, HEAD_BYTES, refuseByHead } from '../../../domain/yaml/bytes.ts';
import { type OpenedFile, openedFile, refuseBySize, splitFiles } from '../../state/opened-input.ts';
import { openText } from './open-text.ts';

const MOST_FILES = 4;

/** What reading needs of a browser's file. */
export type ReadableFile = Pick<File, 'name' | 'size' | 'slice'>;

export type ReadResult =
  | { readonly ok: true; readonly files: readonly OpenedFile[] }
  | { readonly ok: false; readonly failure: Failure };

function refused(code: string, message: string, hint: string): ReadResult {
  return { ok: false, failure: { code, kind: 'input', message, hint, source: null } };
}

/** Why a file cannot be text, told from its first bytes; null when it can. Rejects when it cannot be read. */
async function headFailure(file: ReadableFile, purpose: FilePurpose): Promise<Failure | null> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    refuseByHead(file.name, head, purpose);
    return null;
  } catch (fault) {
    if (!(fault instanceof InputFault)) throw fault;
    const { code, message, hint, source } = fault;
    return { code, kind: 'input', message, hint, source };
  }
}

/**
 * Reads files, none of them binary or over the limit and not more than a workload with its three injection files. What
 * is refused is not read any further than it takes to know.
 */
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
      const failure = await headFailure(file, read.length === 0 ? 'workload' : 'injection');
      if (failure !== null) return { ok: false, failure };
      read.push(await openedFile(file.name, file));
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
