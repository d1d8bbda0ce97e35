import { expect, test } from 'vitest';
import { pointedLine } from './run-output.ts';

test('the line that Envoy refused stands with its number over a mark for the column', () => {
  const text = 'node: {id: a}\r\n\tadmin: [\r\n';
  expect(pointedLine(text, { line: 2, column: 9 })).toBe('  2 |  admin: [\n    |         ^\n');
  expect(pointedLine(text, { line: 1, column: null })).toBe('  1 | node: {id: a}\n');
});

test('of a bootstrap on one line what is around the column is shown, and the mark is under it', () => {
  const text = `{"a":"${'x'.repeat(200)}","path":/dev/stdout,"b":"${'y'.repeat(200)}"}`;
  for (const column of [1, 30, text.indexOf('/dev') + 1, text.length]) {
    const [line = '', mark = ''] = pointedLine(text, { line: 1, column }).split('\n');
    expect(line.length).toBeLessThanOrEqual(80);
    expect(line.charAt(mark.indexOf('^'))).toBe(text.charAt(column - 1));
    expect(line.startsWith('  1 | …')).toBe(column > 37);
    expect(line.endsWith('…')).toBe(column < text.length);
  }
});

test('what moves the cursor of a terminal is shown as what it is', () => {
  expect(pointedLine('a: \u001b[31m\u202e/', { line: 1, column: 10 })).toBe(
    '  1 | a: \\u001b[31m\\u202e/\n    |                    ^\n',
  );
});

test('nothing is shown where no line is known, or the text has none of that number', () => {
  expect(pointedLine('a: 1', { line: null, column: null })).toBe('');
  expect(pointedLine('a: 1', { line: 9, column: 1 })).toBe('');
});
