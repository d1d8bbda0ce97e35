import { expect, test } from 'vitest';
import type { Outcome } from '../../contract/failure.ts';
import type { EnvoyEnded, EnvoyRun, EnvoySnapshot } from '../../contract/types.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { createRunStore } from './run-store.ts';

const command = { argv: ['envoy'], line: 'envoy', exitCode: null, signal: null, ms: 0, stderr: '' };
const run = (runId: string): EnvoyRun => ({ runId, pid: 1, adminAddress: '127.0.0.1:1', command });
const snapshot = (runId: string, t: number): EnvoySnapshot => ({
  runId,
  t,
  ready: { code: 503, body: 'PRE_INITIALIZING' },
  connectedState: 0,
  rung: 'no-istiod',
  steps: [],
  server: null,
  node: null,
  counts: null,
  pid: 1,
  adminAddress: '127.0.0.1:1',
});
const ended = (runId: string, by: EnvoyEnded['by']): EnvoyEnded => ({
  runId,
  t: 5,
  by,
  exitCode: 1,
  signal: null,
  reason: null,
  log: '',
});

function host() {
  const listeners = new Map<string, (payload: unknown) => void>();
  const calls: string[] = [];
  const starts: ((outcome: Outcome<EnvoyRun>) => void)[] = [];
  const bridge = {
    request(name: string) {
      calls.push(name);
      if (name === 'envoy:start') return new Promise((answer) => starts.push(answer));
      return Promise.resolve({ ok: true, value: null });
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, listener);
      return () => {};
    },
  } as unknown as Bridge;
  const say = (event: 'envoy:snapshot' | 'envoy:ended', payload: unknown) => listeners.get(event)?.(payload);
  return { bridge, calls, starts, say };
}

test('looks at Envoy that come before the answer to start are not lost', async () => {
  const { bridge, starts, say } = host();
  const store = createRunStore(bridge);
  const started = store.getState().start('k', 'payments, lab', 'yaml');
  say('envoy:snapshot', snapshot('r1', 10));
  say('envoy:ended', ended('r1', 'itself'));
  starts[0]?.({ ok: true, value: run('r1') });
  await started;
  expect(store.getState()).toMatchObject({ phase: 'ended', snapshot: { t: 10 }, ended: { by: 'itself' } });
});

test('the end of an earlier run does not end the present one', async () => {
  const { bridge, starts, say } = host();
  const store = createRunStore(bridge);
  const started = store.getState().start('k', 'w', 'yaml');
  starts[0]?.({ ok: true, value: run('r2') });
  await started;
  say('envoy:ended', ended('r1', 'us'));
  expect(store.getState().phase).toBe('running');
});

test('an end from outside is kept as what it is', async () => {
  const { bridge, starts, say } = host();
  const store = createRunStore(bridge);
  const started = store.getState().start('k', 'w', 'yaml');
  starts[0]?.({ ok: true, value: run('r1') });
  await started;
  say('envoy:ended', ended('r1', 'outside'));
  expect(store.getState()).toMatchObject({ phase: 'ended', ended: { by: 'outside' } });
});

test('a restart stops the running Envoy first', async () => {
  const { bridge, starts, calls } = host();
  const store = createRunStore(bridge);
  const first = store.getState().start('k', 'w', 'yaml');
  starts[0]?.({ ok: true, value: run('r1') });
  await first;
  const second = store.getState().start('k', 'w', 'yaml');
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  starts[1]?.({ ok: true, value: run('r2') });
  await second;
  expect(calls).toEqual(['envoy:start', 'envoy:stop', 'envoy:start']);
  expect(store.getState().run?.runId).toBe('r2');
});

test('an Envoy that cannot be started leaves the ladder idle and gives the failure back', async () => {
  const { bridge, starts } = host();
  const store = createRunStore(bridge);
  const failure = { code: 'tool-not-found', kind: 'input', message: 'm', hint: 'h', source: null } as const;
  const started = store.getState().start('k', 'w', 'yaml');
  starts[0]?.({ ok: false, failure });
  expect(await started).toEqual(failure);
  expect(store.getState().phase).toBe('idle');
});
