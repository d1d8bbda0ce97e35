import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolders, makeFoldersSync } from './make-folders.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-folders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['while other work goes on', makeFolders],
  ['at once', async (path: string) => makeFoldersSync(path)],
])('folders made %s', (name, make) => {
  const at = (...parts: string[]) => join(folder, name, ...parts);

  it('are made with those above them, for this user alone, and may be there already', async () => {
    await make(at('a', 'b', 'c'));
    await make(at('a', 'b', 'c'));
    expect(statSync(at('a', 'b', 'c')).mode & 0o777).toBe(0o700);
    expect(statSync(at('a')).mode & 0o777).toBe(0o700);
    await Promise.all([make(at('x', 'y')), make(at('x', 'y')), make(at('x', 'z'))]);
    expect([existsSync(at('x', 'y')), existsSync(at('x', 'z'))]).toEqual([true, true]);
    await make('/');
  });

  it('cannot be made on a file or below one', async () => {
    await make(at());
    writeFileSync(at('file'), '');
    await expect(make(at('file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(at('file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(existsSync('/proc/self'))('are refused by a file system that takes none', async () => {
    for (const path of ['/proc/nope', '/proc/nope/deeper/still'])
      await expect(make(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
