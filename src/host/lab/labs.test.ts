import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import type { LabOver, LabProgress } from '../../contract/lab-types.ts';
import { LABS, type LabFiles, type LabReport } from '../../domain/lab/model.ts';
import { createLabs, type LabDesk, type LabOrder } from './labs.ts';
import { readLabFolder } from './read-folder.ts';
import { runLab } from './run-lab.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'labs-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A step passes when all of its files are there. */
function grade(files: LabFiles): LabReport {
  const steps = LABS.bootstrap.map(({ number, id, files: paths }) => {
    const there = paths.filter((path) => files.get(path)?.kind === 'text').length;
    const state =
      there === 0 ? ('missing' as const) : there < paths.length ? ('fail' as const) : ('pass' as const);
    return { number, id, state, findings: [], notes: [] };
  });
  return { lab: 'bootstrap', passed: false, workload: null, steps };
}

/** A lab whose files hold their own names, on the engine of the real ones. */
const desk: LabDesk = {
  grade: async (place, _, signal) => grade(await readLabFolder(place, signal)),
  gradeFiles: grade,
  close: async () => undefined,
  run: (order) =>
    runLab({
      ...order,
      grade,
      commands: () => [],
      works: LABS.bootstrap.map(({ number, files }) => ({
        number,
        make: async () => files.map((path) => ({ path, text: `${path} of ${order.input.name}\n` })),
      })),
    }),
};

const NO_STAGE = {
  start: () => Promise.reject(new Error('no Envoy runs here')),
  stop: async () => undefined,
};

function labs(desks = { bootstrap: desk, install: desk }) {
  const told: LabProgress[] = [];
  const over: LabOver[] = [];
  const made = createLabs({
    desks,
    cacheDir: join(home, 'cache'),
    home,
    inputOf: (studyId, index) => ({
      input: { name: `${studyId}.yaml`, bytes: new Uint8Array() },
      injection: [],
      index,
    }),
    stageOf: () => NO_STAGE,
    on: { progress: (progress) => told.push(progress), over: (end) => over.push(end) },
  });
  return { ...made, told, over };
}

const place = (folder: string) => ({
  lab: 'bootstrap' as const,
  folder,
  start: {},
  preferred: null,
  namespace: null,
  control: null,
  kubeconfig: null,
});
const order = (folder: string, steps: number[], force = false) => ({
  ...place(folder),
  run: folder,
  label: null,
  manifest: null,
  replace: [],
  studyId: 'payments',
  index: 0,
  native: false,
  profile: null,
  sets: [],
  paceMs: 0,
  steps,
  force,
});

describe('the labs of the window', () => {
  it('tell the app’s work from a person’s, step by step, also after a restart', async () => {
    const first = labs();
    const folder = join(home, 'sidecar-anatomy', 'bootstrap-lab');
    await first.run(order(first.folder('bootstrap'), [1, 2]));
    writeFileSync(join(folder, '03-mesh.txt'), 'by hand\n');
    writeFileSync(join(folder, '02-env.txt'), 'changed by hand\n');
    const { by, report } = await labs().look(place(first.folder('bootstrap')));
    expect([by[1], by[2], by[3], by[4]]).toEqual(['app', 'hand', 'hand', 'nobody']);
    expect(report.steps.map(({ state }) => state).slice(0, 4)).toEqual(['pass', 'pass', 'pass', 'missing']);
    expect(readdirSync(folder).sort()).toEqual(['01-args.txt', '02-env.txt', '03-mesh.txt', 'inject.yaml']);
  });

  it('make the app’s own files anew for another workload, and leave a person’s as they are', async () => {
    const { run } = labs();
    const folder = join(home, 'again');
    await run(order(folder, [2, 3]));
    writeFileSync(join(folder, '03-mesh.txt'), 'by hand\n');
    const other = { ...order(folder, [2]), studyId: 'orders' };
    expect((await run(other)).files).toEqual([{ step: 2, path: '02-env.txt', state: 'remade' }]);
    expect(readFileSync(join(folder, '02-env.txt'), 'utf8')).toBe('02-env.txt of orders.yaml\n');
    await expect(run({ ...other, steps: [3] })).rejects.toThrow('03-mesh.txt:1 is not what');
  });

  it('keep nothing of folders that are gone', async () => {
    const { run } = labs();
    await run(order(join(home, 'gone'), [2]));
    rmSync(join(home, 'gone'), { recursive: true });
    await run(order(join(home, 'there'), [2]));
    expect(readdirSync(join(home, 'cache', 'labs'))).toHaveLength(1);
  });

  it('do not take for their own what was there before and said the same', async () => {
    const { run } = labs();
    const folder = join(home, 'mine');
    mkdirSync(folder);
    writeFileSync(join(folder, '02-env.txt'), '02-env.txt of payments.yaml\n');
    expect((await run(order(folder, [2]))).by[2]).toBe('hand');
  });

  it('tell which step is being done', async () => {
    const { run, told } = labs();
    const folder = join(home, 'told');
    await run(order(folder, [2, 3]));
    expect(told.map(({ step, state }) => `${step} ${state}`)).toEqual([
      '2 running',
      '2 done',
      '3 running',
      '3 done',
    ]);
    expect(told.every((one) => one.run === folder && one.lab === 'bootstrap')).toBe(true);
  });

  it('rest between steps as long as they are asked to, and are called off meanwhile', async () => {
    const { run, cancel, told, over } = labs();
    const folder = join(home, 'slow');
    const running = run({ ...order(folder, [2, 3]), paceMs: 5000 });
    while (told.length < 2) await new Promise((done) => setTimeout(done, 5));
    cancel('another');
    cancel(folder);
    await expect(running).rejects.toThrow(/called off|cancelled/i);
    expect(over).toMatchObject([{ run: folder, failure: { code: 'cancelled' } }]);
    expect((await labs().look(place(folder))).by[2]).toBe('app');
    expect(readdirSync(folder)).toEqual(['02-env.txt']);
  });

  it('tell a page that comes later which run writes into its folder, and how far that is', async () => {
    const { run, told, over, underWay, folder } = labs();
    const at = (lab: 'bootstrap' | 'install') => underWay({ lab, folder: folder('bootstrap') });
    const running = run({ ...order(folder('bootstrap'), [2, 3]), run: 'r', paceMs: 200 });
    while (told.length < 2) await new Promise((done) => setTimeout(done, 5));
    expect(at('bootstrap')).toEqual({ run: 'r', step: null, made: [{ step: 2, state: 'done' }] });
    expect(at('install')).toBe(null);
    expect(over).toEqual([]);
    await running;
    expect(over).toEqual([{ run: 'r', failure: null }]);
    expect(at('bootstrap')).toBe(null);
  });

  it('take a manifest of the person’s, and no settings beside it', async () => {
    const taken: unknown[] = [];
    const desks = {
      bootstrap: desk,
      install: {
        ...desk,
        run: (given: LabOrder) => {
          taken.push(given.manifest);
          return desk.run(given);
        },
      },
    };
    const { run } = labs(desks);
    writeFileSync(join(home, 'mine.yaml'), 'kind: Namespace\n');
    const wish = { ...order(join(home, 'with'), [2]), lab: 'install' as const, manifest: '~/mine.yaml' };
    await run(wish);
    expect(taken).toEqual([{ name: 'mine.yaml', bytes: Buffer.from('kind: Namespace\n') }]);
    await expect(run({ ...wish, profile: 'demo' })).rejects.toThrow(
      '~/mine.yaml is taken as it is, and a profile changes what is generated.',
    );
    await expect(run({ ...wish, manifest: '~/none.yaml' })).rejects.toThrow(/none\.yaml/);
  });

  it('take a folder that is not there for one in which nothing was done, and make none by looking', async () => {
    const { look, folder } = labs();
    const { exists, report } = await look(place(folder('bootstrap')));
    expect(exists).toBe(false);
    expect(report.steps.every(({ state }) => state === 'missing')).toBe(true);
    expect(existsSync(join(home, 'sidecar-anatomy'))).toBe(false);
  });

  it('refuse a folder that does not say from where on, and a file that is none of the lab’s', async () => {
    const { look, file } = labs();
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => (error instanceof FailureError ? error.failure.message : String(error)),
      );
    expect(await refused(look(place('labs/one')))).toBe('labs/one does not say from where on.');
    writeFileSync(join(home, 'secret.txt'), 'secret');
    expect(await refused(file({ lab: 'bootstrap', folder: home, path: 'secret.txt' }))).toBe(
      'The lab has no file secret.txt.',
    );
    expect(await refused(file({ lab: 'bootstrap', folder: home, path: '02-env.txt' }))).toBe(
      '02-env.txt is not there yet.',
    );
  });

  it('replace what a person wrote only when told to', async () => {
    const { run, file } = labs();
    const folder = join(home, 'kept');
    mkdirSync(folder);
    writeFileSync(join(folder, '02-env.txt'), 'mine\n');
    await expect(run(order(folder, [2]))).rejects.toThrow('02-env.txt:1 is not what this export writes');
    expect((await file({ lab: 'bootstrap', folder, path: '02-env.txt' })).text).toBe('mine\n');
    expect((await run(order(folder, [2], true))).by[2]).toBe('app');
  });

  it('replace only the files that were named', async () => {
    const { run, file } = labs();
    const folder = join(home, 'named');
    mkdirSync(folder);
    const mine = (name: string) => writeFileSync(join(folder, name), 'mine\n');
    mine('02-env.txt');
    mine('07-identity.txt');
    const wish = { ...order(folder, [2, 7]), replace: ['02-env.txt'] };
    await expect(run(wish)).rejects.toThrow('07-identity.txt:1 is not what this export writes');
    const text = async (path: string) => (await file({ lab: 'bootstrap', folder, path })).text;
    expect([await text('02-env.txt'), await text('07-identity.txt')]).toEqual([
      '02-env.txt of payments.yaml\n',
      'mine\n',
    ]);
  });
});
