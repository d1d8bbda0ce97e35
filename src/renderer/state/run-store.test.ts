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

function host(stopped: Outcome<null> = { ok: true, value: null }) {
  const listeners = new Map<string, (payload: unknown) => void>();
  const hears: ((connected: boolean) => void)[] = [];
  const calls: string[] = [];
  const starts: ((outcome: Outcome<EnvoyRun>) => void)[] = [];
  const bridge = {
    request(name: string) {
      calls.push(name);
      if (name === 'envoy:start') return new Promise((answer) => starts.push(answer));
      if (name === 'envoy:stop') return Promise.resolve(stopped);
      return Promise.resolve({ ok: true, value: null });
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, listener);
      return () => {};
    },
    onConnection(listener: (connected: boolean) => void) {
      hears.push(listener);
    },
  } as unknown as Bridge;
  const connection = (connected: boolean) => {
    for (const hear of hears) hear(connected);
  };
  const say = (event: 'envoy:snapshot' | 'envoy:ended', payload: unknown) => listeners.get(event)?.(payload);
  return { bridge, calls, starts, say, connection };
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

/** A store with a running Envoy, seen once. */
async function running(stopped?: Outcome<null>) {
  const { bridge, starts, say, connection } = host(stopped);
  const store = createRunStore(bridge);
  const started = store.getState().start('k', 'w', 'yaml');
  starts[0]?.({ ok: true, value: run('r1') });
  await started;
  say('envoy:snapshot', snapshot('r1', 10));
  return { store, say, connection };
}

test('a lost connection takes the running Envoy for lost, and a new look at it finds it again', async () => {
  const { store, say, connection } = await running();
  connection(false);
  expect(store.getState()).toMatchObject({ phase: 'lost', connected: false, snapshot: { t: 10 } });
  connection(true);
  say('envoy:snapshot', snapshot('r1', 20));
  expect(store.getState()).toMatchObject({ phase: 'running', connected: true, snapshot: { t: 20 } });
});

test('the end that was told after the connection came back is the end of the lost Envoy', async () => {
  const { store, say, connection } = await running();
  connection(false);
  connection(true);
  say('envoy:ended', ended('r1', 'us'));
  expect(store.getState()).toMatchObject({ phase: 'ended', ended: { by: 'us' } });
});

test('a stop that could not be asked for is told, and no end is made up', async () => {
  const failure = {
    code: 'host-unreachable',
    kind: 'internal',
    message: 'm',
    hint: 'h',
    source: null,
  } as const;
  const { store } = await running({ ok: false, failure });
  expect(await store.getState().stop()).toEqual(failure);
  expect(store.getState()).toMatchObject({ phase: 'running', ended: null });
});

test('an Envoy that was found silent while it ended stands where it was when it spoke', async () => {
  const { bridge, starts, say } = host();
  const store = createRunStore(bridge);
  const started = store.getState().start('key', 'payments, lab', 'yaml');
  starts[0]?.({ ok: true, value: run('one') });
  await started;
  const spoke = snapshot('one', 1);
  const live = { id: 'live', state: 'failed', evidence: '/ready does not answer any more' } as const;
  say('envoy:snapshot', spoke);
  say('envoy:snapshot', { ...snapshot('one', 2), ready: null, connectedState: null, steps: [live] });
  say('envoy:ended', ended('one', 'outside'));
  expect(store.getState()).toMatchObject({ phase: 'ended', snapshot: spoke });
});
