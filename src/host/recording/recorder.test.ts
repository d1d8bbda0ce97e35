import { expect, test } from 'vitest';
import { createRecorder, type RecorderOptions } from './recorder.ts';
import { parseRecording } from './recording.ts';

const KEY = 'Zx8Kq2Wm7Rt4Yp9L';

function recorder(more: Partial<RecorderOptions> = {}) {
  let now = 0;
  const written: string[] = [];
  const made = createRecorder({
    ...{ name: 'shop.yaml', app: '0.1.0', now: new Date('2026-12-01T00:00:00Z'), includeSecrets: false },
    ...{ folders: ['/home/kim'], names: ['kim', 'workstation-7'] },
    write: (line) => written.push(line),
    clock: () => now,
    ...more,
  });
  const injected = made.text('shop.yaml', `kind: Pod\nenv:\n- {name: API_KEY, value: ${KEY}}\n`, 'file');
  made.add({ is: 'opened', name: 'shop.yaml', native: false, texts: { injected }, notes: [], commands: [] });
  const text = made.text('bootstrap.yaml', 'admin: {}\n', 'said');
  const command = { argv: [], line: '', exitCode: null, signal: null, ms: 0, stderr: '' };
  const started = () =>
    made.add({
      ...{ is: 'started', workload: 0, variant: 'lab', edited: false, text, words: 'shop, lab' },
      ...{ began: now, pid: 1, admin: '', command },
    });
  return { made, written, started, at: (t: number) => (now = t) };
}

const END = { is: 'ended', by: 'us', exitCode: 0, signal: null, reason: null } as const;

test('what is written as it goes is what there is in the end, where nothing became a secret later', async () => {
  const { made, written } = recorder();
  const text = made.finish();
  expect(written.join('')).toBe(text);
  expect(text).not.toContain(KEY);
  const { film } = await parseRecording('a', text);
  expect(film.moments.at(-1)?.masked).toBe(1);
});

test('what is known to be a secret only later is masked where it stood before', () => {
  const { made, started } = recorder();
  const late = 'Vb5Nc8Qe3Tz6Uw1M';
  started();
  made.wrote(`a line with ${late} in it\n`);
  made.add(END);
  made.text('values.yaml', `password: ${late}\n`, 'file');
  const text = made.finish();
  expect(text).not.toContain(late);
  expect(text).toContain('a line with •••• in it');
});

test('secrets are kept where they are asked for, and the recording says so', async () => {
  const { made } = recorder({ includeSecrets: true });
  const text = made.finish();
  expect(text).toContain(KEY);
  expect(made.state.masked).toBeNull();
  expect((await parseRecording('a', text)).head.secrets).toBe('included');
});

test('neither the person nor the machine is named in what the programs said', () => {
  const { made, started } = recorder();
  started();
  made.wrote('kim@workstation-7 wrote /home/kim/mesh/b.yaml, kimono stays\n');
  made.add(END);
  const text = made.finish();
  expect(text).toContain('…@… wrote b.yaml, kimono stays');
});

test('a key over several lines is masked although it came in pieces', () => {
  const { made, started, at } = recorder();
  started();
  for (const [t, piece] of [
    '-----BEGIN PRIVATE KEY-----\n',
    `${KEY}${KEY}\n`,
    '-----END PRIVATE KEY-----\n',
  ].entries()) {
    at(t * 10);
    made.wrote(piece);
  }
  made.add(END);
  expect(made.finish()).not.toContain(KEY);
});

test('lines of the log keep their times', async () => {
  const { made, started, at } = recorder();
  started();
  at(100);
  made.wrote('one\n');
  at(350);
  made.wrote('two\n');
  at(600);
  made.add(END);
  const { events } = await parseRecording('a', made.finish());
  expect(events.filter(({ is }) => is === 'log')).toEqual([
    { t: 100, is: 'log', text: 'one\n' },
    { t: 350, is: 'log', text: 'two\n' },
  ]);
});

test('a log without an end is kept up to a bound, and says that it was longer', async () => {
  const { made, started } = recorder();
  started();
  for (let count = 0; count < 90; count += 1) made.wrote(`${'x'.repeat(50_000)}\n`);
  made.add(END);
  const text = made.finish();
  expect(text.length).toBeLessThan(3_300_000);
  expect(text).toContain('the log is longer than 3 MB; the rest is not kept');
});

test('full, it ends in order, says so, and keeps no more', async () => {
  const { made, started } = recorder({ limit: 3000 });
  started();
  for (let count = 0; count < 100; count += 1) made.add({ is: 'log', text: `line ${count}\n` });
  expect(made.state).toMatchObject({ full: true });
  const text = made.finish();
  expect(Buffer.byteLength(text)).toBeLessThan(3100);
  const { events, whole } = await parseRecording('a', text);
  expect([whole, events.at(-1)]).toEqual([true, { t: 0, is: 'end', why: 'full' }]);
});

test('the same text is kept once', () => {
  const { made } = recorder();
  const one = made.text('a.yaml', 'a: 1\n', 'file');
  expect(made.text('a.yaml', 'a: 1\n', 'file')).toBe(one);
  expect(made.text('b.yaml', 'a: 1\n', 'file')).not.toBe(one);
});
