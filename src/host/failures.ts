import { type Failure, FailureError, inputFailure } from '../contract/failure.ts';
import { InputFault } from '../domain/fault.ts';

const MAX_EVIDENCE = 4000;

/** Whether an error says that somebody called the work off: an `AbortSignal` that fired. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}

export function cancelledFailure(): FailureError {
  return new FailureError({
    code: 'cancelled',
    kind: 'input',
    message: 'It was called off before it was done.',
    hint: 'Start it again when you want it.',
    source: null,
  });
}

const SYSTEM: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  ENXIO: 'it is a pipe that nobody reads',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'it may not be used by you',
  EPERM: 'it may not be used by you',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'it is a link that leads in a circle',
  EEXIST: 'something else of that name is there',
  EIO: 'the disk reports an error',
};

/** What the operating system said of a file, in words. */
export function systemSentence(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return SYSTEM[code] ?? (code === '' ? 'for a reason it did not say' : `the system says ${code}`);
}

/** A file of ours that could not be used: full disk, missing or read-only folder. Null for any other error. */
function systemFailure(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || SYSTEM[String(error.code)] === undefined)
    return null;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null;
  return inputFailure(
    'file-system',
    `${path ?? 'A file that is needed'} cannot be used: ${systemSentence(error)}.`,
    'Make room or correct its rights, or choose other folders with TMPDIR and SIDECAR_ANATOMY_CACHE.',
  ).failure;
}

/**
 * Turns whatever was thrown into what people are shown. A stack trace never becomes the message: it is kept, bounded,
 * as folded evidence of a fault of ours.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  if (error instanceof InputFault)
    return inputFailure(error.code, error.message, error.hint, error.source, error.evidence).failure;
  if (isAbort(error)) return cancelledFailure().failure;
  const system = systemFailure(error);
  if (system !== null) return system;
  const text = error instanceof Error ? error.message : String(error);
  const firstLine = text.split('\n', 1)[0]?.trim() ?? '';
  return {
    code: 'internal',
    kind: 'internal',
    message: `A fault inside Sidecar Anatomy${firstLine === '' ? '' : `: ${firstLine}`}`,
    hint: 'Your input is kept. Try it again; if it stays, report it with the evidence below.',
    source: null,
    evidence: (error instanceof Error ? (error.stack ?? text) : text).slice(0, MAX_EVIDENCE),
  };
}

/** Runs pure code and lets its `InputFault`s out as `FailureError`s. */
export function withFailures<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputFault ? toFailureError(error) : error;
  }
}

export function toFailureError(error: unknown): FailureError {
  return error instanceof FailureError ? error : new FailureError(toFailure(error));
}
