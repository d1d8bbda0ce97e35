import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { hasLongLine, isLarge, largeDocument } from './large-document.ts';

const at = (text: string) => Text.of(text.split(/\r\n?|\n/));

test.each([
  ['lines', 'key: value\n'.repeat(200_000)],
  ['lines of Windows', 'key: value\r\n'.repeat(200_000)],
  ['lines of old Macs', 'key: value\r'.repeat(200_000)],
  ['one line', 'x'.repeat(1_700_000)],
  ['a long line among short ones', `a: 1\n${'y'.repeat(1_200_000)}\r\nb: 2\n`],
  ['no text', ''],
])('%s made into a document in pieces are the document made at once', async (_, text) => {
  const document = await largeDocument(text);
  expect(document.lines).toBe(at(text).lines);
  expect(document.eq(at(text))).toBe(true);
});

test('other tasks of the page come in between', async () => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 0);
  await largeDocument('key: value\n'.repeat(300_000));
  clearInterval(timer);
  expect(others).toBeGreaterThan(2);
});

test('what is large and what is a long line is told by their lengths', () => {
  expect(isLarge('a\n'.repeat(1000))).toBe(false);
  expect(isLarge('a\n'.repeat(600_000))).toBe(true);
  expect(hasLongLine('a\n'.repeat(600_000))).toBe(false);
  expect(hasLongLine(`a\n${'b'.repeat(100_001)}`)).toBe(true);
});
