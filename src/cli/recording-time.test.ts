import { expect, test } from 'vitest';
import { clockWords } from '../domain/recording/clock-words.ts';
import { parseTime } from './recording-time.ts';

test.each([
  ['12.5s', 12_500],
  ['12.5', 12_500],
  ['0', 0],
  ['800ms', 800],
  ['1:02.5', 62_500],
  ['1:00:00', 3_600_000],
])('%s is %d ms', (text, ms) => {
  expect(parseTime(text)).toBe(ms);
});

test.each(['', 'soon', '-1s', '1:75', '1e3', '0x10', '12.5m', '12,5s'])('“%s” is no time', (text) => {
  expect(() => parseTime(text)).toThrow('Give a time, such as 12.5s, 800ms or 1:02.5.');
});

test('a clock shows tenths, and hours where there are any', () => {
  expect([0, 3250, 62_500, 3_723_400].map(clockWords)).toEqual(['0:00.0', '0:03.2', '1:02.5', '1:02:03.4']);
});
