import { expect, test } from 'vitest';
import { keyed } from './keyed.ts';

test('equal items get different keys, and the first keeps its key when another comes', () => {
  const keys = (items: readonly string[]) => keyed(items, (item) => item).map((one) => one.key);
  expect(keys(['a', 'b', 'a'])).toEqual(['a#1', 'b#1', 'a#2']);
  expect(keys(['a', 'a', 'b', 'a'])[0]).toBe('a#1');
});
