import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, PRECHECK, put, refused, request, text, VERSION } from '../../../test/helpers/lab-run.ts';
import { type LabRunRequest, type MadeFile, runLab } from './run-lab.ts';

describe('a file that the app wrote into this folder', () => {
  const other = { ...VERSION, text: 'good 3\n' };
  const varying = { ...PRECHECK, text: 'good 4\n', varies: true };
  /** As kept hashes would say it after a first export. */
  async function exported(): Promise<Partial<LabRunRequest>> {
    const own = new Map<string, string>();
    const first = [VERSION, { ...PRECHECK, varies: true }];
    await runLab(request(first, { onWritten: (path, data) => own.set(path, data) }));
    return { isOwn: async (path, data) => own.get(path) === data };
  }
  const states = async (files: readonly MadeFile[], more: Partial<LabRunRequest>) =>
    (await runLab(request(files, more))).files.map(({ state }) => state);

  test('is made anew where another text is wanted, with those that rest on it, and the result says so', async () => {
    const run = request([other, varying], await exported());
    expect((await runLab(run)).files.map(({ state }) => state)).toEqual(['remade', 'remade']);
    expect([text(VERSION.path), text(PRECHECK.path)]).toEqual(['good 3\n', 'good 4\n']);
    expect(run.told).toContainEqual({ step: 1, state: 'done', file: VERSION.path, remade: true });
  });

  test('is kept where nothing before it changed and the grader has nothing against it, unless it follows a cluster', async () => {
    const more = await exported();
    expect(await states([VERSION, varying], more)).toEqual(['kept', 'kept']);
    expect(await states([VERSION, { ...varying, follows: true }], more)).toEqual(['kept', 'remade']);
  });

  test('is the person’s as soon as one letter of it is', async () => {
    const more = await exported();
    put(VERSION.path, 'good 1 \n');
    expect(await refused(runLab(request([other], more)))).toMatch(/^lab-file-differs: out\/version\.txt:1/);
    put(PRECHECK.path, 'good in my words\n');
    expect(await states([{ ...varying, follows: true }], more)).toEqual(['kept']);
    expect([text(VERSION.path), text(PRECHECK.path)]).toEqual(['good 1 \n', 'good in my words\n']);
  });

  test('is the person’s also when it is changed while its new text is made', async () => {
    const slow = async (): Promise<string> => {
      put(VERSION.path, 'mine\n');
      return other.text;
    };
    const run = runLab(request([{ ...VERSION, text: slow }], await exported()));
    expect(await refused(run)).toContain('it says “mine”, and the export “good 3”');
    expect(text(VERSION.path)).toBe('mine\n');
  });
});

describe('a folder that is removed while the lab is done', () => {
  test('is not made again half: what is gone is told', async () => {
    const into = join(folder, 'lab');
    const gone = {
      ...PRECHECK,
      text: async () => {
        rmSync(into, { recursive: true });
        return 'good 2\n';
      },
    };
    expect(await refused(runLab(request([VERSION, gone], { folder: into })))).toBe(
      'lab-folder-gone: Somebody removed out/version.txt in my-lab while the lab was done there.',
    );
    expect(existsSync(into)).toBe(false);
  });

  test('nor one for which another stands there by now: nothing is written into that', async () => {
    const [into, elsewhere] = [join(folder, 'lab'), join(folder, 'elsewhere')];
    mkdirSync(elsewhere);
    const swapped = {
      ...PRECHECK,
      text: async () => {
        renameSync(into, join(folder, 'moved'));
        symlinkSync(elsewhere, into);
        return 'good 2\n';
      },
    };
    expect(await refused(runLab(request([VERSION, swapped], { folder: into })))).toMatch(/^lab-folder-gone/);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(existsSync(join(folder, 'moved', PRECHECK.path))).toBe(false);
  });

  test('nothing more is written after one of its files was removed', async () => {
    const without = {
      ...PRECHECK,
      text: async () => {
        rmSync(join(folder, VERSION.path));
        return 'good 2\n';
      },
    };
    expect(await refused(runLab(request([VERSION, without])))).toMatch(/^lab-folder-gone/);
    expect(existsSync(join(folder, PRECHECK.path))).toBe(false);
  });

  test('and one of its files, too, however late', async () => {
    const late = {
      number: 2,
      make: async () => {
        rmSync(join(folder, 'out/version.txt'));
        return [];
      },
    };
    const works = [{ number: 1, make: async () => [VERSION, PRECHECK] }, late];
    expect(await refused(runLab(request([], { works })))).toBe(
      'lab-folder-gone: Somebody removed out/version.txt in my-lab while the lab was done there.',
    );
  });
});
