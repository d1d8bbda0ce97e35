import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isBootstrap } from './run-file.ts';

const fixture = (name: string) => readFileSync(new URL(`../../test/${name}`, import.meta.url), 'utf8');

test.each([
  ['the bootstrap of pilot-agent', fixture('fixtures/pilot-agent/envoy-rev.json'), true],
  ['a bootstrap in YAML', '# mine\nnode:\n  id: a\nstatic_resources: {}\n', true],
  ['a bootstrap that is no YAML', 'node: {id: a\n  b: [\n', true],
  ['a malformed bootstrap (case 70)', fixture('cases/70-bootstrap-malformed.json'), true],
  ['a workload', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n', false],
  ['a workload with a field called node', 'kind: X\nnode: a\n', false],
  ['a workload that is no YAML', 'kind: Deployment\nnode:\n\tid: a\n', false],
  ['an empty file', '', false],
  ['a list', '- node\n', false],
])('%s', (_, text, expected) => {
  expect(isBootstrap('a.yaml', text)).toBe(expected);
});
