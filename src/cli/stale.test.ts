import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FailureError } from '../contract/failure.ts';
import { refuseStale } from './stale.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function saidOf(before: string | Uint8Array | null, now: string | Uint8Array): Promise<string> {
  if (before !== null) writeFileSync(join(folder, 'a.svg'), before);
  const context = { cwd: folder, signal: new AbortController().signal };
  const error = await refuseStale(context, 'a.svg', now).catch((thrown: unknown) => thrown);
  if (error === undefined) return 'fresh';
  return error instanceof FailureError ? `${error.failure.message} ${error.failure.hint}` : String(error);
}

test('an export that is what would be made now passes', async () => {
  expect(await saidOf('a\nb\n', 'a\nb\n')).toBe('fresh');
  expect(await saidOf(Buffer.from([1, 2]), Buffer.from([1, 2]))).toBe('fresh');
});

test('lines that a checkout on Windows ended its own way are the same lines', async () => {
  expect(await saidOf('a\r\nb\r\n', 'a\nb\n')).toBe('fresh');
  expect(await saidOf('a\r\nX\r\n', 'a\nb\n')).toMatch(/^a\.svg:2 /);
});

test('of another text the first line that differs is told, and how it is mended', async () => {
  expect(await saidOf('a\nb\nc\n', 'a\nX\nc\n')).toBe(
    'a.svg:2 is not what is made now (4 lines there, 4 now). Look at what changed, then write it again with --out a.svg.',
  );
  expect(await saidOf('a\nb\n', 'a\n')).toMatch(/^a\.svg:2 /);
  expect(await saidOf('a\n', 'a\nb\n')).toMatch(/^a\.svg:2 /);
});

test('of other pixels it is told that they differ, and of a file that is not there that', async () => {
  expect(await saidOf(Buffer.from([1, 2]), Buffer.from([1, 3]))).toMatch(
    /^a\.svg is another picture than the one/,
  );
  rmSync(join(folder, 'a.svg'));
  expect(await saidOf(null, 'a\n')).toMatch(/^a\.svg is not there\./);
});
