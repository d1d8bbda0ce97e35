import { expect, test } from 'vitest';
import { createSourceStore } from './source-store.ts';

const range = { file: 'a.yaml', line: 6, column: 1, endLine: 6, endColumn: 2 };
const from = { panel: 'checks', words: 'Error IST0101: Referenced gateway not found' } as const;

test('a place keeps what led to it, until something else is looked at', () => {
  const source = createSourceStore();
  const state = () => source.getState();
  state().show(range, from);
  expect(state()).toMatchObject({ panel: 'part', file: 'a.yaml', from });
  // Another text beside it does not take the way back away.
  state().pick('injected.yaml');
  expect(state().from).toEqual(from);
  state().setPanel('checks');
  expect(state()).toMatchObject({ panel: 'checks', from: null });
  for (const leave of [() => state().close(), () => state().reset(), () => state().show(range)]) {
    state().show(range, from);
    leave();
    expect(state().from).toBeNull();
  }
});
