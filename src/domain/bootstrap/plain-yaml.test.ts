import { describe, expect, it } from 'vitest';
import { type Json, json, pointerOf } from './json.ts';
import { writePlainYaml } from './plain-yaml.ts';
import { bootstrapYaml, createRanges } from './text.ts';

/** Pointers of everything in a value. */
function pointers(value: Json, steps: readonly (string | number)[] = []): readonly string[] {
  const own = steps.length === 0 ? [] : [pointerOf(...steps)];
  if (typeof value !== 'object' || value === null) return own;
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [...own, ...entries.flatMap(([key, item]) => pointers(item, [...steps, key]))];
}

const SHAPES: Readonly<Record<string, Json>> = {
  'maps in lists in maps': json({ a: [json({ b: json({ c: [json({ d: 1, e: 'f' }), 'g'] }), h: 'i' })] }),
  'lists in lists': json({ a: [['b', ['c', 'd']], [['e']]] }),
  'nothing in it': json({ a: json({}), b: [], c: [json({}), [], ''], d: '' }),
  'texts that look like numbers': json({ address: '127.0.0.1', wait: '0s', long: '0.5s' }),
  'truth values and numbers': json({ zero: 0, a: true, b: false, c: 65535, d: [0, 15012] }),
  'keys with marks': json({ '@type': 'type.googleapis.com/envoy.X', 'a.b/c': 1, 'x-y_z': 2 }),
  'a node id': json({ id: 'sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local' }),
  'a slash in a key': json({ 'a/b': json({ 'c~d': 'e' }) }),
};

describe('a plain bootstrap', () => {
  it.each(Object.entries(SHAPES))('is written as the library writes it: %s', (_, value) => {
    const plain = writePlainYaml('b.yaml', value);
    const yaml = bootstrapYaml(value);
    expect(plain?.yaml).toBe(yaml);
    const range = createRanges('b.yaml', yaml, value);
    for (const pointer of pointers(value))
      expect([pointer, plain?.ranges.get(pointer)]).toEqual([pointer, range(pointer)]);
  });

  const words = [
    'on',
    'No',
    'null',
    'y',
    '1',
    '1.5',
    '0x1',
    '1:30',
    '1e3',
    '.inf',
    '~',
    '-',
    '-a',
    '+1',
    '010',
  ];
  const signs = [
    'a: b',
    'a #b',
    ' a',
    'a ',
    '"',
    "'",
    '&a',
    '*a',
    '!a',
    '%a',
    '@',
    '`',
    '|',
    '>',
    '[a',
    '{a',
    ',a',
  ];
  const longer = [
    '::1',
    'fd00::1',
    'a\nb',
    'a\u0085b',
    '한국어',
    'a\u200bb',
    '{"a":1}',
    '2026-11-30',
    '1.2.3',
    '10.0.0.7.8',
  ];
  it.each([...words, ...signs, ...longer])('leaves %j to the library, as a text and as a key', (text) => {
    expect(writePlainYaml('b.yaml', json({ a: text }))).toBeNull();
    expect(writePlainYaml('b.yaml', json({ a: json({ [text]: 1 }) }))).toBeNull();
  });

  it.each([-1, 1.5, 2 ** 60, null])('leaves %j to the library', (value) => {
    expect(writePlainYaml('b.yaml', json({ a: value }))).toBeNull();
  });
});
