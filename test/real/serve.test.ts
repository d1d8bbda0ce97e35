import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type ServeProcess, startServe } from '../../e2e/support/serve-process.ts';
import type { Outcome } from '../../src/contract/failure.ts';
import type { RequestInput, RequestName, RequestResult } from '../../src/contract/requests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const running: ServeProcess[] = [];
afterEach(async () => {
  for (const serve of running.splice(0)) await serve.stop();
});

async function start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const serve = await startServe(args, env);
  running.push(serve);
  return client(serve.url);
}

/** Speaks to the shell as its page does: the token once, then the cookie. */
async function client(address: string) {
  const url = new URL(address);
  const entered = await fetch(url, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async <K extends RequestName>(
    name: K,
    input: RequestInput<K>,
  ): Promise<Outcome<RequestResult<K>>> => {
    const answer = await fetch(new URL(`/rpc/${name}`, url), {
      method: 'POST',
      headers: { cookie, origin: url.origin, 'content-type': 'application/json', 'x-sidecar-anatomy': '1' },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as Outcome<RequestResult<K>>;
  };
}

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.value;
}

/** Runs `serve` to its end. */
async function run(args: readonly string[]) {
  const child = spawn(process.execPath, ['out/node/cli.js', 'serve', '--no-open', '--json', ...args], {
    cwd: root,
  });
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      text[stream] += chunk.toString('utf8');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...text };
}

test('the shipped recording can be studied where there is no program at all', async () => {
  const nowhere = { SIDECAR_ANATOMY_ISTIOCTL: '/nowhere/istioctl', SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy' };
  const ask = await start([], nowhere);
  const study = value(await ask('recording:sample', {}));
  expect(study).toMatchObject({ bench: 'recording', name: 'payments.yaml' });
  expect(study.film?.events.find(({ is }) => is === 'poll')).toMatchObject({ rung: 'no-istiod' });
  const choice = { studyId: study.id, index: 0, variant: 'lab', start: {} } as const;
  const view = value(await ask('study:workload', choice));
  expect(view.anatomy.parts.map((part) => part.id)).toContain('container/istio-proxy');
  expect(value(await ask('bootstrap:build', choice)).yaml).toBe(view.bootstrap.yaml);
  const missing = await ask('study:open-sample', { native: false });
  expect(missing.ok ? '' : missing.failure.message).toContain('/nowhere/istioctl');
});

test('the recording of the sample shows the containers that the real istioctl gives it today', async () => {
  const ask = await start();
  const recorded = value(await ask('recording:sample', {}));
  const now = value(await ask('study:open-sample', { native: false }));
  expect(now.workloads).toEqual(recorded.workloads);
});

test('a file named on the command line is opened when the page asks for it; one that went away is named', async () => {
  const ask = await start(['test/cases/06-bare-pod-two-containers.yaml']);
  expect(value(await ask('app:info', {})).startFile).toMatch(/06-bare-pod-two-containers\.yaml$/);
  const file = value(await ask('app:start-file', {}));
  const study = value(
    await ask('study:open', { file, injection: [], native: false, alreadyInjected: false }),
  );
  expect(study.workloads[0]?.containers).toEqual(['web', 'helper', 'istio-proxy']);
  const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-serve-'));
  const path = join(folder, 'gone.yaml');
  writeFileSync(path, 'kind: Pod\n');
  const later = await start([path]);
  rmSync(folder, { recursive: true });
  const lost = await later('app:start-file', {});
  expect(lost.ok ? '' : lost.failure.message).toMatch(/There is no file .*gone\.yaml\./);
});

test('a file that cannot be opened from the start is named on standard error, and nothing is served', async () => {
  for (const [file, sentence] of [
    ['no-such.yaml', 'There is no file no-such.yaml.'],
    ['src', 'src is a folder.'],
    ['/dev/null', '/dev/null is a device and not a file.'],
    ['', 'The name of a file is empty'],
  ] as const) {
    const { code, stdout, stderr } = await run([file]);
    expect({ code, stdout }).toEqual({ code: file === '' ? 2 : 1, stdout: '' });
    expect(stderr).toContain(`sidecar-anatomy: ${sentence}`);
  }
});

test('an input with a sidecar in it is read as it is, with no program run', async () => {
  const ask = await start();
  const sample = value(await ask('recording:sample', {}));
  const injected = value(await ask('study:text', { studyId: sample.id, role: 'injected' }));
  const file = { name: 'mine.yaml', base64: Buffer.from(injected.text).toString('base64') };
  const study = value(await ask('study:open', { file, injection: [], native: false, alreadyInjected: true }));
  expect(study.commands).toEqual([]);
  expect(study.workloads[0]).toMatchObject({ name: 'payments', sidecar: 'classic' });
});

test('a native sidecar is injected where it is asked for', async () => {
  const ask = await start();
  const study = value(await ask('study:open-sample', { native: true }));
  expect(study.workloads[0]).toMatchObject({ sidecar: 'native', containers: ['payments'] });
});

test('of a workload without a sidecar the anatomy is shown and there is no bootstrap', async () => {
  const ask = await start();
  const bytes = await readFile(new URL('../cases/14-hostnetwork-daemonset.yaml', import.meta.url));
  const file = { name: 'host.yaml', base64: bytes.toString('base64') };
  const study = value(
    await ask('study:open', { file, injection: [], native: false, alreadyInjected: false }),
  );
  const view = value(await ask('study:workload', { studyId: study.id, index: 0, variant: 'lab', start: {} }));
  expect(view.anatomy.sidecar).toBe('none');
  expect(view.bootstrap.yaml).toBe('');
});

test('a thousand Deployments are opened once and shown one at a time', async () => {
  const ask = await start();
  const one = await readFile(new URL('../../resources/samples/payments.yaml', import.meta.url), 'utf8');
  const many = Array.from({ length: 1000 }, (_, at) => one.replaceAll('payments', `payments-${at}`)).join(
    '---\n',
  );
  const file = { name: 'many.yaml', base64: Buffer.from(many).toString('base64') };
  const study = value(
    await ask('study:open', { file, injection: [], native: false, alreadyInjected: false }),
  );
  expect(study.workloads).toHaveLength(1000);
  const view = value(
    await ask('study:workload', { studyId: study.id, index: 999, variant: 'lab', start: {} }),
  );
  expect(view.anatomy.name).toBe('payments-999');
}, 120_000);

test('the null device as standard input does not end the server', async () => {
  const nothing = openSync('/dev/null', 'r');
  const child = spawn(process.execPath, ['out/node/cli.js', 'serve', '--no-open', '--json'], {
    cwd: root,
    stdio: [nothing, 'pipe', 'inherit'],
  });
  closeSync(nothing);
  if (child.stdout === null) throw new Error('no pipe');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString('utf8')) as { url: string };
  await new Promise((done) => setTimeout(done, 1000));
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('people get the address in a sentence', async () => {
  const child = spawn(process.execPath, ['out/node/cli.js', 'serve', '--no-open', '--sentence'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /^Sidecar Anatomy is at (http:\S+) \(Ctrl-C ends it\)\.\n$/.exec(line.toString('utf8'))?.[1];
  expect((await fetch(url ?? '', { redirect: 'manual' })).status).toBe(302);
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a port that is taken, and one that is none, are told in a sentence', async () => {
  const serve = await startServe();
  running.push(serve);
  const { port } = new URL(serve.url);
  const taken = await run(['--port', port]);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toContain(`Port ${port} on 127.0.0.1 is already taken by another program.`);
  expect((await run(['--port', '70000'])).code).toBe(2);
});
