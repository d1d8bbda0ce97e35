import { expect, test } from 'vitest';
import { variantSentence } from './bootstrap-text.ts';

test('a sidecar’s bootstrap with another time to wait is not said to be as pilot-agent writes it', () => {
  expect(variantSentence('sidecar', '0s')).not.toContain('initial_fetch_timeout');
  expect(variantSentence('sidecar', '5s')).toContain(
    'Only initial_fetch_timeout is not as it writes it: 0s.',
  );
  expect(variantSentence('lab', '5s')).not.toContain('initial_fetch_timeout');
});
