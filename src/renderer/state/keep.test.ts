import { expect, test } from 'vitest';
import { type Quick, quickNote, readingNote } from './keep.ts';

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

test('what a page was reading when it went is lost to the next one, and to no later one; what was read is not', () => {
  const session = storage();
  const page = readingNote(session);
  expect(page.lost()).toBeNull();
  page.begin('a.yaml');
  page.begin('b.yaml');
  page.end('a.yaml');
  const next = readingNote(session);
  next.begin('c.yaml');
  expect(next.lost()).toBe('b.yaml');
  next.end('c.yaml');
  expect(readingNote(session).lost()).toBeNull();
});
