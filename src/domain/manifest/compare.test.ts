import { expect, test } from 'vitest';
import type { YamlValue } from '../yaml/document.ts';
import { compareManifests } from './compare.ts';
import { compareValues } from './compare-values.ts';
import { readManifest } from './read-manifest.ts';
import { searchObjects } from './search.ts';

const object = (kind: string, name: string, rest = '') =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}}\n${rest}`;
const manifest = (...objects: readonly string[]) => readManifest('m.yaml', objects.join('---\n'));
const names = (objects: readonly { readonly name: string }[]) => objects.map(({ name }) => name);

test('objects are the same by group, kind, namespace and name, whatever their order and version', () => {
  const before = manifest(
    object('B', 'gone'),
    object('A', 'kept'),
    'apiVersion: x/v1\nkind: A\nmetadata: {name: up}\n',
  );
  const after = manifest(
    'kind: A\napiVersion: x/v2\nmetadata: {name: up}\n',
    object('A', 'kept'),
    object('A', 'new'),
    'apiVersion: v1\nkind: A\nmetadata: {name: kept, namespace: other}\n',
  );
  const { added, removed, changed, same } = compareManifests(before, after);
  expect([names(added), names(removed), same]).toEqual([['new', 'kept'], ['gone'], 1]);
  expect(changed.map(({ changes }) => changes)).toEqual([
    [{ kind: 'changed', path: 'apiVersion', before: 'x/v1', after: 'x/v2' }],
  ]);
});

test('the second of two objects of one name goes with the second of the other manifest', () => {
  const two = manifest(object('A', 'a', 'x: 1\n'), object('A', 'a', 'x: 2\n'));
  expect(compareManifests(two, two)).toMatchObject({ added: [], removed: [], changed: [], same: 2 });
  expect(compareManifests(two, manifest(object('A', 'a', 'x: 1\n')))).toMatchObject({ same: 1, changed: [] });
  expect(compareManifests(two, manifest(object('A', 'a', 'x: 1\n'))).removed).toHaveLength(1);
});

test('the order in which things are told depends on nothing but the two manifests', () => {
  const parts = ['c', 'a', 'b'].map((name) => object('K', name, 'q: 1\np: 2\n'));
  const other = ['b', 'c', 'a'].map((name) => object('K', name, 'p: 3\nq: 4\n'));
  const one = compareManifests(manifest(...parts), manifest(...other));
  expect(one.changed.map(({ after, changes }) => [after.name, changes.map(({ path }) => path)])).toEqual([
    ['a', ['p', 'q']],
    ['b', ['p', 'q']],
    ['c', ['p', 'q']],
  ]);
});

const changes = (before: YamlValue, after: YamlValue) => compareValues(before, after);

test('fields are named by their path; items of a list by their name, or else by where they stand', () => {
  expect(
    changes(
      { a: { 'b.c/d': 1 }, l: [{ name: 'x', v: 1 }, { name: 'y' }], s: [1, 2, 3] },
      { a: { 'b.c/d': '1' }, l: [{ name: 'z' }, { name: 'x', v: 2 }], s: [1, 9, 2, 3], n: null },
    ),
  ).toEqual([
    { kind: 'changed', path: 'a["b.c/d"]', before: 1, after: '1' },
    { kind: 'changed', path: 'l[name=x].v', before: 1, after: 2 },
    { kind: 'removed', path: 'l[name=y]', before: { name: 'y' } },
    { kind: 'added', path: 'l[name=z]', after: { name: 'z' } },
    { kind: 'added', path: 'n', after: null },
    { kind: 'added', path: 's[1]', after: 9 },
  ]);
});

test('an item in the place of another is compared with it; a mere change of order is told as one', () => {
  expect(changes([{ k: 1, v: 1 }], [{ k: 1, v: 2 }])).toEqual([
    { kind: 'changed', path: '[0].v', before: 1, after: 2 },
  ]);
  expect(changes([{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'a' }])).toMatchObject([
    { kind: 'changed', path: '' },
  ]);
  expect(changes({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
});

test('texts of several lines are compared by line, JSON with one key a line however it is written', () => {
  expect(changes('a\nb\nc', 'a\nx\ny\nc')).toEqual([
    { kind: 'text', path: '', hunks: [{ lineBefore: 2, removed: ['b'], lineAfter: 2, added: ['x', 'y'] }] },
  ]);
  expect(changes('{"a":1,"b":2}', '{"a":1,\n"b":3}')).toEqual([
    {
      kind: 'text',
      path: '',
      hunks: [{ lineBefore: 3, removed: ['  "b": 2'], lineAfter: 3, added: ['  "b": 3'] }],
    },
  ]);
  expect(changes('{"a":1}', '{ "a": 1 }')).toEqual([{ kind: 'text', path: '', hunks: [] }]);
  expect(changes('one', 'two')).toEqual([{ kind: 'changed', path: '', before: 'one', after: 'two' }]);
  const lines = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word}${at}`).join('\n');
  expect(changes(lines('a'), lines('b'))).toEqual([{ kind: 'text', path: '', hunks: null }]);
});

test('a search finds objects that hold every word in name, kind, group or namespace, and counts what it does not show', () => {
  const { objects } = manifest(
    object('Service', 'istiod'),
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: istiod, namespace: istio-system}\n',
  ).manifest;
  const find = (query: string, kind: string | null = null, limit = 10) => {
    const found = searchObjects(objects, { query, kind }, limit);
    return [found.objects.map((one) => one.kind), found.total];
  };
  expect(find('')).toEqual([['Service', 'Deployment'], 2]);
  expect(find('ISTIOD apps')).toEqual([['Deployment'], 1]);
  expect(find('core')).toEqual([['Service'], 1]);
  expect(find('istio-system')).toEqual([['Deployment'], 1]);
  expect(find('', 'Service')).toEqual([['Service'], 1]);
  expect(find('istiod', null, 1)).toEqual([['Service'], 2]);
  expect(find('nothing')).toEqual([[], 0]);
});

test('whole numbers that reading would round to the same are told apart by what is written', () => {
  const with1 = manifest(object('A', 'a', 'm: 9007199254740993\nlist: [1, 9007199254740993]\n'));
  const with2 = manifest(object('A', 'a', 'm: 9007199254740992\nlist: [1, 9007199254740993]\n'));
  expect(compareManifests(with1, with2).changed.map(({ changes: all }) => all)).toEqual([
    [{ kind: 'changed', path: 'm', before: '9007199254740993', after: '9007199254740992' }],
  ]);
  expect(compareManifests(with1, with1).same).toBe(1);
});

test('texts that have nothing in common are found to be so in less time than their reading takes', () => {
  const texts = (word: string) =>
    Array.from({ length: 100 }, (_, at) =>
      object('ConfigMap', `m${at}`, `data:\n  x: |\n${`    ${word}\n`.repeat(1600)}`),
    );
  const begin = performance.now();
  const [before, after] = [manifest(...texts('a')), manifest(...texts('b'))];
  const read = performance.now();
  const { changed } = compareManifests(before, after);
  expect(changed).toHaveLength(100);
  expect(changed[0]?.changes).toEqual([{ kind: 'text', path: 'data.x', hunks: null }]);
  expect(performance.now() - read).toBeLessThan(read - begin);
});
