import { getEventListeners } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { StudyReader } from './reader.ts';
import { createWorkerReader } from './worker-reader.ts';

/** A worker whose every task does what the study's name says, so that time limits and crashes are real ones. */
const source = `
import { parentPort, threadId } from 'node:worker_threads';
const known = new Set();
parentPort.on('message', ({ id, task, ask }) => {
  if (ask.studyId === 'hangs' && task === 'view') for (;;);
  if (ask.studyId === 'throws' && task === 'view') throw new Error('broken on purpose');
  if (ask.studyId === 'exits' && task === 'view') process.exit(3);
  if (ask.studyId === 'eats' && task === 'view') { const all = []; for (;;) all.push(new Array(1e6).fill(id)); }
  if (task === 'read') known.add(ask.studyId);
  const failure = { code: 'refused', kind: 'input', message: 'no', hint: '', source: null };
  if (ask.studyId === 'refused') return parentPort.postMessage({ id, ok: false, failure });
  parentPort.postMessage({ id, ok: true, answer: { threadId, known: [...known] } });
});`;
const file = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const texts = {
  original: null,
  injected: { name: 'a.yaml', text: 'kind: Pod' },
  injectConfig: null,
  meshConfig: null,
  values: null,
};
const choice = { variant: 'lab', start: {} } as const;

let reader: StudyReader | null = null;
afterEach(async () => reader?.close());
const make = (options: { timeoutMs?: number; memoryMb?: number } = {}) => {
  reader = createWorkerReader({ file, ...options });
  return reader;
};
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { failure?: { code: string } }) => error.failure?.code ?? 'no failure',
  );
const threadOf = async (promise: Promise<unknown>) => ((await promise) as { threadId: number }).threadId;

test('a failure inside the worker comes out as that failure, and the worker goes on', async () => {
  const reader = make();
  const before = await threadOf(reader.read('good', texts));
  expect(await code(reader.read('refused', texts))).toBe('refused');
  expect(await threadOf(reader.view('good', 0, choice))).toBe(before);
});

test('a task over its time limit ends alone; the next ones get a new worker that reads its texts again', async () => {
  const reader = make({ timeoutMs: 3000 });
  await reader.read('good', texts);
  await reader.read('hangs', texts);
  const hanging = code(reader.view('hangs', 0, choice));
  const waiting = reader.view('good', 0, choice);
  expect(await hanging).toBe('read-timeout');
  await expect(waiting).resolves.toMatchObject({ threadId: expect.any(Number) });
});

test.each([
  ['throws', 'reader-crashed'],
  ['exits', 'reader-crashed'],
  ['eats', 'read-out-of-memory'],
])('a worker that %s is told as %s and replaced', async (study, expected) => {
  const reader = make({ memoryMb: 64 });
  await reader.read('good', texts);
  await reader.read(study, texts);
  expect(await code(reader.view(study, 0, choice))).toBe(expected);
  await expect(reader.view('good', 0, choice)).resolves.toMatchObject({ known: ['good'] });
});

test('what was called off ends with “cancelled”, running or waiting', async () => {
  const reader = make();
  await reader.read('hangs', texts);
  const running = code(reader.view('hangs', 0, choice));
  const stop = new AbortController();
  const waiting = code(reader.read('good', texts, stop.signal));
  stop.abort();
  expect(await waiting).toBe('cancelled');
  await reader.close();
  expect(await running).toBe('cancelled');
});

test('a thousand tasks of one request listen once to its signal, and its end starts no worker for those that wait', async () => {
  const reader = make();
  const before = await threadOf(reader.read('hangs', texts));
  const stop = new AbortController();
  const tasks = Array.from({ length: 1000 }, (_, at) =>
    code(at === 0 ? reader.read('good', texts, stop.signal) : reader.read('later', texts, stop.signal)),
  );
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  stop.abort();
  expect(new Set(await Promise.all(tasks))).toEqual(new Set(['cancelled']));
  // The one that ran ended the worker; the next worker is the one for this.
  expect(await threadOf(reader.read('good', texts))).toBe(before + 1);
});

test('a study that was forgotten is said to be no longer held', async () => {
  const reader = make();
  await reader.read('good', texts);
  reader.forget('good');
  expect(await code(reader.view('good', 0, choice))).toBe('no-such-study');
});
