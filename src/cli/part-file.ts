import { closeSync, openSync, writeSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inputFailure } from '../contract/failure.ts';
import { systemSentence } from '../host/failures.ts';
import type { CliContext } from './context.ts';

/** A file beside a result, for what is there of it before it is done. */
export interface PartFile {
  /** On the disk when this returns, so that a crash leaves it. */
  readonly write: (text: string) => void;
  close(): void;
  /** Of no use once the result is there. */
  remove(): Promise<void>;
}

const NONE: PartFile = {
  write: () => undefined,
  close: () => undefined,
  remove: async () => undefined,
};

/**
 * Begins OUT.part; none where OUT is standard output, a pipe or a device.
 * @throws FailureError `part-is-there`: it is what an earlier call left; `cannot-write`
 */
export async function openPart(context: CliContext, out: string): Promise<PartFile> {
  const target = resolve(context.cwd, out);
  const there = out === '-' ? null : await stat(target).catch(() => undefined);
  if (there === null || there?.isFile() === false) return NONE;
  const path = `${target}.part`;
  let file: number | null = open(path, `${out}.part`);
  const close = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  return {
    write: (text) => {
      if (file === null) return;
      try {
        writeSync(file, text);
      } catch (error) {
        context.err(`${out}.part is not written any further: ${systemSentence(error)}.\n`);
        close();
      }
    },
    close,
    remove: async () => {
      close();
      await rm(path, { force: true });
    },
  };
}

function open(path: string, name: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw inputFailure(
        'part-is-there',
        `${name} is there: an earlier recording broke off.`,
        'Open it, or remove it; or name another file after --out.',
      );
    throw inputFailure(
      'cannot-write',
      `${name} cannot be written: ${systemSentence(error)}.`,
      'Name another file after --out, or make room.',
    );
  }
}
