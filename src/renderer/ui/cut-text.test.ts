import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a long text says how much of it is left out, a short one stays as it is', () => {
  expect(cutText('short', 5)).toBe('short');
  expect(cutText('a'.repeat(1005), 1000)).toBe(`${'a'.repeat(1000)} … (5 more characters)`);
});
