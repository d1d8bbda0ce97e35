import { expect, test } from 'vitest';
import type { SourceRange } from '../../contract/types.ts';
import { placeOf } from './follow-selection.ts';

const at = (file: string): SourceRange => ({ file, line: 1, column: 1, endLine: 1, endColumn: 2 });

test('the original view shows the user’s own line, every other view where the part stands now', () => {
  const part = { source: at('injected.yaml'), original: at('payments.yaml') };
  expect(placeOf(part, 'original')?.file).toBe('payments.yaml');
  expect(placeOf(part, 'injected')?.file).toBe('injected.yaml');
  expect(placeOf({ source: at('payments.yaml') }, 'original')?.file).toBe('payments.yaml');
  expect(placeOf({ source: null }, 'difference')).toBeNull();
});
