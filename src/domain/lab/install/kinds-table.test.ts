import { describe, expect, it } from 'vitest';
import { compareKinds, readKindsTable, writeKindsTable } from './kinds-table.ts';
import { countKinds } from './manifest-facts.ts';

const MANIFEST = [
  'kind: Service',
  'metadata: {name: a}',
  '  kind: Nested',
  '---',
  'kind: "Service"',
  '---\r',
  'kind: CustomResourceDefinition # one\r',
  'kind:',
  'mankind: Other',
].join('\n');
const kinds = countKinds(MANIFEST);
const faults = (table: string): readonly string[] =>
  compareKinds(table, kinds).map(({ line, message }) => `${line ?? '-'} ${message}`);

describe('the kinds of a manifest', () => {
  it('are what stands behind kind: at the beginning of a line', () => {
    expect([...kinds]).toEqual([
      ['Service', 2],
      ['CustomResourceDefinition', 1],
    ]);
  });

  it('are written as uniq -c does, most first', () => {
    expect(writeKindsTable(kinds)).toBe('      2 kind: Service\n      1 kind: CustomResourceDefinition\n');
  });
});

describe('a table of kinds', () => {
  it.each([
    ['uniq -c', '      2 kind: Service\n      1 kind: CustomResourceDefinition\n'],
    [
      'uniq -c of what yq prints',
      '      2 ---\n      1 CustomResourceDefinition\n      2 Service\n      1 null\n',
    ],
    ['names first', 'Service 2\nCustomResourceDefinition 1\n'],
    ['colons', 'Service: 2\r\nCustomResourceDefinition: 1\r\n'],
    ['awk, without a line end at the end', 'kind: Service 2\nkind: CustomResourceDefinition 1'],
    [
      'Markdown with a heading',
      '# kinds\n\n| Kind | Count |\n|---|---|\n| Service | 2 |\n| CustomResourceDefinition | 1 |\n',
    ],
    ['commas', 'kind,count\nService,2\nCustomResourceDefinition,1\n'],
    ['JSON of jq -c', '{"CustomResourceDefinition":1,"Service":2}\n'],
    ['JSON over lines', '{\n  "CustomResourceDefinition": 1,\n  "Service": 2\n}\n'],
    ['a list in Korean with a sum', '종류별 개수\n- Service 2개\n- CustomResourceDefinition 1개\n합계 3\n'],
    [
      'prose around it',
      'istioctl 1.31, counted on 2026-11-30:\n2 Service\n1 CustomResourceDefinition\nTotal: 3\n',
    ],
  ])('is taken as %s', (_, table) => {
    expect(faults(table)).toEqual([]);
  });

  it.each([
    [
      'a wrong number',
      'Service 3\nCustomResourceDefinition 1',
      '1 Service is given with 3; manifest.yaml has 2 of that kind.',
    ],
    [
      'a kind left out',
      'Service 2',
      '- CustomResourceDefinition is missing: manifest.yaml has 1 of that kind.',
    ],
    [
      'a name without a number',
      'Service 2\nCustomResourceDefinition',
      '2 “CustomResourceDefinition” is not read as CustomResourceDefinition with its number, which is 1.',
    ],
    [
      'a number with a sign',
      'Service 2\nCustomResourceDefinition -1',
      '2 “CustomResourceDefinition -1” is not read as CustomResourceDefinition with its number, which is 1.',
    ],
    [
      'a number that begins with 0',
      'Service 2\nCustomResourceDefinition 01',
      '2 “CustomResourceDefinition 01” is not read as CustomResourceDefinition with its number, which is 1.',
    ],
    [
      'a number with a letter',
      'Service 2\nCustomResourceDefinition x1',
      '2 “CustomResourceDefinition x1” is not read as CustomResourceDefinition with its number, which is 1.',
    ],
    [
      'a kind of nowhere',
      'Service 2\nCustomResourceDefinition 1\nPod 4',
      '3 Pod is given with 4; manifest.yaml has none of that kind.',
    ],
    [
      'a kind twice',
      'Service 2\nCustomResourceDefinition 1\nService 2',
      '3 Service stands here a second time.',
    ],
    [
      'a wrong sum',
      'Service 2\nCustomResourceDefinition 1\n합계 4',
      '3 The sum is given as 4; manifest.yaml has 3 objects with a kind.',
    ],
  ])('is refused for %s', (_, table, message) => {
    expect(faults(table)).toEqual([message]);
  });

  it('may be long and hold no row at all', () => {
    expect(readKindsTable(`${'A1 '.repeat(200_000)}\n`)).toEqual([]);
    expect(readKindsTable('가'.repeat(500_000))).toEqual([]);
  });
});
