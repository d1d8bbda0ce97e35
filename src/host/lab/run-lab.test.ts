import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { folder, PRECHECK, put, refused, request, text, VERSION } from '../../../test/helpers/lab-run.ts';
import { type MadeFile, runLab } from './run-lab.ts';
import { openLabFolder } from './write-folder.ts';

describe('an export', () => {
  test('makes the folder and those in it, writes the files, and leaves nothing else', async () => {
    const into = join(folder, 'a', 'b');
    const run = request([VERSION, PRECHECK], { folder: into });
    const { files } = await runLab(run);
    expect(files.map(({ path, state }) => [path, state])).toEqual([
      ['out/version.txt', 'written'],
      ['out/precheck.txt', 'written'],
    ]);
    expect(readFileSync(join(into, 'out/version.txt'), 'utf8')).toBe('good 1\n');
    expect(readdirSync(into)).toEqual(['out']);
    expect(readdirSync(join(into, 'out')).sort()).toEqual(['precheck.txt', 'version.txt']);
    expect(run.told).toEqual([
      { step: 1, state: 'running' },
      { step: 1, state: 'done', file: 'out/version.txt' },
      { step: 1, state: 'done', file: 'out/precheck.txt' },
      { step: 1, state: 'done' },
    ]);
  });

  test('goes on where it was interrupted, and leaves alone what says the same', async () => {
    const failing = { ...PRECHECK, text: () => Promise.reject(new Error('killed')) };
    await expect(runLab(request([VERSION, failing]))).rejects.toThrow('killed');
    const before = statSync(join(folder, 'out/version.txt'), { bigint: true }).mtimeNs;
    const run = request([VERSION, PRECHECK]);
    const { files, report } = await runLab(run);
    expect(files.map(({ state }) => state)).toEqual(['kept', 'written']);
    expect(statSync(join(folder, 'out/version.txt'), { bigint: true }).mtimeNs).toBe(before);
    expect(report.steps[0]?.state).toBe('pass');
  });

  test('never replaces what says something else, and names file and line; --force does', async () => {
    mkdirSync(join(folder, 'out'));
    put('out/version.txt', 'good 1\nmine\n');
    const other = { ...VERSION, text: 'good 1\nours\n' };
    expect(await refused(runLab(request([other])))).toBe(
      'lab-file-differs: out/version.txt:2 is not what this export writes: it says “mine”, and the export “ours”.',
    );
    expect(text('out/version.txt')).toBe('good 1\nmine\n');
    await runLab(request([other], { force: true }));
    expect(text('out/version.txt')).toBe('good 1\nours\n');
  });

  test('keeps a text that differs from run to run where the grader has nothing against it, and spares the work', async () => {
    mkdirSync(join(folder, 'out'));
    put('out/precheck.txt', 'good at 10:00\n');
    let made = 0;
    const varying: MadeFile = {
      path: 'out/precheck.txt',
      varies: true,
      text: async () => {
        made += 1;
        return 'good at 11:00\n';
      },
    };
    const { files } = await runLab(request([varying]));
    expect([files[0]?.state, made]).toEqual(['kept', 0]);
    put('out/precheck.txt', 'half');
    expect(await refused(runLab(request([VERSION, varying])))).toContain('out/precheck.txt:1 is not');
    await runLab(request([varying], { force: true }));
    expect(text('out/precheck.txt')).toBe('good at 11:00\n');
  });

  test('does the steps that are asked for', async () => {
    const works = [
      { number: 1, make: async () => [VERSION] },
      { number: 2, make: async () => [{ path: 'manifest.yaml', text: 'good\n' }] },
    ];
    await runLab(request([], { works, steps: [2] }));
    expect(readdirSync(folder)).toEqual(['manifest.yaml']);
  });

  test('writes nothing through a link, and over no folder', async () => {
    mkdirSync(join(folder, 'out'));
    put('precious', 'mine');
    symlinkSync(join(folder, 'precious'), join(folder, 'out/version.txt'));
    const force = { force: true };
    expect(await refused(runLab(request([VERSION], force)))).toMatch(
      /^lab-link: out\/version\.txt is a link to /,
    );
    expect(text('precious')).toBe('mine');
    mkdirSync(join(folder, 'out/precheck.txt'));
    expect(await refused(runLab(request([PRECHECK])))).toBe(
      'lab-file-differs: out/precheck.txt is there and is not replaced: out/precheck.txt is a folder.',
    );
    expect(await refused(runLab(request([PRECHECK], force)))).toBe(
      'cannot-write: out/precheck.txt in my-lab cannot be written: it is a folder.',
    );
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['precheck.txt', 'version.txt']);
  });

  test('removes what a killed one left half-written, and nothing else that is hidden', async () => {
    mkdirSync(join(folder, 'out'));
    const left = ['out/.version.txt.0123456789ab.tmp', '.manifest.yaml.0123456789ab.tmp'];
    const others = ['.bashrc.0123456789ab.tmp', '.manifest.yaml.0123.tmp'];
    for (const name of [...left, ...others]) put(name, '');
    await runLab(request([VERSION]));
    expect(left.filter((name) => existsSync(join(folder, name)))).toEqual([]);
    expect(others.filter((name) => existsSync(join(folder, name)))).toEqual(others);
  });

  test.each([
    ['between files', async () => VERSION.text],
    ['while a step waits', (signal: AbortSignal) => pause(60_000, '', { signal })],
  ])('is called off %s, and that is what is told', async (_, text) => {
    const controller = new AbortController();
    const late = async (): Promise<string> => {
      controller.abort();
      return text(controller.signal);
    };
    const files = [{ path: VERSION.path, text: late }, PRECHECK];
    expect(await refused(runLab(request(files, { signal: controller.signal })))).toMatch(/^cancelled/);
    expect(existsSync(join(folder, PRECHECK.path))).toBe(false);
  });

  test('a place that is no folder is told in one sentence', async () => {
    expect(await refused(runLab(request([VERSION], { folder: '/proc/lab', shown: '/proc/lab' })))).toMatch(
      /^cannot-write: The folder \/proc\/lab cannot be written: /,
    );
  });
});

describe('two exports into one folder', () => {
  test('the second waits for the first, and finds its files', async () => {
    const slow = { ...VERSION, text: () => pause(300).then(() => VERSION.text) };
    let waited = 0;
    const first = runLab(request([slow, PRECHECK]));
    await pause(50);
    const second = runLab(
      request([slow, PRECHECK], {
        onWait: () => {
          waited += 1;
        },
      }),
    );
    expect((await first).files.map(({ state }) => state)).toEqual(['written', 'written']);
    expect((await second).files.map(({ state }) => state)).toEqual(['kept', 'kept']);
    expect(waited).toBe(1);
  });

  test('is told when the first does not end', async () => {
    const place = { lab: 'install' as const, folder, shown: 'my-lab' };
    const { signal } = new AbortController();
    const first = await openLabFolder(place, { signal });
    expect(await refused(openLabFolder(place, { signal, waitMs: 100 }))).toBe(
      'lab-folder-busy: Another export writes into my-lab, and has not ended for 0.1 s.',
    );
    expect(await refused(openLabFolder(place, { signal: AbortSignal.timeout(100) }))).toMatch(/abort/i);
    await first.close();
    await (await openLabFolder(place, { signal })).close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a folder that an export makes', () => {
  test('goes again with those above it when nothing was written into it, and stays when something was', async () => {
    const failing = { ...VERSION, text: () => Promise.reject(new Error('no such workload')) };
    const into = join(folder, 'a', 'b');
    await expect(runLab(request([failing], { folder: into }))).rejects.toThrow('no such');
    expect(readdirSync(folder)).toEqual([]);
    const later = { ...failing, path: PRECHECK.path };
    await expect(runLab(request([VERSION, later], { folder: into }))).rejects.toThrow('no such');
    expect(readdirSync(join(into, 'out'))).toEqual(['version.txt']);
    mkdirSync(join(folder, 'mine'));
    await expect(runLab(request([failing], { folder: join(folder, 'mine') }))).rejects.toThrow('no such');
    expect(existsSync(join(folder, 'mine'))).toBe(true);
  });

  test.each([
    ['a file and no folder', (path: string) => writeFileSync(path, '')],
    ['a link to nowhere, which is not there', (path: string) => symlinkSync('nowhere', path)],
    ['a link to out that leads in a circle', (path: string) => symlinkSync('out', path)],
  ])('is refused where %s stands', async (what, put) => {
    const into = join(folder, 'out');
    put(into);
    expect(await refused(runLab(request([VERSION], { folder: into })))).toBe(`no-folder: my-lab is ${what}.`);
  });

  test.each([
    ['a\0b', 'folder-name: The name my-lab holds a NUL, which no name of a folder can.'],
    [
      'a\ufffdb',
      'folder-name: The name my-lab holds bytes that are no UTF-8, and cannot be handed on as they are.',
    ],
  ])('is refused under a name that the system does not take: %j', async (name, said) => {
    const place = { folder: join(folder, name), shown: 'my-lab' };
    expect(await refused(runLab(request([VERSION], place)))).toBe(said);
  });
});
