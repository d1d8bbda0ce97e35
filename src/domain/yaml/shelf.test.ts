import { describe, expect, it } from 'vitest';
import { createSourceShelf } from './shelf.ts';

describe('a shelf of texts that were read', () => {
  it('reads a text once, however often it is asked for', () => {
    const { read } = createSourceShelf();
    expect(read('a.yaml', 'a: 1')).toBe(read('a.yaml', ['a: ', '1'].join('')));
  });

  it('knows a text by its whole content and by its name, which stands in ranges', () => {
    const { read } = createSourceShelf();
    const first = read('a.yaml', 'a: 1');
    expect(read('a.yaml', 'a: 2').documents[0]?.value).toEqual({ a: 2 });
    expect(read('b.yaml', 'a: 1').documents[0]?.range(['a'])?.file).toBe('b.yaml');
    expect(read('a.yaml', 'a: 1')).toBe(first);
  });

  it('lets go of the text that was not asked for longest, and of all when it is cleared', () => {
    const shelf = createSourceShelf();
    const first = shelf.read('0.yaml', 'a: 1');
    for (let n = 1; n < 7; n++) shelf.read(`${n}.yaml`, 'a: 1');
    expect(shelf.read('0.yaml', 'a: 1')).toBe(first);
    for (let n = 7; n < 14; n++) shelf.read(`${n}.yaml`, 'a: 1');
    expect(shelf.read('0.yaml', 'a: 1')).not.toBe(first);
    const last = shelf.read('0.yaml', 'a: 1');
    shelf.clear();
    expect(shelf.read('0.yaml', 'a: 1')).not.toBe(last);
  });

  it('tells of a fault each time it is asked for the text', () => {
    const { read } = createSourceShelf();
    for (const time of ['first', 'second'])
      expect(() => read('bad.yaml', 'a: [1'), time).toThrow('bad.yaml:1');
  });
});
