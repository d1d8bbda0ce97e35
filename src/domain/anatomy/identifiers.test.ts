import { describe, expect, it } from 'vitest';
import { createIdRegister, idOf } from './identifiers.ts';

describe('ids', () => {
  it('of different names are different, whatever the names hold', () => {
    const names = ['a/b', 'a~1b', 'a~b', 'a#2', 'a', 'a~2b', '__proto__', ''];
    expect(new Set(names.map((name) => idOf('env', name))).size).toBe(names.length);
    expect(idOf('label', 'app.kubernetes.io/name')).toBe('label/app.kubernetes.io~1name');
  });

  it('of the same name are numbered, and a name cannot look like a number', () => {
    const free = createIdRegister();
    expect([free(idOf('env', 'A')), free(idOf('env', 'A')), free(idOf('env', 'A#2'))]).toEqual([
      'env/A',
      'env/A#2',
      'env/A~22',
    ]);
  });
});
