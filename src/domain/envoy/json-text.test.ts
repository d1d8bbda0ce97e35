import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

const value = { a: [1, 'x', null, { b: true }], 'k"': {}, empty: [] };

test('writes what JSON.stringify would', () => {
  expect(jsonText(value)).toBe(JSON.stringify(value, null, 2));
  expect(jsonText([value, []])).toBe(JSON.stringify([value, []], null, 2));
});

test('leaves out keys of the outermost object only', () => {
  expect(JSON.parse(jsonText({ b: 1, a: { b: 2 } }, { without: new Set(['b']) }))).toEqual({ a: { b: 2 } });
});

test('ends at the bound and says so', () => {
  const text = jsonText(
    Array.from({ length: 10_000 }, () => 'x'),
    { maxCharacters: 100 },
  );
  expect(text.length).toBeLessThan(150);
  expect(text).toMatch(/… cut after 100 characters$/);
});

test('tells the path of each value', () => {
  const paths: string[] = [];
  jsonText(
    { a: [{ b: 1 }], c: 2 },
    {
      scalar: (path, value) => {
        paths.push(path.join('.'));
        return value;
      },
    },
  );
  expect(paths).toEqual(['a.0.b', 'c']);
});
