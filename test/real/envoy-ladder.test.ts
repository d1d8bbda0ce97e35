import { afterEach, describe, expect, test } from 'vitest';
import type { EnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { LAB_NODE } from '../helpers/lab-node.ts';
import { type AdsServer, type Answer, CDS, LDS, startAdsServer } from './envoy/ads-server.ts';
import { clusterWaitingForIdentity, labBootstrap } from './envoy/bootstraps.ts';
import { type FollowedRun, followRun, newBench, step } from './envoy/follow-run.ts';
import { emptyListener, mutualTlsCluster, plainCluster } from './envoy/resources.ts';

let bench: EnvoyBench = newBench();
let controlPlane: AdsServer | null = null;
afterEach(async () => {
  await bench.close();
  bench = newBench();
  await controlPlane?.close();
  controlPlane = null;
});

const nothing: Answer = { version: 'v1', resources: [] };
/** Runs the lab's bootstrap against a control plane that gives these answers. */
async function runAgainst(answers: readonly (readonly [string, Answer])[]): Promise<FollowedRun> {
  controlPlane = await startAdsServer(new Map(answers));
  return followRun(bench, labBootstrap({ controlPlane: controlPlane.port }));
}

describe('without istiod', () => {
  test('waiting for ever, it stands on no-istiod: 503 PRE_INITIALIZING, connected_state 0', async () => {
    const { until, run } = await followRun(bench, labBootstrap());
    const seen = await until((snapshot) => snapshot.node !== null);
    expect(seen).toMatchObject({
      ready: { code: 503, body: 'PRE_INITIALIZING' },
      connectedState: 0,
      rung: 'no-istiod',
      server: { state: 'PRE_INITIALIZING', version: '1.40.0' },
      counts: { staticClusters: 1, dynamicClusters: 0, warmingClusters: 0, listeners: 0 },
      pid: run.pid,
      adminAddress: run.adminAddress,
    });
    expect(step(seen, 'accepted')).toMatch(/^passed/);
    expect(step(seen, 'istiod')).toMatch(/^waiting: control_plane\.connected_state 0/);
    expect(step(seen, 'config')).toMatch(/^not-reached/);
    expect(step(seen, 'live')).toBe('waiting: /ready 503 PRE_INITIALIZING');
    expect(step(seen, 'pod-ready')).toMatch(/^not-on-this-bench: .*15021.*pilot-agent/);
  });

  test('stopped by a signal it does not answer any more, and nothing is said to be waited for; let go on, it is back', async () => {
    const { until, run } = await followRun(bench, labBootstrap());
    await until((snapshot) => snapshot.rung === 'no-istiod' && snapshot.ready !== null);
    process.kill(run.pid, 'SIGSTOP');
    const silent = await until((snapshot) => snapshot.ready === null && snapshot.t > 500);
    expect(silent).toMatchObject({ connectedState: null, server: null, rung: 'no-istiod' });
    expect(step(silent, 'live')).toBe(
      'failed: /ready does not answer any more; it said 503 PRE_INITIALIZING',
    );
    expect(step(silent, 'istiod')).toMatch(/^not-reached: when it last answered: /);
    expect(silent.steps.map(({ state }) => state)).not.toContain('waiting');
    process.kill(run.pid, 'SIGCONT');
    const back = await until((snapshot) => snapshot.ready !== null && snapshot.t > silent.t);
    expect(step(back, 'live')).toBe('waiting: /ready 503 PRE_INITIALIZING');
    expect(back.connectedState).toBe(0);
  });

  test('the node is the bootstrap’s, with its id, cluster and metadata, and without the list of extensions', async () => {
    const { until } = await followRun(bench, labBootstrap());
    const { node } = await until((snapshot) => snapshot.node !== null);
    expect(JSON.parse(node ?? '')).toMatchObject(LAB_NODE);
    expect(node).not.toContain('extensions');
  });

  test('with a fetch timeout it turns LIVE knowing nothing, and still stands on no-istiod', async () => {
    const { until } = await followRun(bench, labBootstrap({ fetchTimeout: '1s' }));
    const seen = await until((snapshot) => snapshot.ready?.body === 'LIVE');
    expect(seen).toMatchObject({ ready: { code: 200 }, connectedState: 0, rung: 'no-istiod' });
    expect(step(seen, 'config')).toMatch(/^waiting: .*cds\.update_success 0.*init_fetch_timeout/);
    expect(step(seen, 'live')).toBe('passed: /ready 200 LIVE');
  });
});

describe('with a control plane that', () => {
  test('accepts the stream and says nothing: connected_state 1, and istiod’s answer is what is missing', async () => {
    const { until } = await runAgainst([]);
    const seen = await until((snapshot) => snapshot.connectedState === 1);
    expect(seen).toMatchObject({ ready: { code: 503, body: 'PRE_INITIALIZING' }, rung: 'no-istiod' });
    expect(step(seen, 'istiod')).toBe('waiting: control_plane.connected_state 1, but no answer came yet');
  });

  test('sends empty CDS and LDS: the configuration is taken and it is live', async () => {
    const { until } = await runAgainst([
      [CDS, nothing],
      [LDS, nothing],
    ]);
    const seen = await until((snapshot) => snapshot.rung === 'live');
    expect(seen).toMatchObject({ ready: { code: 200, body: 'LIVE' }, connectedState: 1 });
    expect(step(seen, 'config')).toBe(
      'passed: cluster_manager.cds.update_success 1, listener_manager.lds.update_success 1',
    );
    expect(step(seen, 'identity')).toBe('passed: nothing that was configured asks for a secret');
  });

  test('sends a cluster: the config_dump that is read after it counts it', async () => {
    const { until } = await runAgainst([
      [CDS, { version: 'v7', resources: [plainCluster('outbound|80||a')] }],
      [LDS, nothing],
    ]);
    const seen = await until((snapshot) => snapshot.counts?.dynamicClusters === 1);
    expect(seen.counts).toEqual({ staticClusters: 1, dynamicClusters: 1, warmingClusters: 0, listeners: 0 });
  });

  test('sends clusters that are none: refused, although /ready says 200 LIVE', async () => {
    const { until } = await runAgainst([
      [CDS, { version: 'v1', resources: [Buffer.from([1, 2, 3])] }],
      [LDS, nothing],
    ]);
    const seen = await until((snapshot) => snapshot.ready?.body === 'LIVE');
    expect(seen).toMatchObject({ ready: { code: 200 }, connectedState: 1, rung: 'rejected' });
    expect(step(seen, 'config')).toBe('failed: cluster_manager.cds.update_rejected 1');
    expect(controlPlane?.refused[0]?.type).toBe(CDS);
  });

  test('sends a listener that Envoy refuses: the evidence holds its name once, and Envoy’s words', async () => {
    const { until } = await runAgainst([
      [CDS, nothing],
      [LDS, { version: 'v1', resources: [emptyListener('virtualInbound', 19999)] }],
    ]);
    const seen = await until((snapshot) => step(snapshot, 'config').includes('virtualInbound'));
    expect(seen.rung).toBe('rejected');
    expect(step(seen, 'config')).toBe(
      "failed: listener_manager.lds.update_rejected 1; virtualInbound: error adding listener '127.0.0.1:19999': no filter chains specified",
    );
    expect(seen.counts?.listeners).toBe(0);
  });

  test('sends what Envoy takes after what it refused: no longer rejected', async () => {
    const { until } = await runAgainst([
      [CDS, { version: 'v1', resources: [Buffer.from([1, 2, 3])] }],
      [LDS, nothing],
    ]);
    await until((snapshot) => snapshot.rung === 'rejected');
    controlPlane?.push(CDS, { version: 'v2', resources: [] });
    const seen = await until((snapshot) => snapshot.rung === 'live');
    expect(seen.connectedState).toBe(1);
  });

  test('goes away after it was heard: the configuration stays, the lost connection is told', async () => {
    const { until } = await runAgainst([
      [CDS, nothing],
      [LDS, nothing],
    ]);
    await until((snapshot) => snapshot.rung === 'live');
    await controlPlane?.close();
    const seen = await until((snapshot) => snapshot.connectedState === 0);
    expect(seen.rung).toBe('live');
    expect(step(seen, 'istiod')).toMatch(/connection lost now$/);
  });
});

describe('without identity', () => {
  test('clusters of istiod wait for their secrets: no-identity, and the cluster counts as warming', async () => {
    const { until } = await runAgainst([
      [CDS, { version: 'v1', resources: [mutualTlsCluster('outbound|443||mtls')] }],
      [LDS, nothing],
    ]);
    const seen = await until((snapshot) => snapshot.counts?.warmingClusters === 1);
    expect(seen).toMatchObject({
      ready: { code: 503, body: 'PRE_INITIALIZING' },
      connectedState: 1,
      rung: 'no-identity',
      counts: { dynamicClusters: 0 },
    });
    expect(step(seen, 'istiod')).toMatch(/^passed/);
    expect(step(seen, 'identity')).toMatch(/^waiting: .*sds\.default\.update_success 0/);
    expect(step(seen, 'identity')).toMatch(/sds\.ROOTCA\.update_success 0/);
  });

  test('a static cluster waits for its certificate before istiod is asked at all: no-identity', async () => {
    controlPlane = await startAdsServer(new Map());
    const yaml = labBootstrap({ controlPlane: controlPlane.port, clusters: [clusterWaitingForIdentity] });
    const { until } = await followRun(bench, yaml);
    const seen = await until((snapshot) => step(snapshot, 'identity').includes('connected_state 1'));
    expect(seen.rung).toBe('no-identity');
    expect(seen.ready).toEqual({ code: 503, body: 'PRE_INITIALIZING' });
    expect(step(seen, 'identity')).toMatch(/sds\.default\.update_success 0, connected_state 1/);
  });
});
