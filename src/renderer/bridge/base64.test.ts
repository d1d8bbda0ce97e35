import { expect, test } from 'vitest';
import { base64Of, fileOfBase64, toBase64 } from './base64.ts';

const bytes = Uint8Array.from({ length: 4_000_001 }, (_, at) => (at * 7) % 251);

test('base64 is the browser’s own where it has one, and the same where it has none', () => {
  const native = Object.assign(bytes.slice(), { toBase64: () => Buffer.from(bytes).toString('base64') });
  expect(toBase64(native)).toBe(toBase64(bytes));
});

test('a file goes to base64 and back in pieces, of which none is all of a large one', async () => {
  const pieces: string[] = [];
  for await (const piece of base64Of(new Blob([bytes]))) pieces.push(piece);
  expect(pieces.length).toBeGreaterThan(5);
  const base64 = pieces.join('');
  expect(base64).toBe(Buffer.from(bytes).toString('base64'));
  const back = await fileOfBase64(base64);
  expect(Buffer.from(await back.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
});

test('other tasks of the page come in between the pieces', async () => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 0);
  await fileOfBase64(Buffer.from(bytes).toString('base64'));
  clearInterval(timer);
  expect(others).toBeGreaterThan(0);
});
