import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCli } from './cli-process.ts';
import { toolchain } from './injecting.ts';

const folder = mkdtempSync(join(tmpdir(), 'anatomy-interrupt-'));
const temporary = mkdtempSync(join(tmpdir(), 'anatomy-interrupt-tmp-'));
const out = join(folder, 'out');
const started = join(folder, 'started');
const injected = join(folder, 'injected');
const istioctl = join(folder, 'istioctl');
const large = join(folder, 'large.yaml');
const many = join(folder, 'many.yaml');

beforeAll(async () => {
  // The real one, which leaves a sign when it begins to inject, and when it has: what comes then is our own work.
  const { path: real } = await toolchain.find('istioctl');
  const sign = (file: string) => `case "$*" in *kube-inject*) : > '${file}';; esac`;
  writeFileSync(
    istioctl,
    `#!/bin/sh\n${sign(started)}\n'${real}' "$@"; code=$?\n${sign(injected)}\nexit $code\n`,
  );
  chmodSync(istioctl, 0o755);
  const containers = Array.from({ length: 500 }, (_, index) => `{name: c${index}, image: "i:${index}"}`);
  const spec = `{containers: [${containers.join(', ')}]}`;
  writeFileSync(large, deployment('large', spec));
  const items = Array.from({ length: 1000 }, (_, index) =>
    deployment(`w${index}`, '{containers: [{name: app, image: i}]}')
      .replaceAll(/^/gm, '    ')
      .replace('   ', '  -'),
  );
  writeFileSync(many, `apiVersion: v1\nkind: List\nitems:\n${items.join('\n')}\n`);
});
afterAll(() => {
  for (const made of [folder, temporary]) rmSync(made, { recursive: true, force: true });
});

const deployment = (name: string, spec: string): string =>
  `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec: ${spec}`;

interface Call {
  readonly args: readonly string[];
  /** The sign from which on time is counted. */
  readonly from: string;
}

/**
 * Runs a command. With a signal, that is sent `wait` ms after the sign; `ms` counts from there (without one: from the sign)
 * to the end, and `sent` tells whether the command still ran then.
 */
async function run({ args, from }: Call, signal: NodeJS.Signals | null, wait = 0) {
  for (const made of [out, started, injected]) rmSync(made, { force: true });
  const seen = new Promise<void>((done) => {
    const watcher = watch(folder, () => {
      if (!existsSync(from)) return;
      watcher.close();
      done();
    });
  });
  const { child, ended } = startCli([...args, '--out', out], { istioctl, folder, temporary });
  await Promise.race([seen, ended]);
  let since = performance.now();
  await Promise.race([pause(wait), ended]);
  const sent = signal !== null && child.exitCode === null;
  if (sent) {
    since = performance.now();
    child.kill(signal);
  }
  const code = await ended;
  const ms = performance.now() - since;
  return { code, ms, sent };
}

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

describe.each([
  ['a picture is drawn', { args: ['anatomy', large, '--format', 'png'], from: injected }],
  ['a large input is read beside istioctl', { args: ['inject', many], from: started }],
] as const)('an interrupt while %s', (_, call) => {
  let whole = 0;
  beforeAll(async () => {
    const { code, ms } = await run(call, null);
    expect(code).toBe(0);
    whole = ms;
  });

  it.each(SIGNALS)('by %s ends the command at once, and nothing is written', async (signal, expected) => {
    let wait = whole / 3;
    let interrupted = await run(call, signal, wait);
    // A machine that has become less busy is faster.
    while (!interrupted.sent) {
      wait /= 2;
      interrupted = await run(call, signal, wait);
    }
    expect(interrupted.code).toBe(expected);
    expect(existsSync(out)).toBe(false);
    // What only istioctl needed goes with it, at the latest after its two seconds.
    await expect.poll(() => readdirSync(temporary), { timeout: 10_000 }).toEqual([]);
    // Waiting for the end of the step would take most of the rest.
    expect(interrupted.ms).toBeLessThan(whole / 4);
  });
});
