import { expect, test } from 'vitest';
import { startValue } from './start-form.tsx';

test('a port is a whole number that TCP has', () => {
  expect(startValue('adminPort', '9982')).toEqual({ adminPort: 9982 });
  expect(startValue('adminPort', '0')).toEqual({ adminPort: 0 });
  for (const bad of ['', '65536', '-1', '99.5', 'http']) expect(startValue('adminPort', bad)).toBeNull();
});

test('a name is taken without the spaces around it, and never empty', () => {
  expect(startValue('pod', ' payments-6d5f9 ')).toEqual({ pod: 'payments-6d5f9' });
  expect(startValue('pod', '  ')).toBeNull();
});
