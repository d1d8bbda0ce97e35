import { expect, test } from 'vitest';
import type { EnvoySnapshot } from '../contract/types.ts';
import { jsonLines, pointedLine } from './run-output.ts';

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

test('a JSON line comes when one of its four fields changes, else once a second', () => {
  const lineOf = jsonLines();
  const look = (t: number, connectedState: 0 | 1, evidence: string): EnvoySnapshot => ({
    runId: 'r',
    pid: 1,
    t,
    adminAddress: '127.0.0.1:9982',
    ready: { code: 503, body: 'PRE_INITIALIZING' },
    connectedState,
    rung: 'no-istiod',
    steps: [{ id: 'istiod', state: 'waiting', evidence }],
    server: null,
    node: null,
    counts: null,
  });
  const looks = [
    look(361, 0, '1 try'),
    look(792, 0, '2 tries'),
    look(874, 0, '3 tries'),
    look(1380, 0, '3 tries'),
    look(1500, 1, ''),
    look(2400, 1, 'more'),
    look(2500, 1, 'more'),
  ];
  const lines = looks.flatMap((one) => lineOf(one) ?? []);
  expect(lines.map((line) => JSON.parse(line).t)).toEqual([361, 1380, 1500, 2500]);
});
