import { expect, test } from 'vitest';
import type { EnvoyRun } from '../../../contract/types.ts';
import { createCommandsStore, type ToldCommand } from '../../state/commands-store.ts';
import { endWords } from './run-text.ts';

const command: ToldCommand = {
  argv: ['envoy'],
  line: 'envoy',
  ms: 0,
  exitCode: null,
  signal: null,
  stderr: '',
  runId: 'first',
};
const run = (runId: string) => ({ runId, command }) as unknown as EnvoyRun;

test('a command runs as long as its Envoy is seen to', () => {
  expect(endWords(command, { run: run('first'), phase: 'running' })).toBe('running');
  expect(endWords(command, { run: run('first'), phase: 'lost' })).toBe('running when last seen');
  expect(endWords(command, { run: run('second'), phase: 'running' })).toBe('its end was not seen');
});

test('the end of a run is that of its command, however the page came to know the run', () => {
  const store = createCommandsStore();
  // As another answer of the host told it: the same command in other objects.
  store.getState().add({ ...command, argv: ['envoy'] });
  store.getState().add({ ...command, runId: 'second' });
  store.getState().finish('first', { exitCode: 0, signal: null, t: 2500 });
  const [first, second] = store.getState().commands;
  const now = { run: run('second'), phase: 'running' } as const;
  expect(first && endWords(first, now)).toBe('2.50 s · exit 0');
  expect(second && endWords(second, now)).toBe('running');
});
