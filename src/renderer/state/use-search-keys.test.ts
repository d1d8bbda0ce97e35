import { describe, expect, it } from 'vitest';
import { asksForSearch } from './use-search-keys.ts';

const press = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) =>
  asksForSearch({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('asksForSearch', () => {
  it('is asked by / alone, and by Ctrl F or ⌘ F', () => {
    expect(press('/')).toBe(true);
    expect(press('f', { ctrlKey: true })).toBe(true);
    expect(press('F', { metaKey: true })).toBe(true);
  });

  it('is not asked by a letter, nor by what has another meaning', () => {
    expect(press('f')).toBe(false);
    expect(press('/', { ctrlKey: true })).toBe(false);
    expect(press('f', { ctrlKey: true, altKey: true })).toBe(false);
  });
});
