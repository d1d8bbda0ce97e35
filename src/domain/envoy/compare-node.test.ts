import { expect, test } from 'vitest';
import { payments } from '../../../test/helpers/drawings.ts';
import { compareNode } from './compare-node.ts';

/** A node as a config_dump shows it, of what is drawn of the sample’s lab bootstrap. */
function dumped(over: object = {}, metadata: object = {}): string {
  const { parts } = payments('lab');
  const there = parts.filter(({ absent }) => absent !== true);
  const value = (kind: string) => there.find((part) => part.kind === kind)?.value;
  const keys = there
    .filter(({ kind }) => kind === 'node-metadata')
    .map(({ label, value: text }) => [label, text]);
  return JSON.stringify({
    id: value('node-id'),
    cluster: value('node-cluster'),
    metadata: { ...Object.fromEntries(keys), ...metadata },
    ...over,
  });
}

test('a node that Envoy says as it is drawn is the same in every field', () => {
  const compared = compareNode(payments('lab').parts, dumped());
  expect(compared).toMatchObject({ different: [], missing: [], extra: [] });
  expect(compared?.same).toEqual(
    expect.arrayContaining(['node/id', 'node/cluster', 'node/metadata/CLUSTER_ID']),
  );
});

test('another value, a key that is not there and a key too many are told apart, by name alone', () => {
  const text = dumped({ id: 'sidecar~other' }, { CLUSTER_ID: undefined, SECRET: 'do not tell' });
  const compared = compareNode(payments('lab').parts, text);
  expect(compared).toMatchObject({
    different: ['node/id'],
    missing: ['node/metadata/CLUSTER_ID'],
    extra: ['SECRET'],
  });
  expect(JSON.stringify(compared)).not.toContain('do not tell');
});

test('objects are the same in any order of keys, numbers as their digits', () => {
  const part = { ...payments('lab').parts[0], kind: 'node-metadata', absent: undefined } as const;
  const parts = [
    { ...part, id: 'a', label: 'A', value: '{"x":1,"y":[true]}' },
    { ...part, id: 'b', label: 'B', value: '15021' },
    { ...part, id: 'c', label: 'C', value: 'no json' },
  ] as unknown as ReturnType<typeof payments>['parts'];
  const text = JSON.stringify({ metadata: { A: { y: [true], x: 1 }, B: 15_021, C: { x: 1 } } });
  expect(compareNode(parts, text)).toMatchObject({ same: ['a', 'b'], different: ['c'] });
});

test('a text that was cut is not compared', () => {
  expect(compareNode(payments('lab').parts, '{"id": "sidec\n… cut')).toBeNull();
  expect(compareNode(payments('lab').parts, '[]')).toBeNull();
});
