import { expect, it } from 'vitest';
import { exitAfter } from './exit-after.ts';

it('tells an interrupted command by its signal, and leaves every other end as it is', () => {
  expect([exitAfter(1, 'SIGINT'), exitAfter(1, 'SIGTERM')]).toEqual([130, 143]);
  expect([exitAfter(0, 'SIGINT'), exitAfter(2, 'SIGTERM'), exitAfter(1, null)]).toEqual([0, 2, 1]);
});
