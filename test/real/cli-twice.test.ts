import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCli } from './cli-process.ts';
import { toolchain } from './injecting.ts';

const folder = mkdtempSync(join(tmpdir(), 'anatomy-twice-'));
const temporary = mkdtempSync(join(tmpdir(), 'anatomy-twice-tmp-'));
const started = join(folder, 'started');
const istioctl = join(folder, 'istioctl');

beforeAll(async () => {
  // The real one but for kube-inject, which never ends by itself: what the real one cannot be made to do.
  const { path: real } = await toolchain.find('istioctl');
  writeFileSync(
    istioctl,
    `#!/bin/sh\ncase "$*" in *kube-inject*) trap '' TERM INT; : > '${started}'; while :; do sleep 0.1; done;; esac\nexec '${real}' "$@"\n`,
  );
  chmodSync(istioctl, 0o755);
});
afterAll(() => {
  for (const made of [folder, temporary]) rmSync(made, { recursive: true, force: true });
});

/** Time of a processor that a process has had, in ticks (proc(5), fields 14 and 15 of stat). */
function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** A command that waits for an istioctl which ends neither by itself nor when it is asked to. */
async function waiting(): Promise<ReturnType<typeof startCli>> {
  rmSync(started, { force: true });
  const places = { istioctl, folder, temporary };
  const { child, ended } = startCli(['inject', 'resources/samples/payments.yaml'], places);
  await expect.poll(() => existsSync(started), { timeout: 30_000, interval: 20 }).toBe(true);
  // While it still reads texts beside istioctl the first signal ends it at once, by itself.
  let before = Number.NaN;
  const rests = (): boolean => {
    const now = ticks(child.pid ?? 0);
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(rests, { timeout: 30_000, interval: 500 }).toBe(true);
  return { child, ended };
}

it('one press of Ctrl-C that comes twice ends the command as one does: cleanly, with its exit code', async () => {
  const { child, ended } = await waiting();
  child.kill('SIGINT');
  child.kill('SIGINT');
  await pause(20);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(readdirSync(temporary)).toEqual([]);
});

it('who asks again later does not wait for what does not end', async () => {
  const { child, ended } = await waiting();
  child.kill('SIGINT');
  await pause(700);
  child.kill('SIGINT');
  expect(await ended).toBe(137);
  await expect.poll(() => readdirSync(temporary), { timeout: 10_000 }).toEqual([]);
});
