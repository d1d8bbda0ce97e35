import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { ToolProgress } from '../contract/types.ts';
import { progressLine, progressWriter } from './progress.ts';

const LONG: ToolProgress = {
  program: 'istioctl',
  phase: 'downloading',
  what: `istioctl 1.31 from its release archive (${'https://example.com/'.repeat(10)})`,
  fraction: 0.334,
  doneBytes: 12_300_000,
  totalBytes: 36_900_000,
  next: 'check its SHA-256',
  why: '',
};
const FULL = 'envoy: downloading Envoy 1.40.0, 12.3 of 36.9 MB (33 %); then check its SHA-256';

test('a step, how far it is and what comes next stand in one line', () => {
  expect(progressLine({ ...LONG, program: 'envoy', what: 'Envoy 1.40.0' })).toBe(FULL);
});

test('in a narrow row what comes next is left out, then the end of the step; how far it is stays', () => {
  const envoy = { ...LONG, program: 'envoy', what: 'Envoy 1.40.0' } as const;
  expect(progressLine(envoy, FULL.length)).toBe(FULL);
  expect(progressLine(envoy, FULL.length - 1)).toBe(FULL.split(';')[0]);
  expect(progressLine(LONG, 79)).toMatch(
    /^istioctl: downloading istioctl 1\.31.*…, 12\.3 of 36\.9 MB \(33 %\)$/,
  );
  for (const width of [79, 40, 20, 5]) expect(progressLine(LONG, width).length).toBeLessThanOrEqual(width);
});

test.each([
  [80, 79],
  [40, 39],
])('a line that is written over takes one row of a terminal with %i columns', (columns, longest) => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns });
  progressWriter(terminal)(LONG);
  const line = String(terminal.read()).replace('\r\u001b[K', '');
  expect(line).toHaveLength(longest);
});

test('a file and a terminal of unknown width get the whole line', () => {
  for (const stream of [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true, columns: 0 })]) {
    progressWriter(stream)(LONG);
    expect(String(stream.read())).toContain('check its SHA-256');
  }
});

test('why a source gave way to the next one is said once, in a line of its own', () => {
  const file = new PassThrough();
  const write = progressWriter(file, () => 0);
  const why = 'The release archive could not be had: example.com did not answer.';
  write({ ...LONG, why });
  write({ ...LONG, why, phase: 'building' });
  const told = String(file.read()).split('\n');
  expect(told[0]).toBe(`istioctl: ${why}`);
  expect(told.filter((line) => line.includes(why))).toHaveLength(1);
});
