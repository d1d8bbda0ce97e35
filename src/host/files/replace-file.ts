import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cancelledFailure } from '../failures.ts';

export interface ReplaceOptions {
  /** Of the new file. */
  readonly mode: number;
  readonly signal: AbortSignal;
  /**
   * Whether it is on the disk before it takes its place (default): where something is replaced, a machine that loses its power must
   * not lose both. A rename alone is whole for everybody but that.
   */
  readonly sync?: boolean;
}

/**
 * Writes a file beside its place and renames it: what was there is replaced whole or not at all, and what was called off
 * writes nothing.
 * @throws FailureError `cancelled`, or the system's error
 */
export async function replaceFile(
  place: string,
  data: string | Uint8Array,
  { mode, signal, sync = true }: ReplaceOptions,
): Promise<void> {
  const fresh = join(dirname(place), `${freshStart(place)}${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(fresh, 'wx', mode);
    try {
      await file.writeFile(data);
      if (sync) await file.sync();
    } finally {
      await file.close();
    }
    if (signal.aborted) throw cancelledFailure();
    await rename(fresh, place);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

function freshStart(place: string): string {
  return `.${basename(place).slice(0, 100)}.`;
}

/** Whether a name in the folder of `place` is what an interrupted `replaceFile` for it left. */
export function isLeftover(name: string, place: string): boolean {
  const start = freshStart(place);
  return name.startsWith(start) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length));
}
