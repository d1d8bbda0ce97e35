import { resolve } from 'node:path';
import { FailureError, inputFailure } from '../contract/failure.ts';
import { readRegularFile } from '../host/files/named-file.ts';
import type { CliContext } from './context.ts';

/**
 * Compares a file that was exported before with what would be exported now; writes nothing.
 * @throws FailureError `export-stale` with the first line that differs (of pictures in pixels: that they do), `cannot-read`
 */
export async function refuseStale(
  context: Pick<CliContext, 'cwd' | 'signal'>,
  path: string,
  fresh: string | Uint8Array,
): Promise<void> {
  const there = await readRegularFile(resolve(context.cwd, path), path, context.signal);
  if (there === null)
    throw inputFailure('export-stale', `${path} is not there.`, `Write it with --out ${path}.`);
  const now = Buffer.from(fresh);
  const before = Buffer.from(there);
  if (before.equals(now)) return;
  // A checkout on Windows ends the lines of texts its own way.
  if (typeof fresh === 'string' && unixLines(before.toString('utf8')) === unixLines(fresh)) return;
  throw new FailureError(
    inputFailure(
      'export-stale',
      `${path}${typeof fresh === 'string' ? firstDifference(before.toString('utf8'), fresh) : ' is another picture than the one made now'}.`,
      `Look at what changed, then write it again with --out ${path}.`,
    ).failure,
  );
}

const unixLines = (text: string): string => text.replaceAll('\r\n', '\n');

function firstDifference(before: string, now: string): string {
  const [old, fresh] = [unixLines(before).split('\n'), unixLines(now).split('\n')];
  const at = fresh.findIndex((line, index) => line !== old[index]);
  const line = at < 0 ? fresh.length : at + 1;
  return `:${line} is not what is made now (${old.length} lines there, ${fresh.length} now)`;
}
