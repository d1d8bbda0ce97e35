import { expect, it } from 'vitest';
import { stepFrom } from './step-from.ts';

it('goes from all at once to the first step, on to the last, and then to all at once again', () => {
  expect(stepFrom(null, 1, 3)).toBe(1);
  expect(stepFrom(1, 1, 3)).toBe(2);
  expect(stepFrom(3, 1, 3)).toBeNull();
});

it('goes back the same way', () => {
  expect(stepFrom(null, -1, 3)).toBe(3);
  expect(stepFrom(1, -1, 3)).toBeNull();
});
