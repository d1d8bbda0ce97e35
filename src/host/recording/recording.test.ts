import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseRecording, readRecording } from './recording.ts';

const sample = new URL('../../../resources/recordings/payments.anatomy', import.meta.url).pathname;

test('the shipped recording is of the shipped sample, with the run that has no istiod', async () => {
  const recording = await readRecording(sample);
  const input = await readFile(new URL('../../../resources/samples/payments.yaml', import.meta.url), 'utf8');
  expect(recording.texts.original?.text).toBe(input);
  expect(recording.run.validate.exitCode).toBe(0);
  const last = recording.run.snapshots.at(-1);
  expect(last?.ready).toEqual({ code: 503, body: 'PRE_INITIALIZING' });
  expect(last?.connectedState).toBe(0);
  expect(last?.rung).toBe('no-istiod');
  expect(recording.run.ended).toMatchObject({ by: 'us' });
});

test('the shipped recording names no folder of the machine on which it was made', async () => {
  const { texts: _, ...rest } = await readRecording(sample);
  expect(JSON.stringify(rest)).not.toMatch(/\/(?:home|root|tmp|Users|var\/folders)\//);
});

test('a recording that does not fit is refused by the place that does not fit', async () => {
  const json = await readFile(sample, 'utf8');
  const broken = { ...JSON.parse(json), recordedAt: 'yesterday' };
  expect(() => parseRecording('a.anatomy', JSON.stringify(broken))).toThrow(
    /^The recording a\.anatomy cannot be read: recordedAt: /,
  );
  expect(() => parseRecording('a.anatomy', '{')).toThrow(
    'The recording a.anatomy cannot be read: it is no JSON.',
  );
  expect(() => parseRecording('a.anatomy', json.replace('"format"', '"__proto__"'))).toThrow(
    /cannot be read/,
  );
});
