import { describe, expect, it } from 'vitest';
import { readYaml, type YamlValue } from '../yaml/document.ts';
import { field } from './fields.ts';
import { canonical, itemsByName, type Place, provenance, sameValue, spotAt, under } from './places.ts';

function place(now: string | null, before: string | null, compared = true): Place {
  const spot = (name: string, text: string | null) => {
    const document = text === null ? undefined : readYaml(name, text).documents[0];
    return document === undefined ? null : spotAt(document, []);
  };
  return { now: spot('now.yaml', now), before: spot('before.yaml', before), compared };
}
const changes = (found: readonly Place[]) =>
  found.map((one) => provenance(one, () => 'shown')).map(({ change, origin }) => `${change} ${origin}`);

describe('what became of a thing', () => {
  it('is kept, changed, added or removed', () => {
    const list = place(
      '[{name: a, value: 1}, {name: b, value: 2}, {name: c}]',
      '[{name: b, value: 3}, {name: a, value: 1}, {name: d}]',
    );
    expect(changes(itemsByName(list))).toEqual([
      'kept user',
      'changed changed',
      'added injected',
      'removed user',
    ]);
  });

  it('pairs items of the same name in their order', () => {
    const list = place(
      '[{name: a, value: 1}, {name: a, value: 2}]',
      '[{name: a, value: 1}, {name: a, value: 2}]',
    );
    expect(changes(itemsByName(list))).toEqual(['kept user', 'kept user']);
  });

  it('is not claimed to be added where there is nothing to compare with', () => {
    const entry = under(place('{a: 1}', null, false), 'a');
    if (entry === null) throw new Error('no entry');
    expect(provenance(entry, () => '')).toMatchObject({ origin: 'user', change: 'kept' });
    expect(provenance(entry, () => '', { injected: true })).toMatchObject({
      origin: 'injected',
      change: 'added',
    });
  });

  it('gives the places on both sides', () => {
    const entry = under(place('x: 1\na: new\n', 'a: old\n'), 'a');
    if (entry === null) throw new Error('no entry');
    expect(provenance(entry, String)).toMatchObject({
      before: 'old',
      source: { file: 'now.yaml', line: 2 },
      original: { file: 'before.yaml', line: 1 },
    });
  });
});

describe('sameValue', () => {
  it('does not mind the order of keys, nor what Kubernetes reads as absent', () => {
    expect(sameValue({ a: 1, b: { c: [] } }, { b: {}, a: '1' })).toBe(true);
    expect(sameValue({ name: 'E', value: '' }, { name: 'E' })).toBe(true);
  });

  it('minds the order of lists, and tells texts apart that look alike when joined', () => {
    expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameValue(['a","b'], ['a', 'b'])).toBe(false);
    expect(sameValue({ a: 'b' }, [['a', 'b']])).toBe(false);
  });

  it('tells what is absent from what is there, and a scalar from a list or map', () => {
    expect(sameValue({ a: { b: null } }, {})).toBe(true);
    expect(sameValue({ a: { b: 0 } }, {})).toBe(false);
    expect(sameValue({}, { a: false })).toBe(false);
    expect(sameValue(['', 'a'], ['a'])).toBe(false);
    expect(sameValue('[["a","b"]]', { a: 'b' })).toBe(false);
    expect(sameValue(['a'], 'a')).toBe(false);
  });

  it('is the same as having the same canonical text', () => {
    const values = [
      null,
      '',
      [],
      {},
      { a: '' },
      0,
      '0',
      false,
      ['a'],
      { a: 1 },
      { a: 1, b: [] },
      { b: 1 },
      [['a', 1]],
    ];
    for (const a of values)
      for (const b of values) expect(canonical(a) === canonical(b)).toBe(sameValue(a, b));
  });

  it('looks at a text once, however deep it lies', () => {
    let looks = 0;
    const leaf = Object.defineProperty({}, 'text', {
      enumerable: true,
      get: () => `${++looks}`.replace(/.*/s, 'long'),
    }) as { readonly text: string };
    const deep = { a: { b: { c: { d: { e: leaf } } } } };
    const other = { a: { b: { c: { d: { e: { text: 'long' } } } } } };
    let here: YamlValue = deep;
    let there: YamlValue = other;
    for (const step of ['a', 'b', 'c', 'd', 'e', 'none']) {
      expect(sameValue(here, there)).toBe(true);
      here = field(here, step) ?? null;
      there = field(there, step) ?? null;
    }
    expect(looks).toBeLessThanOrEqual(3);
  });

  it('takes quantities by their amount only where they are quantities', () => {
    expect(sameValue({ cpu: '2000m' }, { cpu: '2' }, true)).toBe(true);
    expect(sameValue('2000m', '2')).toBe(false);
    expect(sameValue('010', '10')).toBe(false);
  });
});
