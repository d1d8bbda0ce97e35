import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toFailure } from '../failures.ts';
import { makeOwnFolder, writeOwnFile } from './own-folder.ts';

let parent = '';
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'own-folder-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

it('removes what a killed process left, keeps what lives and what is not ours', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const [left, living, foreign] = [
    `sidecar-anatomy-${pid}-abc`,
    `sidecar-anatomy-${process.pid}-abc`,
    'sidecar-anatomy-x',
  ];
  for (const name of [left, living, foreign]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, 'file'), 'x');
  }
  const made = await makeOwnFolder(parent);
  await vi.waitFor(async () =>
    expect((await readdir(parent)).sort()).toEqual([living, basename(made), foreign].sort()),
  );
  expect((await stat(made)).mode & 0o777).toBe(0o700);
});

it('names the file that a full disk does not take', async () => {
  const failure = await writeOwnFile('/dev/full', 'x').then(() => null, toFailure);
  expect(failure?.message).toBe('/dev/full cannot be used: the disk is full.');
});
