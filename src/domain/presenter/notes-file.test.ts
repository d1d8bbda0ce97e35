import { expect, test } from 'vitest';
import { payments } from '../../../test/helpers/drawings.ts';
import { InputFault } from '../fault.ts';
import { defaultDeck } from './deck.ts';
import { MOST_NOTES, readNotes, writeNotes } from './notes-file.ts';

const deck = defaultDeck(payments());

test('notes come back from their file as they were written', () => {
  const notes = {
    overview: 'Ask who has seen it.\n\n- wait\n## mine\n<!-- step: x -->\n\\## y',
    'do-run': '안녕하세요',
  };
  const back = readNotes('talk.md', writeNotes('payments', deck, notes));
  expect(back).toMatchObject(notes);
  expect(back.bootstrap).toBe(deck.find(({ id }) => id === 'bootstrap')?.facts.join('\n'));
});

test('steps that a person moved, renamed or left out keep what is said of the others', () => {
  const text =
    '# x\n\n## Mine\n\n<!-- step: bootstrap -->\n\nfirst\n\n## No step\n\nlost\n\n## 1\r\n<!-- step: overview -->\r\nsecond\r\n';
  expect(readNotes('talk.md', text)).toEqual({ bootstrap: 'first', overview: 'second' });
});

test('a file without notes, or one too long, is refused with what to give instead', () => {
  expect(() => readNotes('readme.md', '# Hello')).toThrow(InputFault);
  expect(() => readNotes('readme.md', '# Hello')).toThrow(/readme\.md holds no notes/);
  expect(() => readNotes('big.md', 'x'.repeat(MOST_NOTES + 1))).toThrow(/too long/);
});
