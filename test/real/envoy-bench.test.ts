import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FailureError } from '../../src/contract/failure.ts';
import type { EnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { labBootstrap } from './envoy/bootstraps.ts';
import { followRun, newBench } from './envoy/follow-run.ts';

let bench: EnvoyBench;
beforeEach(() => {
  bench = newBench();
});
afterEach(() => bench.close());

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FailureError)) throw new Error(`no failure but ${String(error)}`);
  return error.failure;
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const privateFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`sidecar-anatomy-${process.pid}-`));
const sharedMemory = () => readdirSync('/dev/shm').filter((name) => name.startsWith('envoy'));
const caseText = (name: string) => readFileSync(new URL(`../cases/${name}`, import.meta.url), 'utf8');
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const typo = labBootstrap({ adsCluster: 'istiod-xds' });

describe('validate', () => {
  test('an accepted bootstrap: exit 0, Envoy’s own words, the command to copy', async () => {
    const result = await bench.validate(labBootstrap());
    expect(result.exitCode).toBe(0);
    expect(result.output).toContain("configuration 'bootstrap.json' OK");
    expect(result.explanation).toBeUndefined();
    expect(result.command.argv.slice(1)).toEqual(['--mode', 'validate', '-c', 'bootstrap.json']);
  });

  test('a wrong ADS cluster: exit 1, and the line on which it is named', async () => {
    const result = await bench.validate(typo);
    expect(result.exitCode).toBe(1);
    expect(result.output).toMatch(/Unknown gRPC client cluster 'istiod-xds'/);
    expect(result.explanation).toMatchObject({ code: 'unknown-ads-cluster' });
    expect(result.explanation?.lineText).toContain('"cluster_name": "istiod-xds"');
    expect(typo.split('\n')[(result.explanation?.line ?? 0) - 1]).toBe(result.explanation?.lineText);
  });

  test('a malformed bootstrap (case 70): Envoy’s position and the line that it speaks of', async () => {
    const text = caseText('70-bootstrap-malformed.json');
    const { exitCode, explanation } = await bench.validate(text);
    expect(exitCode).toBe(1);
    expect(explanation).toMatchObject({ code: 'malformed', line: 1, column: 132 });
    expect(explanation?.message).toContain('cluster_manager.outlier_detection.event_log_path');
    expect(explanation?.lineText).toContain('/dev/stdout');
  });

  test.each([
    ['a value of the wrong type', 'node:\n  id: a\n  cluster: [1]\n', 3, '  cluster: [1]'],
    ['a field that Envoy does not know', '# mine\nnode: {id: a, idd: b}\n', 2, 'node: {id: a, idd: b}'],
    [
      'a bad duration in the second cluster',
      'static_resources:\n  clusters:\n  - name: a\n  - name: b\n    connect_timeout: soon\n',
      5,
      '    connect_timeout: soon',
    ],
    [
      'a port that is none',
      'admin:\n  address:\n    socket_address: {address: 127.0.0.1, port_value: 70000}\n',
      3,
      '    socket_address: {address: 127.0.0.1, port_value: 70000}',
    ],
    [
      'an unknown word',
      'static_resources:\n  clusters:\n  - name: a\n    type: STRICT\n',
      4,
      '    type: STRICT',
    ],
  ])(
    '%s in YAML: the line of the YAML, not of the JSON that Envoy makes of it',
    async (_, yaml, line, text) => {
      const { explanation } = await bench.validate(yaml);
      expect(explanation).toMatchObject({ code: 'malformed', line, lineText: text });
    },
  );

  test('a broken constraint: the rule and the field, not the bootstrap over again', async () => {
    const { explanation } = await bench.validate(
      'admin: {address: {socket_address: {address: 127.0.0.1, port_value: 70000}}}\n',
    );
    expect(explanation?.message).toBe(
      'Envoy cannot read the bootstrap at line 1, column 56, admin.address.socket_address.port_value: value must be less than or equal to 65535',
    );
  });

  test('text that is no YAML: the line that yaml-cpp names', async () => {
    const { explanation } = await bench.validate('node: {id: a\n  b: [\n');
    expect(explanation).toMatchObject({ code: 'malformed', line: 2, column: 4, lineText: '  b: [' });
  });

  test('what was called off is told as cancelled, and nothing is left', async () => {
    const stop = new AbortController();
    const checking = failureOf(bench.validate(labBootstrap(), stop.signal));
    stop.abort();
    expect((await checking).code).toBe('cancelled');
    expect(privateFolders()).toEqual([]);
  });
});

describe('a bootstrap of several documents', () => {
  test('is not run: Envoy would read the first and be silent about the second', async () => {
    const two = 'node: {id: a, cluster: a}\n---\nnode: {id: b}\n';
    expect((await bench.validate(two)).exitCode).toBe(0);
    const failure = await failureOf(followRun(bench, two));
    expect(failure).toMatchObject({ code: 'bootstrap-several-documents', source: { line: 3 } });
  });
});

describe('a refused bootstrap', () => {
  test('one look on the rung refused, then ended by itself with exit 1 and the log line that says why', async () => {
    const { snapshots, ended } = await followRun(bench, typo);
    const end = await ended;
    expect(end).toMatchObject({ by: 'itself', exitCode: 1, signal: null });
    expect(end.reason).toBe("Unknown gRPC client cluster 'istiod-xds'");
    expect(end.log).toContain('istiod-xds');
    expect(snapshots).toHaveLength(1);
    expect(snapshots[0]).toMatchObject({ rung: 'refused', ready: null, connectedState: null });
    expect(snapshots[0]?.steps[0]).toEqual({
      id: 'accepted',
      state: 'failed',
      evidence: "Unknown gRPC client cluster 'istiod-xds'",
    });
  });

  test('text that only Envoy can judge is given to Envoy, and its words are shown', async () => {
    const { ended } = await followRun(bench, 'node: {id: a\n  b: [\n');
    expect(await ended).toMatchObject({ by: 'itself', exitCode: 1, explanation: { line: 2, column: 4 } });
  });
});

describe('the end of a run', () => {
  test('stopped by us: by us, and neither process, folder nor shared memory is left', async () => {
    const before = sharedMemory();
    const { run, until, ended } = await followRun(bench, labBootstrap());
    await until((snapshot) => snapshot.rung === 'no-istiod');
    expect(privateFolders()).toHaveLength(1);
    await bench.stop(run.runId);
    expect(await ended).toMatchObject({ runId: run.runId, by: 'us', exitCode: 0, reason: null });
    expect(isAlive(run.pid)).toBe(false);
    expect(privateFolders()).toEqual([]);
    expect(sharedMemory()).toEqual(before);
  });

  test.each([
    ['SIGKILL', { exitCode: null, signal: 'SIGKILL', reason: null }],
    ['SIGTERM', { exitCode: 0, signal: null, reason: 'caught ENVOY_SIGTERM' }],
  ] as const)('%s from somebody else: ended from outside', async (signal, expected) => {
    const { run, until, ended } = await followRun(bench, labBootstrap());
    await until(() => true);
    process.kill(run.pid, signal);
    expect(await ended).toMatchObject({ by: 'outside', ...expected });
  });

  test('a second start ends the first', async () => {
    const first = await followRun(bench, labBootstrap());
    const second = await followRun(bench, labBootstrap());
    expect((await first.ended).by).toBe('us');
    expect(isAlive(first.run.pid)).toBe(false);
    expect(isAlive(second.run.pid)).toBe(true);
  });
});

describe('the admin endpoint', () => {
  test('answers reads only: /quitquitquit is refused, the given file is not changed, the addition is in the command', async () => {
    const { run } = await followRun(bench, labBootstrap());
    const ask = (path: string, method: string) => fetch(`http://${run.adminAddress}${path}`, { method });
    expect((await ask('/quitquitquit', 'POST')).status).toBe(403);
    expect((await ask('/stats?usedonly', 'GET')).status).toBe(200);
    expect((await ask('/clusters', 'GET')).status).toBe(200);
    expect(run.command.line).toContain('allow_paths');
    expect(run.command.argv).toContain('--disable-hot-restart');
  });

  test('case 29, a port that is taken: validate accepts it; a failure names port and owner and offers a free one', async () => {
    const holder = createServer();
    await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done));
    const bound = holder.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const taken = labBootstrap({ adminPort: port });
    expect(await bench.validate(taken)).toMatchObject({ exitCode: 0 });
    const failure = await failureOf(followRun(bench, taken));
    await new Promise((done) => holder.close(done));
    expect(failure.code).toBe('address-in-use');
    expect(failure.message).toContain(`port ${port} is held by`);
    expect(failure.message).toContain(`process ${process.pid}`);
    const free = Number(/(\d+) is free now/.exec(failure.hint)?.[1]);
    expect(free).toBeGreaterThan(0);
    const { run } = await followRun(bench, labBootstrap({ adminPort: free }));
    expect(run.adminAddress).toBe(`127.0.0.1:${free}`);
  });

  test('that others could reach is refused in a sentence, and nothing is started', async () => {
    const failure = await failureOf(followRun(bench, labBootstrap({ adminAddress: '0.0.0.0' })));
    expect(failure).toMatchObject({ code: 'admin-not-loopback', kind: 'input' });
    expect(failure.message).toContain('0.0.0.0');
  });

  test('on an abstract socket, which nobody can watch, is told at once', async () => {
    const admin = 'admin: {address: {pipe: {path: "@anatomy"}}}\n';
    const begin = performance.now();
    expect(await failureOf(followRun(bench, admin))).toMatchObject({ code: 'admin-abstract-socket' });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test('that is a name is called a name; Envoy takes none either', async () => {
    const byName = labBootstrap({ adminAddress: 'localhost' });
    expect(await failureOf(followRun(bench, byName))).toMatchObject({ code: 'admin-not-address' });
    expect((await bench.validate(byName)).output).toContain('malformed IP address: localhost');
  });

  test('on a Unix socket works as well, and so does a bootstrap without admin', async () => {
    const value = JSON.parse(labBootstrap()) as Record<string, unknown>;
    const { admin: _, ...without } = value;
    const { run, until } = await followRun(bench, JSON.stringify(without));
    expect(run.adminAddress).toMatch(/admin\.sock$/);
    await until((snapshot) => snapshot.node !== null && snapshot.connectedState === 0);
    await bench.stop(run.runId);
    expect(existsSync(run.adminAddress)).toBe(false);
    const pipe = { ...value, admin: { address: { pipe: { path: 'mine.sock', mode: 384 } } } };
    const second = await followRun(bench, JSON.stringify(pipe));
    expect(second.run.adminAddress).toMatch(/mine\.sock$/);
    await second.until((snapshot) => snapshot.rung === 'no-istiod');
  });
});

test('two benches run an Envoy each at once: no base id, no port is shared', async () => {
  const other = newBench();
  const mine = await followRun(bench, labBootstrap());
  const theirs = await followRun(other, labBootstrap());
  await mine.until((snapshot) => snapshot.rung === 'no-istiod');
  await theirs.until((snapshot) => snapshot.rung === 'no-istiod');
  expect(mine.run.adminAddress).not.toBe(theirs.run.adminAddress);
  await other.close();
  expect(isAlive(mine.run.pid)).toBe(true);
});

test('the bootstrap that pilot-agent writes: its stats are hidden, the ADS cluster’s connections tell instead', async () => {
  // Its ports are fixed; what is looked at here does not depend on them.
  const text = fixture('pilot-agent/envoy-rev.json')
    .replaceAll('"port_value": 15000', '"port_value": 0')
    .replaceAll('"port_value": 15090', '"port_value": 0')
    .replaceAll('"port_value": 15021', '"port_value": 0');
  const { until } = await followRun(bench, text);
  const seen = await until((snapshot) => snapshot.node !== null);
  expect(seen).toMatchObject({ ready: { code: 503 }, connectedState: null, rung: 'no-istiod' });
  expect(seen.steps.find(({ id }) => id === 'istiod')?.evidence).toMatch(
    /^0 open connections of the ADS cluster.*no socket \/etc\/istio\/proxy\/XDS/,
  );
  expect(seen.counts).toMatchObject({ staticClusters: 4, listeners: 2 });
});
