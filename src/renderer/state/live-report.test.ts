import { expect, test } from 'vitest';
import type { EnvoySnapshot } from '../../contract/types.ts';
import { createRedactor } from '../../domain/redact/redactor.ts';
import type { LiveInput } from './live.ts';
import { redactLive, sceneReport, seenWords } from './live-report.ts';

const snapshot: EnvoySnapshot = {
  runId: 'r',
  t: 3510,
  ready: { code: 503, body: 'PRE_INITIALIZING' },
  connectedState: 0,
  rung: 'no-istiod',
  steps: [{ id: 'accepted', state: 'passed', evidence: 'took it' }],
  server: { state: 'PRE_INITIALIZING', version: '1.40.0', uptimeSeconds: 3 },
  node: '{"id":"a"}',
  counts: { staticClusters: 1, dynamicClusters: 0, warmingClusters: 0, listeners: 0 },
  pid: 77,
  adminAddress: '127.0.0.1:1',
};

const running: LiveInput = {
  key: 'k',
  yaml: 'y',
  verdict: null,
  run: { phase: 'running', key: 'k', snapshot, ended: null },
  past: false,
};
const idle = { phase: 'idle', key: null, snapshot: null, ended: null } as const;
const of = (run: Partial<LiveInput['run']>): LiveInput => ({ ...running, run: { ...running.run, ...run } });

test('of an Envoy that runs now everything is told, its process too', () => {
  const report = sceneReport(running, []);
  expect(report).toMatchObject({
    pid: 77,
    version: '1.40.0',
    recorded: false,
    counts: { staticClusters: 1 },
  });
  expect(report.node).toEqual({ same: [], different: [], missing: [], extra: [] });
});

test('of another bootstrap’s Envoy nothing is told, and of one that is gone no process', () => {
  expect(sceneReport(of({ key: 'other' }), [])).toMatchObject({ pid: null, counts: null, node: null });
  expect(sceneReport(of({ phase: 'lost' }), []).pid).toBeNull();
});

test('what a recording holds is told as recorded, once, and of no process', () => {
  const report = sceneReport({ ...running, past: true }, []);
  expect(report).toMatchObject({ pid: null, recorded: true });
  expect(report.steps[0]?.evidence).toBe('took it');
});

test('a picture that leaves the app says when Envoy was looked at', () => {
  const now = new Date('2026-12-01T05:00:00.5Z');
  expect(seenWords(running, now)).toEqual(['live: Envoy 3.5 s after its start, 2026-12-01T05:00:00Z']);
  expect(seenWords(of({ phase: 'lost' }), now)[0]).toMatch(/^seen last: /);
  expect(seenWords({ ...running, run: idle }, now)).toEqual([]);
});

test('the evidence of a step leaves the app masked like every other text', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJwYXltZW50cyJ9.c2lnbmF0dXJlLXNpZ25hdHVyZQ';
  const steps = [{ id: 'config', state: 'failed', evidence: `refused: ${token}` } as const];
  const live = { rung: 'rejected', evidence: token, report: { ...sceneReport(running, []), steps } } as const;
  expect(JSON.stringify(redactLive(live, createRedactor()))).not.toContain(token);
  expect(redactLive(null, createRedactor())).toBeNull();
});
