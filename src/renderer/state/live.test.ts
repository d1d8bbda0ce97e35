import { expect, test } from 'vitest';
import type { EnvoyEnded, EnvoySnapshot } from '../../contract/types.ts';
import { endedWords, type LiveInput, ladderSteps, reasonLine, sceneLive, tellingStep } from './live.ts';

const REFUSED = [
  '[2026-11-30 05:33:34.278][20258][info][config] [source/server/configuration_impl.cc:138] loading 1 cluster(s)',
  "[2026-11-30 05:33:34.280][20258][critical][main] [source/server/config_validation/server.cc:76] error initializing configuration 'b.yaml': Unknown gRPC client cluster 'istiod-xds'",
].join('\n');
const command = { argv: ['envoy'], line: 'envoy', exitCode: 1, signal: null, ms: 40, stderr: '' };
const idle = { phase: 'idle', key: null, snapshot: null, ended: null } as const;
const snapshot: EnvoySnapshot = {
  runId: 'r',
  t: 100,
  ready: { code: 503, body: 'PRE_INITIALIZING' },
  connectedState: 0,
  rung: 'no-istiod',
  steps: [{ id: 'accepted', state: 'passed', evidence: 'admin port answers' }],
  server: null,
  node: null,
  counts: null,
  pid: 1,
  adminAddress: '127.0.0.1:1',
};
const ended: EnvoyEnded = {
  runId: 'r',
  t: 900,
  by: 'outside',
  exitCode: null,
  signal: 'SIGKILL',
  reason: null,
  log: '',
};
const base: LiveInput = { key: 'k', yaml: 'y', verdict: null, run: idle, past: false };

test('the reason of a refusal is what the critical line says, without time stamp, source file and preamble', () => {
  expect(reasonLine(REFUSED)).toBe("Unknown gRPC client cluster 'istiod-xds'");
  expect(reasonLine('all is well')).toBeNull();
});

test('a refused bootstrap shows on the stage as refused, with the line', () => {
  const verdict = { key: 'k', yaml: 'y', result: { exitCode: 1, output: REFUSED, command } };
  expect(sceneLive({ ...base, verdict })).toMatchObject({
    rung: 'refused',
    evidence: expect.stringContaining('istiod-xds'),
  });
  expect(ladderSteps({ ...base, verdict })[0]).toMatchObject({ id: 'accepted', state: 'failed' });
});

test('a verdict on another text says nothing of the one on the stage', () => {
  const verdict = { key: 'k', yaml: 'an older text', result: { exitCode: 1, output: REFUSED, command } };
  expect(sceneLive({ ...base, verdict })?.rung).toBe('not-started');
  expect(ladderSteps({ ...base, verdict }).every((step) => step.state === 'not-reached')).toBe(true);
});

test('a running Envoy is shown with its own words', () => {
  const run = { phase: 'running', key: 'k', snapshot, ended: null } as const;
  expect(sceneLive({ ...base, run })).toEqual({
    rung: 'no-istiod',
    evidence: '503 PRE_INITIALIZING · connected_state 0',
    admin: '127.0.0.1:1',
  });
  expect(ladderSteps({ ...base, run })).toBe(snapshot.steps);
});

test('an Envoy that runs another bootstrap says nothing of this one', () => {
  const run = { phase: 'running', key: 'other', snapshot, ended: null } as const;
  expect(sceneLive({ ...base, run })).toEqual({ rung: 'not-started', evidence: '' });
});

test('only an Envoy that runs now has an address', () => {
  const run = { phase: 'running', key: 'k', snapshot, ended: null } as const;
  expect(sceneLive({ ...base, run })).toHaveProperty('admin', '127.0.0.1:1');
  expect(sceneLive({ ...base, run: { ...run, phase: 'ended', ended } })).not.toHaveProperty('admin');
  expect(sceneLive({ ...base, run: { ...run, phase: 'lost' } })).not.toHaveProperty('admin');
  expect(sceneLive({ ...base, run, past: true })).not.toHaveProperty('admin');
});

test('an end from outside is told from a stop that was asked for', () => {
  const run = { phase: 'ended', key: 'k', snapshot, ended } as const;
  expect(sceneLive({ ...base, run })).toMatchObject({ rung: 'ended' });
  expect(endedWords(ended)).toBe('Ended from outside Sidecar Anatomy · signal SIGKILL');
  expect(endedWords({ ...ended, by: 'us', signal: null, exitCode: 0 })).toBe('Stopped as asked · exit 0');
});

test('of an Envoy that is over it is said what was seen last', () => {
  const over = { phase: 'ended', key: 'k', snapshot, ended } as const;
  expect(sceneLive({ ...base, run: over })).toMatchObject({ rung: 'ended', last: snapshot.rung });
  expect(sceneLive({ ...base, run: { ...over, snapshot: null } })).not.toHaveProperty('last');
});

test('an Envoy behind a lost connection is no longer shown as live', () => {
  const run = { phase: 'lost', key: 'k', snapshot, ended: null } as const;
  expect(sceneLive({ ...base, run })).toEqual({
    rung: 'lost',
    evidence: 'Connection lost: what Envoy does now is not known',
    last: snapshot.rung,
  });
  expect(ladderSteps({ ...base, run }).some((step) => step.state === 'waiting')).toBe(false);
});

test('an Envoy that does not answer any more is no longer shown as live', () => {
  const steps = [{ id: 'live', state: 'failed', evidence: '/ready does not answer any more' }] as const;
  const silent = { ...snapshot, ready: null, connectedState: null, steps };
  const run = { phase: 'running', key: 'k', snapshot: silent, ended: null } as const;
  expect(sceneLive({ ...base, run })).toEqual({
    rung: 'silent',
    evidence: 'Envoy does not answer any more',
    last: snapshot.rung,
    admin: '127.0.0.1:1',
  });
});

test('a port that is taken is told from a bootstrap that Envoy refuses everywhere', () => {
  const endedBy = (code: string) => {
    const explanation = { code, message: 'no', hint: 'do', line: null, column: null, lineText: null };
    const own: EnvoyEnded = { ...ended, by: 'itself', signal: null, exitCode: 1, explanation };
    return sceneLive({ ...base, run: { phase: 'ended', key: 'k', snapshot: null, ended: own } });
  };
  expect(endedBy('address-in-use')).toMatchObject({ rung: 'refused', onlyHere: true });
  expect(endedBy('unknown-ads-cluster')).toMatchObject({ rung: 'refused', onlyHere: false });
});

test('after its end the picture knows where Envoy was last seen, and calls no end of one at work a refusal', () => {
  const lastOf = (seen: EnvoySnapshot | null, by: EnvoyEnded['by']) =>
    sceneLive({ ...base, run: { phase: 'ended', key: 'k', snapshot: seen, ended: { ...ended, by } } });
  for (const by of ['us', 'outside', 'itself'] as const)
    expect(lastOf(snapshot, by)).toMatchObject({ rung: 'ended', last: 'no-istiod' });
  expect(lastOf({ ...snapshot, rung: 'refused' }, 'itself')).toMatchObject({ rung: 'refused' });
});

test('while nothing has been asked of an Envoy the picture says so; without a bootstrap it says nothing', () => {
  expect(sceneLive(base)).toEqual({ rung: 'not-started', evidence: '' });
  expect(sceneLive({ ...base, key: '' })).toBeNull();
});

test('an Envoy that has ended no longer waits for anything', () => {
  const waiting: EnvoySnapshot = {
    ...snapshot,
    steps: [...snapshot.steps, { id: 'istiod', state: 'waiting', evidence: 'connected_state 0' }],
  };
  const run = { phase: 'ended', key: 'k', snapshot: waiting, ended } as const;
  expect(ladderSteps({ ...base, run }).map((step) => step.state)).toEqual(['passed', 'not-reached']);
});

test('an Envoy that ended by itself before its admin port answered was refused', () => {
  const own: EnvoyEnded = { ...ended, by: 'itself', signal: null, exitCode: 1, reason: 'cannot bind' };
  const run = { phase: 'ended', key: 'k', snapshot: null, ended: own } as const;
  expect(sceneLive({ ...base, run })).toEqual({ rung: 'refused', evidence: 'cannot bind', onlyHere: false });
  expect(ladderSteps({ ...base, run })[0]).toEqual({
    id: 'accepted',
    state: 'failed',
    evidence: 'cannot bind',
  });
});

test('what a recording saw is shown as recorded, wherever it says something', () => {
  const run = { phase: 'running', key: 'k', snapshot, ended: null } as const;
  const past = { ...base, run, past: true };
  expect(sceneLive(past)?.evidence).toBe('recorded: 503 PRE_INITIALIZING · connected_state 0');
  expect(ladderSteps(past)[0]?.evidence).toBe('recorded: admin port answers');
  expect(sceneLive({ ...past, run: { ...run, phase: 'ended', ended } })?.evidence).toMatch(
    /^recorded: Ended/,
  );
  const verdict = { key: 'k', yaml: 'y', result: { exitCode: 1, output: REFUSED, command } };
  expect(sceneLive({ ...base, verdict, past: true })?.evidence).toMatch(/^recorded: .*istiod-xds/);
  expect(sceneLive({ ...base, past: true })).toEqual({ rung: 'not-started', evidence: '' });
});

test('the telling step is where the proxy is stuck, else the last one it passed', () => {
  const step = (
    id: 'accepted' | 'istiod' | 'live',
    state: 'passed' | 'waiting' | 'failed' | 'not-reached',
  ) => ({
    id,
    state,
    evidence: '',
  });
  expect(tellingStep([step('accepted', 'passed'), step('istiod', 'waiting')])?.id).toBe('istiod');
  expect(tellingStep([step('accepted', 'passed'), step('live', 'not-reached')])?.id).toBe('accepted');
  expect(tellingStep([step('accepted', 'not-reached')])).toBeNull();
});
