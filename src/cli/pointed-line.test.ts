import { expect, test } from 'vitest';
import { pointedLine } from './pointed-line.ts';

test('the line that is meant stands with its number, and a mark in front of the column', () => {
  const text = 'node: {id: a}\r\n\tadmin: [\r\n';
  expect(pointedLine(text, { line: 2, column: 9 })).toBe('  2 |  admin: ▸[\n');
  expect(pointedLine(text, { line: 1, column: null })).toBe('  1 | node: {id: a}\n');
});

test('of a text on one line what is around the column is shown', () => {
  const text = `{"a":"${'x'.repeat(200)}","path":/dev/stdout,"b":"${'y'.repeat(200)}"}`;
  for (const column of [1, 30, text.indexOf('/dev') + 1, text.length]) {
    const line = pointedLine(text, { line: 1, column });
    expect(line.length).toBeLessThanOrEqual(82);
    expect(line.charAt(line.indexOf('▸') + 1)).toBe(text.charAt(column - 1));
    expect(line.startsWith('  1 | …')).toBe(column > 37);
    expect(line.endsWith('…\n')).toBe(column < text.length);
  }
});

test('what moves the cursor of a terminal is shown as what it is', () => {
  expect(pointedLine('a: \u001b[31m\u202e/', { line: 1, column: 10 })).toBe(
    '  1 | a: \\u001b[31m\\u202e▸/\n',
  );
});

test('letters that nobody sees are shown as what they are, and none is cut in half', () => {
  expect(pointedLine('a\u200b: \ufeff/', { line: 1, column: 6 })).toBe('  1 | a\\u200b: \\ufeff▸/\n');
  for (const start of ['', 'x']) {
    const line = pointedLine(`${start}${'😀'.repeat(100)}`, { line: 1, column: 101 });
    expect(Buffer.from(line).toString()).toBe(line);
  }
});

test('a line of a Secret is not shown, and the lines of the documents around it are', () => {
  const text = 'kind: Pod\na: [\n---\nkind: Secret\ndata: {password: hunter2\n---\nkind: Pod\nb: ]\n';
  const shown = (line: number) => pointedLine(text, { line, column: null });
  expect([2, 4, 5, 8].map(shown)).toEqual(['  2 | a: [\n', '', '', '  8 | b: ]\n']);
  const json = '{"kind":"List","items":[{"kind":"Secret","data":{"p":"aHVudGVy"';
  expect(pointedLine(json, { line: 1, column: 60 })).toBe('');
});

test('nothing is shown where no line is known, or the text has none of that number', () => {
  expect(pointedLine('a: 1', { line: null, column: null })).toBe('');
  expect(pointedLine('a: 1', { line: 9, column: 1 })).toBe('');
});
