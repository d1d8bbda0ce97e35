import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { recordingText } from '../../domain/recording/model.ts';
import { MOST_EVENTS, parseRecording, parseRecordingBytes, readRecording } from './recording.ts';
import { endingProblem, SHIPPED } from './shipped.ts';

const folder = new URL('../../../resources/recordings/', import.meta.url);
const path = (name: string) => new URL(name, folder).pathname;
const sample = await readFile(path('payments.anatomy'), 'utf8');
const first = await readFile(
  new URL('../../../test/fixtures/recordings/payments-1.anatomy', import.meta.url),
  'utf8',
);

test.each(SHIPPED)(
  'the shipped recording $name is of the shipped sample and ends as it says',
  async (plan) => {
    const { film, texts, whole, head, events } = await readRecording(path(plan.name));
    const input = await readFile(new URL('../samples/payments.yaml', folder), 'utf8');
    expect([...texts.values()].some(({ text }) => text === input)).toBe(true);
    expect(endingProblem(plan, film)).toBeNull();
    expect([whole, head.secrets]).toEqual([true, 'masked']);
    const rest = events.filter(({ is }) => is !== 'text');
    expect(JSON.stringify(rest)).not.toMatch(/\/(?:home|root|tmp|Users|var\/folders)\//);
  },
);

test('what was read gives the same bytes again', async () => {
  expect(recordingText(await parseRecording('a.anatomy', sample))).toBe(sample);
});

test('a recording of the first format is read with its looks, log and end', async () => {
  const { film, events, texts } = await parseRecording('old.anatomy', first);
  const { run } = film.moments.at(-1) ?? {};
  expect(run?.look).toMatchObject({ ready: { code: 503, body: 'PRE_INITIALIZING' }, rung: 'no-istiod' });
  expect(run?.ended).toMatchObject({ by: 'us' });
  expect(texts.get(0)?.text).toContain('kind: Deployment');
  const old = JSON.parse(first);
  expect(events.filter(({ is }) => is === 'poll')).toHaveLength(old.run.snapshots.length);
  const log = events.flatMap((event) => (event.is === 'log' ? [event.text] : [])).join('');
  expect(log).toBe(old.run.ended.log);
});

test('one that broke off while it was written opens as far as it goes, wherever it was cut', async () => {
  const whole = Buffer.from(sample);
  const from = Buffer.byteLength(sample.slice(0, sample.indexOf('"is":"opened"')));
  const opened = whole.indexOf('\n', from);
  const cuts = [0, 1, 7, 100, 0.2, 0.5, 0.99].map(
    (cut) => opened + 1 + (cut % 1 === 0 ? cut : cut * (whole.length - opened)),
  );
  for (const cut of cuts) {
    const left = whole.subarray(0, Math.floor(cut));
    const { events, whole: isWhole } = await parseRecordingBytes('cut.anatomy', left);
    expect([isWhole, events.length]).toEqual([false, left.toString('utf8').split('\n').length - 2]);
  }
  await expect(parseRecordingBytes('cut.anatomy', whole.subarray(0, from))).rejects.toThrow(
    'it ends before the first input in it is whole',
  );
});

test('zeros that a disk left behind the last line are nothing', async () => {
  const { events } = await parseRecording('a.anatomy', `${sample}${'\0'.repeat(4096)}`);
  expect(events.at(-1)).toMatchObject({ is: 'end' });
});

const lines = sample.trimEnd().split('\n');
const withLine = (at: number, line: string): string =>
  [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
const poll = lines.findIndex((line) => line.includes('"is":"poll"'));
const last = lines.length;
/** When the line before was written. */
const timeAt = (at: number): number => Number(JSON.parse(lines[at - 1] ?? '').t);

test.each([
  ['no recording', 'kind: Pod\n', 'its first line does not say “sidecar-anatomy-recording/2”'],
  ['an empty file', '', 'its first line does not say “sidecar-anatomy-recording/2”'],
  ['a newer one', sample.replace('recording/2', 'recording/3'), 'it has format 3, and this Sidecar Anatomy'],
  ['a head of wrong types', sample.replace(/"recordedAt":"[^"]*"/, '"recordedAt":7'), 'line 1: recordedAt: '],
  ['a line that is no JSON', withLine(3, '{"t":'), 'line 4: it is no JSON, or not all of it'],
  ['a list', withLine(3, '[]'), 'line 4: '],
  ['an unknown event', withLine(3, '{"t":1,"is":"sung"}'), 'line 4: '],
  ['a time that goes back', withLine(last - 1, '{"t":0,"is":"masked","count":1}'), `line ${last}: its time`],
  ['a key __proto__', withLine(3, '{"t":1,"is":"masked","count":1,"__proto__":{"a":1}}'), 'line 4: '],
  ['__proto__ among texts', sample.replace('"original":0', '"__proto__":0'), 'line 9: '],
  ['a text that is not there', sample.replace('"original":0', '"original":99'), 'text 99 is named before'],
  [
    'a text twice',
    withLine(4, `{"t":${timeAt(4)},"is":"text","id":0,"name":"a","text":""}`),
    'text 0 is there twice',
  ],
  [
    'a poll of nothing',
    withLine(3, `{"t":${timeAt(3)},"is":"poll"}`),
    'line 4: a poll of an Envoy that does not run',
  ],
  [
    'a first poll without ready',
    sample.replace('"ready":{"code":503', '"dumpProblem":null,"rady":{"code":503'),
    ': ',
  ],
  [
    'a first poll that tells too little',
    withLine(poll, `{"t":${timeAt(poll)},"is":"poll"}`),
    'tells not everything',
  ],
  [
    'depth',
    withLine(3, `{"t":1,"is":"masked","count":${'['.repeat(100_000)}1${']'.repeat(100_000)}}`),
    'line 4: ',
  ],
  [
    'the first format with wrong types',
    first.replace(/"recordedAt": "[^"]*"/, '"recordedAt": "yesterday"'),
    'recordedAt: ',
  ],
  ['the first format, cut', first.slice(0, 5000), 'it is no JSON, or not all of it'],
])('%s is refused with one sentence that says where', async (_, text, words) => {
  await expect(parseRecording('b.anatomy', text)).rejects.toThrow(words);
  await expect(parseRecording('b.anatomy', text)).rejects.toThrow(
    /^The recording b\.anatomy cannot be read: [^\n]{1,320}\.$/,
  );
});

test('a million polls are refused, and not held', async () => {
  const many = `${lines.slice(0, poll + 1).join('\n')}\n${'{"t":5000,"is":"poll"}\n'.repeat(800_000)}`;
  await expect(parseRecording('long.anatomy', many)).rejects.toThrow(
    `it holds more than ${MOST_EVENTS} events, the most that are read`,
  );
});

test('a file over 20 MB is refused by its size', async () => {
  await expect(parseRecordingBytes('huge.anatomy', new Uint8Array(20_000_001))).rejects.toThrow(
    'it is over 20 MB',
  );
});

test('reading ends when it is called off', async () => {
  const many = `${lines.slice(0, poll + 1).join('\n')}\n${'{"t":5000,"is":"poll"}\n'.repeat(50_000)}`;
  const control = new AbortController();
  const reading = parseRecording('a.anatomy', many, control.signal);
  control.abort();
  await expect(reading).rejects.toMatchObject({ failure: { code: 'cancelled' } });
});
