import { describe, expect, test } from 'vitest';
import type { ConfigDumpSummary } from './config-dump.ts';
import { isSilent, NO_PILOT_AGENT, type ProxyView, readLadder } from './ladder.ts';
import { readControlStats } from './stats.ts';
import { NO_UPDATES, trackUpdates } from './updates.ts';

const PRE = { code: 503, body: 'PRE_INITIALIZING' };
const LIVE = { code: 200, body: 'LIVE' };
const TAKEN = 'cluster_manager.cds.update_success: 1\nlistener_manager.lds.update_success: 1\n';

function view(ready: ProxyView['ready'], stats: string, more: Partial<ProxyView> = {}): ProxyView {
  const read = readControlStats(stats);
  return {
    refused: null,
    ready,
    readyBefore: null,
    stats: read,
    updates: trackUpdates(NO_UPDATES, read),
    dump: null,
    asks: { cds: true, lds: true },
    asksForSecrets: false,
    missingSocket: null,
    podReady: NO_PILOT_AGENT,
    ...more,
  };
}
const states = (given: ProxyView) =>
  Object.fromEntries(readLadder(given).steps.map(({ id, state }) => [id, state]));

test('of a bootstrap that asks for no secret it is not said that it has not asked yet', () => {
  const identity = (asksForSecrets: boolean) =>
    readLadder(view(PRE, 'control_plane.connected_state: 0', { asksForSecrets })).steps.find(
      ({ id }) => id === 'identity',
    )?.evidence;
  expect(identity(false)).toBe('nothing in the bootstrap asks for a secret; only what istiod sends could');
  expect(identity(true)).toBe('no secret was asked for yet');
});

describe('the rung', () => {
  test.each([
    ['istiod not reachable', view(PRE, 'control_plane.connected_state: 0'), 'no-istiod'],
    ['istiod silent', view(PRE, 'control_plane.connected_state: 1'), 'no-istiod'],
    [
      'identity missing',
      view(PRE, 'cluster_manager.cds.update_success: 1\nsds.default.update_attempt: 1'),
      'no-identity',
    ],
    [
      'CDS refused, LIVE all the same',
      view(LIVE, `${TAKEN}cluster_manager.cds.update_rejected: 1`),
      'rejected',
    ],
    [
      'LDS refused, LIVE all the same',
      view(LIVE, 'cluster_manager.cds.update_success: 1\nlistener_manager.lds.update_rejected: 1'),
      'rejected',
    ],
    ['nothing missing', view(LIVE, `${TAKEN}control_plane.connected_state: 1`), 'live'],
    [
      'LIVE without configuration',
      view(LIVE, 'control_plane.connected_state: 0\ncluster_manager.cds.init_fetch_timeout: 1'),
      'no-istiod',
    ],
    ['connection lost after all was taken', view(LIVE, `${TAKEN}control_plane.connected_state: 0`), 'live'],
    ['draining', view({ code: 503, body: 'DRAINING' }, TAKEN), 'live'],
    ['a bootstrap that asks nobody', view(LIVE, '', { asks: { cds: false, lds: false } }), 'live'],
    ['refused', view(null, '', { refused: "Unknown gRPC client cluster 'istiod-xds'" }), 'refused'],
    [
      'only clusters are asked for',
      view(LIVE, 'cluster_manager.cds.update_success: 1', { asks: { cds: true, lds: false } }),
      'live',
    ],
  ] as const)('%s', (_, given, rung) => {
    expect(readLadder(given).rung).toBe(rung);
  });

  test('where the bootstrap hides SDS stats, uninitialized secrets of the config_dump tell of the identity', () => {
    const none = { count: 0, names: [] };
    const dump: ConfigDumpSummary = {
      node: null,
      staticClusters: none,
      dynamicClusters: none,
      warmingClusters: { count: 1, names: ['a'] },
      listeners: none,
      warmingListeners: none,
      refusedListeners: [],
      refusedClusters: [],
      activeSecrets: none,
      warmingSecrets: { count: 1, names: ['default'] },
      missingSecrets: { count: 1, names: ['default'] },
      clustersVersion: 'v1',
      listenersVersion: null,
    };
    const ladder = readLadder(view(PRE, 'cluster_manager.cds.update_success: 1', { dump }));
    expect(ladder.rung).toBe('no-identity');
    expect(ladder.steps.find(({ id }) => id === 'identity')?.evidence).toBe('secret default uninitialized');
  });
});

describe('the steps', () => {
  test('are all passed but the pod’s readiness when nothing is missing', () => {
    expect(states(view(LIVE, `${TAKEN}control_plane.connected_state: 1`))).toEqual({
      accepted: 'passed',
      istiod: 'passed',
      identity: 'passed',
      config: 'passed',
      live: 'passed',
      'pod-ready': 'not-on-this-bench',
    });
  });

  test('show LIVE as passed above an istiod that is still waited for', () => {
    const given = view(LIVE, 'control_plane.connected_state: 0\ncluster_manager.cds.init_fetch_timeout: 1');
    expect(states(given)).toMatchObject({ istiod: 'waiting', config: 'waiting', live: 'passed' });
  });

  test('of one that does not answer any more say so, and of the rest what was seen last', () => {
    const given = view(null, 'control_plane.connected_state: 0', { readyBefore: PRE });
    const ladder = readLadder(given);
    expect(ladder.rung).toBe('no-istiod');
    expect(isSilent({ ready: null, ...ladder })).toBe(true);
    expect(ladder.steps.filter(({ state }) => state === 'waiting')).toEqual([]);
    expect(ladder.steps.find(({ id }) => id === 'istiod')).toEqual({
      id: 'istiod',
      state: 'not-reached',
      evidence: 'when it last answered: control_plane.connected_state 0',
    });
    expect(ladder.steps.find(({ id }) => id === 'live')).toEqual({
      id: 'live',
      state: 'failed',
      evidence: '/ready does not answer any more; it said 503 PRE_INITIALIZING',
    });
    const taken = readLadder(view(null, `${TAKEN}control_plane.connected_state: 1`, { readyBefore: LIVE }));
    expect(taken.rung).toBe('live');
    expect(taken.steps.find(({ id }) => id === 'config')?.state).toBe('passed');
  });

  test('of one that never answered are none that failed', () => {
    const ladder = readLadder({ ...view(null, ''), stats: null });
    expect(isSilent({ ready: null, ...ladder })).toBe(false);
    expect(ladder.steps.find(({ id }) => id === 'live')?.state).toBe('not-reached');
  });

  test('name the socket that pilot-agent would serve, when ADS leads to one that is not there', () => {
    const { steps } = readLadder(view(PRE, '', { missingSocket: '/etc/istio/proxy/XDS' }));
    expect(steps.find(({ id }) => id === 'istiod')?.evidence).toMatch(
      /no socket \/etc\/istio\/proxy\/XDS: pilot-agent/,
    );
  });

  test('after a refusal are not reached, with the log line on the first', () => {
    const ladder = readLadder(view(null, '', { refused: 'no such cluster' }));
    expect(ladder.steps[0]).toEqual({ id: 'accepted', state: 'failed', evidence: 'no such cluster' });
    expect(ladder.steps.slice(1, 5).every(({ state }) => state === 'not-reached')).toBe(true);
  });

  test('never speak of server.state, which reads 0 (LIVE) until stats are first flushed', () => {
    const ladder = readLadder(view(PRE, 'server.state: 0\ncontrol_plane.connected_state: 0'));
    expect(ladder.rung).toBe('no-istiod');
    expect(JSON.stringify(ladder)).not.toContain('server.state');
  });
});

describe('the newest update', () => {
  const look = (text: string) => readControlStats(text);
  const refused = look('cluster_manager.cds.update_rejected: 1');

  test('is the one whose counter rose since the last look', () => {
    const first = trackUpdates(NO_UPDATES, refused);
    expect(first.cds.last).toBe('refused');
    const second = trackUpdates(
      first,
      look('cluster_manager.cds.update_rejected: 1\ncluster_manager.cds.update_success: 1'),
    );
    expect(second.cds.last).toBe('taken');
    expect(
      trackUpdates(
        second,
        look('cluster_manager.cds.update_rejected: 1\ncluster_manager.cds.update_success: 1'),
      ).cds.last,
    ).toBe('taken');
  });

  test('when both rose, is told as refused rather than hidden', () => {
    const both = look('listener_manager.lds.update_rejected: 1\nlistener_manager.lds.update_success: 1');
    expect(trackUpdates(NO_UPDATES, both).lds.last).toBe('refused');
  });
});
