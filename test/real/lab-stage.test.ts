import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FailureError } from '../../src/contract/failure.ts';
import type { RequestInput } from '../../src/contract/requests.ts';
import type { EnvoyEnded, EnvoySnapshot, RunningEnvoy } from '../../src/contract/types.ts';
import { findFreePort } from '../../src/host/envoy/port-owner.ts';
import { createHost } from '../../src/host/host.ts';
import { createLocalParts } from '../../src/host/local-host.ts';
import { createInlineReader } from '../../src/host/study/inline-reader.ts';
import { toolchain } from './injecting.ts';

const host = createHost(
  {
    shell: 'browser',
    version: '0',
    resources: fileURLToPath(new URL('../../resources', import.meta.url)),
    startFile: () => null,
  },
  createLocalParts(toolchain, createInlineReader()),
);
let studyId = '';
let folder = '';
const started: RunningEnvoy[] = [];
const seen: EnvoySnapshot[] = [];
const ended: EnvoyEnded[] = [];
host.on('envoy:started', (running) => started.push(running));
host.on('envoy:snapshot', (snapshot) => seen.push(snapshot));
host.on('envoy:ended', (end) => ended.push(end));

beforeAll(async () => {
  studyId = (await host.handlers['study:open-sample']({ native: false })).id;
});
afterAll(() => host.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lab-stage-'));
});
afterEach(() => {
  for (const told of [started, seen, ended]) told.length = 0;
  rmSync(folder, { recursive: true });
});

const LABEL = { key: 'payments#0#lab', words: 'payments, lab', edited: false };

/** The order for steps of the bootstrap lab, at a port that is free now. */
async function order(steps: number[]): Promise<RequestInput<'lab:do'>> {
  const adminPort = (await findFreePort('127.0.0.1')) ?? 0;
  return {
    lab: 'bootstrap',
    folder,
    start: { adminPort },
    preferred: null,
    namespace: null,
    control: null,
    kubeconfig: null,
    run: folder,
    label: LABEL,
    studyId,
    index: 0,
    native: false,
    manifest: null,
    profile: null,
    sets: [],
    steps,
    paceMs: 0,
    force: false,
    replace: [],
  };
}

async function waitFor(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((done) => setTimeout(done, 10));
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof FailureError ? error.failure.code : String(error)),
  );

describe('the Envoy of the bootstrap lab, done in a window', () => {
  it('is seen by every page under the name of its bootstrap, on its ladder, until its step is over', async () => {
    const { commands, report } = await host.handlers['lab:do'](await order([6]));
    expect(started.map(({ label }) => label)).toEqual([LABEL]);
    expect(seen.map(({ rung }) => rung)).toContain('no-istiod');
    expect(ended).toMatchObject([{ by: 'us', exitCode: 0 }]);
    // What the file says is what was seen.
    const [run] = started;
    const text = readFileSync(join(folder, '06-ready.txt'), 'utf8');
    const last = seen.at(-1);
    expect(text).toContain(`ready_code=${last?.ready?.code}\nready_body=${last?.ready?.body}\n`);
    expect(report.steps.find(({ number }) => number === 6)?.state).not.toBe('fail');
    // Its command is told with its end.
    const told = commands.find(({ argv }) => argv.join(' ') === run?.run.command.argv.join(' '));
    expect(told).toMatchObject({ exitCode: 0, signal: null });
    expect(await host.handlers['envoy:running']({})).toBe(null);
  });

  it('takes the place of the one that ran there before', async () => {
    const wanted = await order([6]);
    const yaml = `admin: { address: { socket_address: { address: 127.0.0.1, port_value: ${wanted.start.adminPort} } } }`;
    const { runId } = await host.handlers['envoy:start']({ yaml });
    await host.handlers['lab:do'](wanted);
    expect(ended.map((end) => end.runId)[0]).toBe(runId);
    expect(existsSync(join(folder, '06-node.json'))).toBe(true);
  });

  it('can be stopped by a person once it was looked at; the step is done all the same', async () => {
    const doing = host.handlers['lab:do'](await order([6]));
    // The three things that the step wants to know take a tenth of that.
    await waitFor(() => seen.some(({ t }) => t >= 1000));
    await host.handlers['envoy:stop']({ runId: started[0]?.run.runId ?? '' });
    await doing;
    expect(ended).toHaveLength(1);
    expect(readFileSync(join(folder, '06-ready.txt'), 'utf8')).toContain('ready_code=503');
  });

  it('ends when the lab is cancelled, and nothing is written of its step', async () => {
    const doing = codeOf(host.handlers['lab:do'](await order([6])));
    await waitFor(() => started.length > 0);
    await host.handlers['lab:cancel']({ run: folder });
    expect(await doing).toBe('cancelled');
    expect(ended).toHaveLength(1);
    expect(existsSync(join(folder, '06-ready.txt'))).toBe(false);
    expect(await host.handlers['envoy:running']({})).toBe(null);
  });

  it('that is killed while it is looked at is told as that', async () => {
    const stopListening = host.on('envoy:started', ({ run }) => void process.kill(run.pid, 'SIGKILL'));
    expect(await codeOf(host.handlers['lab:do'](await order([6])))).toBe('envoy-ended');
    stopListening();
    expect(existsSync(join(folder, '06-ready.txt'))).toBe(false);
  });

  it('starts with its step, not before', async () => {
    const order8 = await order([1, 2, 3, 4, 5, 6, 7, 8]);
    const told: string[] = [];
    const stops = [
      host.on('lab:progress', ({ step, state }) => told.push(`${step} ${state}`)),
      host.on('envoy:started', () => told.push('started')),
    ];
    await host.handlers['lab:do'](order8);
    for (const stop of stops) stop();
    expect(told.slice(told.indexOf('started') - 1, told.indexOf('started') + 2)).toEqual([
      '6 running',
      'started',
      '6 done',
    ]);
  });

  it.each([[[6]], [[1, 2, 3, 4, 5, 6, 7, 8]]])(
    'says who holds its port, and which one is free, before anything is written: steps %j',
    async (steps) => {
      const wanted = await order(steps);
      const server = createServer();
      await new Promise<void>((done) => server.listen(wanted.start.adminPort, '127.0.0.1', done));
      try {
        expect(await codeOf(host.handlers['lab:do'](wanted))).toBe('address-in-use');
      } finally {
        server.close();
      }
      expect(started).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
