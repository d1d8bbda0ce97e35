import { expect, it } from 'vitest';
import { lineOfStretch, separators, splitDocuments } from './split.ts';

const stretches = (text: string) =>
  splitDocuments(text).chunks.map(({ start, end }) => text.slice(start, end).trim());

it.each([
  ['line ends of every kind', 'a\n---\nb\r\n---\r\nc\r---\rd', ['a', 'b', 'c', 'd']],
  ['a comment and blanks behind a separator', '---  # x\na\n---\t\nb\n', ['a', 'b']],
  ['dashes that begin no line', '  ---\na---\n - ---\nb: ----\n', ['---\na---\n - ---\nb: ----']],
  ['the separators of Unicode, which end no line here', 'a\u2028---\nb', ['a\u2028---\nb']],
  ['nothing but blanks, comments and separators', '\n  \n # c\n---\n---\n#\r\n   ', []],
  ['a tab, which is no blank', '---\n \t\n', ['']],
  ['one document without a line end', 'a', ['a']],
  ['no text', '', []],
])('of a text with %s the documents are those of istioctl', (_, text, expected) => {
  expect(stretches(text)).toEqual(expected);
});

it('a separator with text behind it is told, with the documents before it', () => {
  const text = 'a\n---\nb\n-----\nc\n';
  expect(splitDocuments(text)).toMatchObject({
    bad: { offset: 8, text: '--' },
    chunks: [{ start: 0, end: 2 }],
  });
});

it('separators are counted, and the line behind each is found', () => {
  const text = '---\na\r\n--- # x\rb\n ---\n---';
  expect(separators(text)).toBe(3);
  expect([0, 1, 2, 3, 4].map((number) => lineOfStretch(text, number))).toEqual([1, 2, 4, 7, null]);
});
