import { describe, expect, test } from 'vitest';
import { CONNECTED_STATE_PATH, controlStatsPath, readControlStats, readStats } from './stats.ts';

const counters = `cluster_manager.cds.version_text: "v1"
cluster_manager.cds.update_attempt: 3
cluster_manager.cds.update_rejected: 1
cluster_manager.cds.update_success: 2
cluster_manager.warming_clusters: 1
control_plane.connected_state: 1
listener_manager.lds.update_attempt: 1
sds.default.control_plane.connected_state: 0
sds.default.update_attempt: 4
sds.default.update_failure: 3
sds.spiffe://cluster.local/ns/a.b.update_success: 1
cluster.xds-grpc;.upstream_cx_active: 2
`;

describe('readStats', () => {
  test('reads numbers and quoted texts, and passes over what is no stat', () => {
    expect([...readStats('a.b: 3\nv: "x: y"\n\nnot a stat\nc: No recorded values\n')]).toEqual([
      ['a.b', '3'],
      ['v', 'x: y'],
      ['c', 'No recorded values'],
    ]);
  });

  test('keeps the whole of a name that holds a colon', () => {
    expect(
      readStats('cluster.outbound|80||a: b.upstream: 7\n').get('cluster.outbound|80||a: b.upstream'),
    ).toBe('7');
  });

  test('reads the JSON form to the same values', () => {
    const json = '{"stats":[{"name":"a","value":3},{"name":"v","value":"v1"},{"histograms":{}}]}';
    expect([...readStats(json)]).toEqual([
      ['a', '3'],
      ['v', 'v1'],
    ]);
  });

  test('a stat called __proto__ is a stat like any other', () => {
    expect(readStats('__proto__: 1\n').get('__proto__')).toBe('1');
  });
});

describe('readControlStats', () => {
  test('counts what was taken and what was refused', () => {
    const stats = readControlStats(counters);
    expect(stats.cds).toEqual({
      attempt: 3,
      failure: 0,
      success: 2,
      rejected: 1,
      fetchTimeout: 0,
      version: 'v1',
    });
    expect(stats).toMatchObject({
      connectedState: 1,
      warmingClusters: 1,
      warmingListeners: 0,
      adsConnections: 2,
    });
  });

  test('connected_state 0 is 0, and absent is null', () => {
    expect(readControlStats('control_plane.connected_state: 0\n').connectedState).toBe(0);
    expect(readControlStats('').connectedState).toBeNull();
  });

  test('counters that usedonly hides are 0', () => {
    expect(readControlStats('').lds).toMatchObject({ success: 0, rejected: 0, version: null });
  });

  test('secrets are told by name, with dots and slashes in it, each with its own connection', () => {
    expect(readControlStats(counters).secrets).toMatchObject([
      { name: 'default', attempt: 4, failure: 3, success: 0, connectedState: 0 },
      { name: 'spiffe://cluster.local/ns/a.b', success: 1, connectedState: null },
    ]);
  });
});

test('the requests are filtered, and the name of the ADS cluster cannot change the filter', () => {
  expect(controlStatsPath(null)).toMatch(/^\/stats\?usedonly&filter=/);
  const filter = decodeURIComponent(controlStatsPath('a.b|c').split('filter=')[1] ?? '');
  expect(new RegExp(filter).test('cluster.a.b|c;.upstream_cx_active')).toBe(true);
  expect(new RegExp(filter).test('cluster.aXb|c.upstream_cx_active')).toBe(false);
  expect(CONNECTED_STATE_PATH).not.toContain('usedonly');
});
