import { expect, test } from 'vitest';
import type { Note } from '../../../contract/types.ts';
import { notesFor } from './use-notes.ts';

const note = (code: string, severity: Note['severity'], workload?: number): Note => ({
  code,
  severity,
  message: code,
  source: null,
  ...(workload === undefined ? {} : { workload }),
});

test('notes of other workloads are left out, notes of the whole input stay, the gravest come first', () => {
  const notes = [note('a', 'info'), note('b', 'warning', 0), note('c', 'error', 1), note('d', 'error')];
  expect(notesFor(notes, 0).map((one) => one.code)).toEqual(['d', 'b', 'a']);
  expect(notesFor(notes, 1).map((one) => one.code)).toEqual(['c', 'd', 'a']);
});
