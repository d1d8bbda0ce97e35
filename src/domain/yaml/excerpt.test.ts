import { expect, test } from 'vitest';
import { readYaml } from './document.ts';
import { excerpt } from './excerpt.ts';

const TEXT = `spec:
  containers:
    - name: app
      env:
        - name: A
          value: "1"
        - { name: B, value: "2" }

  volumes: []
`;

function of(...path: readonly (string | number)[]): string {
  const range = readYaml('in.yaml', TEXT).documents[0]?.entryRange(path);
  if (range === undefined || range === null) throw new Error(`nothing at ${path.join('.')}`);
  return excerpt(TEXT, range);
}

test('an entry of a map is its lines, indented no further than need be', () => {
  expect(of('spec', 'containers')).toBe(
    'containers:\n  - name: app\n    env:\n      - name: A\n        value: "1"\n      - { name: B, value: "2" }\n',
  );
  expect(of('spec', 'volumes')).toBe('volumes: []\n');
});

test('an entry of a list keeps its dash, and is YAML', () => {
  const entry = of('spec', 'containers', 0, 'env', 0);
  expect(entry).toBe('- name: A\n  value: "1"\n');
  expect(readYaml('copy.yaml', entry).documents).toHaveLength(1);
});

test('of an entry in flow style it is the entry alone', () => {
  expect(of('spec', 'containers', 0, 'env', 1, 'value')).toBe('value: "2"\n');
});

test('a text with line ends of Windows gives the same', () => {
  const range = { file: 'in.yaml', line: 2, column: 3, endLine: 3, endColumn: 14 };
  expect(excerpt(TEXT.replaceAll('\n', '\r\n'), range)).toBe('containers:\n  - name: app\n');
});
