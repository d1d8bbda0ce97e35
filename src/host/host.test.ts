import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inlineManifests } from '../../test/helpers/manifests.ts';
import type { Outcome } from '../contract/failure.ts';
import { MAX_INPUT_BYTES } from '../contract/limits.ts';
import type { EnvoyRun, Study } from '../contract/types.ts';
import { dispatch } from './dispatch.ts';
import { createHost } from './host.ts';
import type { HostParts } from './host-parts.ts';
import { createTextWork } from './inject/text-work.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'host-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const noProgram = () => Promise.reject(new Error('no program runs here'));
const noReport = () => {
  throw new Error('no lab is graded here');
};
const NO_DESK = { grade: noProgram, gradeFiles: noReport, run: noProgram, close: async () => undefined };

/** Rooms that say what they were asked, so that only the composition is looked at here. */
function rooms() {
  const asked: string[] = [];
  const command = { argv: ['p'], line: 'p', exitCode: 0, signal: null, ms: 1, stderr: '' };
  const named = (name: string) => ({ name, text: `text of ${name}` });
  const run: EnvoyRun = { runId: 'r1', pid: 1, adminAddress: '127.0.0.1:1', command };
  const parts: HostParts = {
    toolchain: {
      list: async () => [],
      require: async () => '/none',
      find: async () => ({ path: '/none', version: '1' }),
      install: async () => [],
      cancel: () => void asked.push('toolchain.cancel'),
      onProgress: (listener) => {
        listener({
          program: 'envoy',
          phase: 'looking',
          what: '',
          next: '',
          why: '',
          fraction: null,
          doneBytes: null,
          totalBytes: null,
        });
        return () => void asked.push('progress stopped');
      },
      cacheDir: '/none',
    },
    desks: { bootstrap: NO_DESK, install: NO_DESK },
    injector: {
      inject: ({ name, bytes, signal }) => {
        asked.push(`inject ${name} ${Buffer.from(bytes).toString('utf8')}`);
        if (name === 'slow.yaml')
          return new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
        return Promise.resolve({
          original: named(name),
          injected: named('injected.yaml'),
          injectConfig: named('inject-config.yaml'),
          meshConfig: named('mesh.yaml'),
          values: named('values.yaml'),
          notes: [{ code: 'injector', severity: 'info', message: 'x', source: null }],
          commands: [command],
        });
      },
    },
    bench: {
      validate: async () => ({ exitCode: 0, output: 'OK', command }),
      start: async (_yaml, on) => {
        on.ended({
          runId: 'r1',
          t: 1,
          by: 'outside',
          exitCode: null,
          signal: 'SIGKILL',
          reason: null,
          log: '',
        });
        return run;
      },
      stop: async (runId) => void asked.push(`stop ${runId}`),
      close: async () => void asked.push('bench closed'),
    },
    reader: {
      texts: createTextWork(),
      read: async () => ({
        summaries: [],
        notes: [{ code: 'reader', severity: 'info', message: 'y', source: null }],
      }),
      view: async (_id, index, choice) =>
        Promise.reject(new RangeError(`${index} ${JSON.stringify(choice)}`)),
      bootstrap: async () => ({ variant: 'lab', yaml: '', differences: [] }),
      forget: (id) => void asked.push(`forget ${id}`),
      close: async () => void asked.push('reader closed'),
    },
    lookAtCluster: async (kubeconfig) => ({ chosen: kubeconfig !== null, words: kubeconfig ?? 'none' }),
    checks: {
      run: async ({ name }) => {
        asked.push(`checks ${name}`);
        return [];
      },
      precheck: noProgram,
      cancel: () => void asked.push('checks cancelled'),
      close: async () => void asked.push('checks closed'),
    },
    manifests: inlineManifests({ require: noProgram, find: noProgram }),
    decode: (_name, bytes) => ({ text: Buffer.from(bytes).toString('utf8'), notes: [] }),
  };
  return { parts, asked };
}

function start(startFile: string | null = null) {
  const { parts, asked } = rooms();
  const resources = join(folder, 'resources');
  const host = createHost({ shell: 'browser', version: '1', resources, startFile: () => startFile }, parts);
  return { host, asked };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const opening = (name: string, text = 'kind: Pod', more: object = {}) => ({
  file: { name, base64: base64(text) },
  injection: [],
  native: false,
  alreadyInjected: false,
  ...more,
});
const failure = (outcome: Outcome<unknown>) => (outcome.ok ? null : outcome.failure);
const value = <T>(outcome: Outcome<unknown>) => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value as T;
};

test('a study holds the notes of both, the commands, and every text by its role', async () => {
  const { host } = start();
  const study = value<Study>(await dispatch(host, 'study:open', opening('C:\\users\\me\\pay.yaml')));
  expect(study.name).toBe('pay.yaml');
  expect(study.bench).toBe('lab');
  expect(study.notes.map((note) => note.code)).toEqual(['injector', 'reader']);
  expect(study.texts.map((text) => text.role)).toEqual([
    'original',
    'injected',
    'inject-config',
    'mesh-config',
    'values',
  ]);
  const text = await dispatch(host, 'study:text', { studyId: study.id, role: 'injected' });
  expect(value(text)).toEqual({ name: 'injected.yaml', text: 'text of injected.yaml' });
});

test('the checks get the text that was chosen', async () => {
  const { host, asked } = start();
  const study = value<Study>(await dispatch(host, 'study:open', opening('a.yaml')));
  for (const role of ['original', 'injected'])
    expect(value(await dispatch(host, 'checks:run', { studyId: study.id, role, kubeconfig: null }))).toEqual(
      [],
    );
  expect(asked.slice(-2)).toEqual(['checks a.yaml', 'checks injected.yaml']);
  const other = await dispatch(host, 'checks:run', { studyId: study.id, role: 'values', kubeconfig: null });
  expect(failure(other)?.code).toBe('bad-request');
});

test('an input that already holds a sidecar runs no program', async () => {
  const { host, asked } = start();
  const study = value<Study>(
    await dispatch(host, 'study:open', opening('in.yaml', 'kind: Pod', { alreadyInjected: true })),
  );
  expect(asked).toEqual([]);
  expect(study.texts).toEqual([{ role: 'injected', name: 'in.yaml' }]);
  const missing = await dispatch(host, 'study:text', { studyId: study.id, role: 'values' });
  expect(failure(missing)?.message).toBe('This study has no values text.');
});

test('what was called off says so, and what came before is kept', async () => {
  const { host } = start();
  const before = value<Study>(await dispatch(host, 'study:open', opening('a.yaml')));
  const slow = dispatch(host, 'study:open', opening('slow.yaml'));
  await dispatch(host, 'study:cancel', {});
  expect(failure(await slow)?.code).toBe('cancelled');
  expect((await dispatch(host, 'study:text', { studyId: before.id, role: 'injected' })).ok).toBe(true);
});

test('the eight studies used last are held; the others are said to be gone, and forgotten by the reader', async () => {
  const { host, asked } = start();
  const ids: string[] = [];
  for (let index = 0; index < 8; index++)
    ids.push(value<Study>(await dispatch(host, 'study:open', opening(`${index}.yaml`))).id);
  await dispatch(host, 'study:text', { studyId: ids[0], role: 'injected' });
  await dispatch(host, 'study:open', opening('ninth.yaml'));
  expect(asked.filter((line) => line.startsWith('forget'))).toEqual([`forget ${ids[1]}`]);
  const gone = await dispatch(host, 'study:text', { studyId: ids[1], role: 'injected' });
  expect(failure(gone)?.code).toBe('no-such-study');
  expect((await dispatch(host, 'study:text', { studyId: ids[0], role: 'injected' })).ok).toBe(true);
});

test('a file named at the start is read when asked for; one that cannot be read is named with the reason', async () => {
  const path = join(folder, 'start.yaml');
  await writeFile(path, 'kind: Job');
  const { host } = start(path);
  expect(value(await dispatch(host, 'app:start-file', {}))).toEqual({
    name: 'start.yaml',
    base64: Buffer.from('kind: Job').toString('base64'),
  });
  const cases: [string | null, string][] = [
    [join(folder, 'none.yaml'), `There is no file ${join(folder, 'none.yaml')}.`],
    [folder, `${folder} is a folder.`],
    [null, 'No file was named at the start.'],
  ];
  for (const [file, message] of cases)
    expect(failure(await dispatch(start(file).host, 'app:start-file', {}))?.message).toBe(message);
});

test('a file over 20 MB is not read to its end and refused', async () => {
  const path = join(folder, 'large.yaml');
  await writeFile(path, Buffer.alloc(MAX_INPUT_BYTES + 1, 0x20));
  const outcome = await dispatch(start(path).host, 'app:start-file', {});
  expect(failure(outcome)?.message).toBe('large.yaml is larger than 20 MB, the most that is read.');
});

test('a pipe that nobody writes to can be called off', async () => {
  const path = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const { host } = start(path);
  const reading = dispatch(host, 'app:start-file', {});
  const again = setInterval(() => void dispatch(host, 'study:cancel', {}), 20);
  const outcome = await reading;
  clearInterval(again);
  expect(failure(outcome)).toMatchObject({ code: 'cancelled' });
});

test('a recording that is missing or broken is said to be so', async () => {
  const { host } = start();
  const outcome = await dispatch(host, 'recording:sample', {});
  expect(failure(outcome)).toMatchObject({ code: 'recording-broken' });
});

test('a fault of ours comes as one sentence, its stack only as evidence', async () => {
  const { host } = start();
  const study = value<Study>(await dispatch(host, 'study:open', opening('a.yaml')));
  const input = { studyId: study.id, index: 3, variant: 'lab', start: { ip: '10.0.0.9' } };
  const told = failure(await dispatch(host, 'study:workload', input));
  expect(told?.message).toBe('A fault inside Sidecar Anatomy: 3 {"variant":"lab","start":{"ip":"10.0.0.9"}}');
  expect(told?.message).not.toContain('\n');
  expect(told?.evidence).toContain('RangeError');
});

test('events of the bench reach who listens, until they stop', async () => {
  const { host } = start();
  const heard: string[] = [];
  const stop = host.on('envoy:ended', (ended) => heard.push(ended.by));
  await dispatch(host, 'envoy:start', { yaml: 'a: 1' });
  stop();
  await dispatch(host, 'envoy:start', { yaml: 'a: 1' });
  expect(heard).toEqual(['outside']);
});

test('closing ends what runs: openings, downloads, Envoy, the reader', async () => {
  const { host, asked } = start();
  const slow = dispatch(host, 'study:open', opening('slow.yaml'));
  await host.close();
  expect(failure(await slow)?.code).toBe('cancelled');
  expect(asked).toEqual(
    expect.arrayContaining(['toolchain.cancel', 'progress stopped', 'bench closed', 'reader closed']),
  );
  // Findings are still looked up by the reader.
  expect(asked.indexOf('checks closed')).toBeLessThan(asked.indexOf('reader closed'));
});
