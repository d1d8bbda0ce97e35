import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './opened-input.ts';

test('base64 is the browser’s own where it has one, and the same where it has none', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
  const native = Object.assign(bytes.slice(), { toBase64: () => Buffer.from(bytes).toString('base64') });
  expect(toBase64(native)).toBe(toBase64(bytes));
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});
