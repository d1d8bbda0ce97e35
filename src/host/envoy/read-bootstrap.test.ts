import { expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import { findField, readBootstrap } from './read-bootstrap.ts';

it.each([
  ['quotes', '"'.repeat(900_000)],
  ['quotes in brackets', `a: [${'"",'.repeat(300_000)}]`],
  ['keys', 'k: v\n'.repeat(190_000)],
  ['anchors', `a: ${'& '.repeat(400_000)}`],
])(
  'a bootstrap of too many words is refused before its YAML is read, which would take this thread: %s',
  (_, text) => {
    const begin = performance.now();
    let failure: unknown = null;
    try {
      readBootstrap(text);
    } catch (error) {
      failure = error instanceof FailureError ? error.failure : error;
    }
    expect(failure).toMatchObject({ code: 'bootstrap-too-large' });
    expect(findField(text, 'k')).toBeNull();
    expect(performance.now() - begin).toBeLessThan(2500);
  },
);
