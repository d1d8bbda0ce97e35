import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, labCli } from './lab-cli.ts';
import { EARLY_MISTAKES, WORKLOADS } from './lab-early-mistakes.ts';
import { LATE_MISTAKES } from './lab-late-mistakes.ts';
import type { Spoiling } from './lab-mistakes.ts';

const folder = mkdtempSync(join(tmpdir(), 'lab-mistakes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  writeFileSync(join(folder, 'both.yaml'), WORKLOADS);
  const { code, stderr } = await labCli(folder, [
    'lab',
    'bootstrap',
    'both.yaml',
    '--out',
    'right',
    '--admin-port',
    '0',
  ]);
  if (code !== 0) throw new Error(stderr);
  const other = [
    'lab',
    'bootstrap',
    'both.yaml',
    '--workload',
    'orders',
    '--out',
    'orders',
    '--admin-port',
    '0',
  ];
  expect((await labCli(folder, other)).code).toBe(0);
});

const text = (from: string, file: string): string => readFileSync(join(folder, from, file), 'utf8');

function spoilt(original: string, spoil: Exclude<Spoiling, null>): string {
  const changed = typeof spoil === 'function' ? spoil(original, text) : original.replace(spoil[0], spoil[1]);
  if (changed === original) throw new Error('the mistake changes nothing');
  return changed;
}

describe('a folder that the app wrote', () => {
  test('passes as it is, and so does that of the other workload', async () => {
    expect(await check(folder, ['right'])).toEqual([]);
    expect(await check(folder, ['orders'])).toEqual([]);
  });

  test.each([...EARLY_MISTAKES, ...LATE_MISTAKES])(
    'fails with one mistake: $what',
    async ({ file, spoil, steps, reason }) => {
      const spoiltFolder = mkdtempSync(join(folder, 'spoilt-'));
      cpSync(join(folder, 'right'), spoiltFolder, { recursive: true });
      if (spoil === null) rmSync(join(spoiltFolder, file));
      else writeFileSync(join(spoiltFolder, file), spoilt(text('right', file), spoil));
      const said = await check(folder, [spoiltFolder]);
      const failed = said.filter((line) => !/^\d unproved$/.test(line));
      expect([...new Set(failed.map((line) => line[0]))].join('')).toBe(steps);
      expect(failed.join('\n')).toContain(reason);
    },
  );
});
