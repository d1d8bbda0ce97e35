import { expect, test } from 'vitest';
import { type Quick, quickNote } from './keep.ts';

function storage(limit = Number.POSITIVE_INFINITY) {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, value);
    },
    removeItem: (key: string) => void held.delete(key),
  };
}
const quick = (edit: string): Quick => ({
  edits: { 'a#0#lab': edit },
  variant: 'lab',
  start: { pod: 'p' },
  scene: 'overview',
  view: 'injected',
});

test('what is noted is there at once', () => {
  const note = quickNote(storage());
  expect(note.read()).toBeNull();
  note.write(quick('mine'));
  expect(note.read()).toEqual(quick('mine'));
});

test('an edit that is too large to note, or finds no room, leaves no older one in its place', () => {
  const note = quickNote(storage());
  note.write(quick('old'));
  note.write(quick('x'.repeat(600_000)));
  expect(note.read()).toBeNull();
  const full = storage(200);
  const tight = quickNote(full);
  tight.write(quick('old'));
  expect(tight.read()).toEqual(quick('old'));
  tight.write(quick('y'.repeat(300)));
  expect(tight.read()).toBeNull();
});
