import { expect, test } from 'vitest';
import { foldName } from './fold-name.ts';

test('a fold says once what a press on it shows, and of which group', () => {
  expect(foldName({ id: 'more/args', title: 'show 4 more' })).toBe('show 4 more args');
  expect(foldName({ id: 'more/env/start', title: 'show 2 more' })).toBe('show 2 more env start');
  expect(foldName({ id: 'more/labels', title: 'show 5 labels' })).toBe('show 5 labels');
  expect(foldName({ id: 'more/labels', title: 'show 2 more labels' })).toBe('show 2 more labels');
  expect(foldName({ id: 'more/metadata', title: 'show 18 in a real sidecar' })).toBe(
    'show 18 in a real sidecar',
  );
  expect(foldName({ id: 'more/args', title: 'show fewer' })).toBe('show fewer args');
});
