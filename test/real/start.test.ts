import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGTERM');
});

/** `npm start -- …` as npm runs it, on a machine without a screen and without Electron's program. */
function start(...words: readonly string[]) {
  const env = { DISPLAY: '', WAYLAND_DISPLAY: '', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' };
  const child = spawn(process.execPath, ['scripts/start.mjs', ...words], {
    cwd: root,
    env: { ...process.env, ...env, INIT_CWD: tmpdir() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      said[stream] += chunk.toString('utf8');
    });
  return { child, said };
}

test('npm start without a window says why, and where the app is, in sentences; one signal ends all of it', async () => {
  const { child, said } = start('--no-open');
  await once(child.stdout, 'data');
  const url = /^Sidecar Anatomy is at (http:\S+) \(Ctrl-C ends it\)\.\n$/.exec(said.stdout)?.[1] ?? '';
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
  expect(said.stderr).toMatch(
    /sidecar-anatomy: no window, as Electron cannot be used \(.+\): opening the same app in a browser\n$/,
  );
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(fetch(url)).rejects.toThrow();
});

test('npm start -- --json says nothing but the one line on standard output', async () => {
  const { child, said } = start('--', '--no-open', '--json');
  await once(child.stdout, 'data');
  expect(Object.keys(JSON.parse(said.stdout) as object)).toEqual(['url']);
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('npm start -- FILE with a file that is not there says so, by the folder where the person stands', async () => {
  const { child, said } = start('no-such-file.yaml');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said.stdout).toBe('');
  expect(said.stderr).toMatch(
    /^sidecar-anatomy: there is no file \S+no-such-file\.yaml: check the name and the folder\n$/,
  );
});
