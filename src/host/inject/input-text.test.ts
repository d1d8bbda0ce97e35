import { expect, test } from 'vitest';
import { withLastLineEnd } from './input-text.ts';

test('a text whose last line has an end, and an empty one, are left as they are', () => {
  for (const text of ['', 'a: 1\n', 'a: 1\r\n', `a: ${'x'.repeat(4093)}\n`])
    expect(withLastLineEnd('a.yaml', text)).toEqual({ text, notes: [] });
});

test('a last line without an end gets one', () => {
  expect(withLastLineEnd('a.yaml', 'a: 1\nb: 2')).toEqual({ text: 'a: 1\nb: 2\n', notes: [] });
});

test('of a last line that istioctl would lose it is told, its length counted in bytes', () => {
  const lost = `b: ${'é'.repeat(2046)}x`;
  const { text, notes } = withLastLineEnd('a.yaml', `a: 1\n${lost}`);
  expect(text).toBe(`a: 1\n${lost}\n`);
  expect(notes).toMatchObject([{ code: 'last-line-lost', source: { file: 'a.yaml', line: 2, column: 1 } }]);
  expect(withLastLineEnd('a.yaml', `a: 1\n${lost}x`).notes).toEqual([]);
});
