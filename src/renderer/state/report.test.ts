import { expect, test } from 'vitest';
import type { EnvoyEnded, EnvoyExplanation } from '../../contract/types.ts';
import { newestReport } from './report.ts';

const explanation: EnvoyExplanation = {
  code: 'malformed',
  message: 'Envoy cannot read the bootstrap at line 3.',
  hint: 'Correct it there and validate again.',
  line: 3,
  column: 1,
  lineText: 'static_resources: 5',
};
const command = { argv: ['envoy'], line: 'envoy', exitCode: 1, signal: null, ms: 40, stderr: '' };
const verdict = { key: 'k', yaml: 'y', result: { exitCode: 1, output: 'refused', command, explanation } };
const ended: EnvoyEnded = {
  runId: 'r',
  t: 900,
  by: 'itself',
  exitCode: 1,
  signal: null,
  reason: 'cannot bind',
  log: 'log',
  explanation,
};
const none = { key: null, yaml: '', ended: null };

test('what validate said comes with its explanation, for the text it was said of', () => {
  expect(newestReport({ key: 'k', yaml: 'y' }, verdict, none)).toEqual({
    kind: 'validated',
    exitCode: 1,
    signal: null,
    output: 'refused',
    explanation,
    stale: false,
  });
});

test('a signal that ended Envoy is told of the check and of a run', () => {
  const crashed = { exitCode: null, signal: 'SIGSEGV' };
  const result = { ...verdict.result, exitCode: null, command: { ...command, ...crashed } };
  expect(newestReport({ key: 'k', yaml: 'y' }, { ...verdict, result }, none)).toMatchObject(crashed);
  const run = { key: 'k', yaml: 'y', ended: { ...ended, ...crashed } };
  expect(newestReport({ key: 'k', yaml: 'y' }, null, run)).toMatchObject(crashed);
});

test('a text that was changed since makes the report stale, another bootstrap has none', () => {
  expect(newestReport({ key: 'k', yaml: 'newer' }, verdict, none)?.stale).toBe(true);
  expect(newestReport({ key: 'other', yaml: 'y' }, verdict, none)).toBeNull();
});

test('a run that Envoy ended itself is newer than the verdict; one that was stopped says nothing', () => {
  const run = { key: 'k', yaml: 'y', ended };
  expect(newestReport({ key: 'k', yaml: 'y' }, verdict, run)).toMatchObject({ kind: 'run', output: 'log' });
  const stopped = { ...run, ended: { ...ended, by: 'us' as const } };
  expect(newestReport({ key: 'k', yaml: 'y' }, null, stopped)).toBeNull();
});
