import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolchain } from './injecting.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'anatomy-interrupt-'));
const temporary = mkdtempSync(join(tmpdir(), 'anatomy-interrupt-tmp-'));
const out = join(folder, 'out');
const injected = join(folder, 'injected');
const istioctl = join(folder, 'istioctl');
const large = join(folder, 'large.yaml');

beforeAll(async () => {
  // The real one, which leaves a sign when it has injected: what comes then is our own work.
  const { path: real } = await toolchain.find('istioctl');
  const sign = `case "$*" in *kube-inject*) : > '${injected}';; esac`;
  writeFileSync(istioctl, `#!/bin/sh\n'${real}' "$@"; code=$?\n${sign}\nexit $code\n`);
  chmodSync(istioctl, 0o755);
  const containers = Array.from({ length: 500 }, (_, index) => `{name: c${index}, image: "i:${index}"}`);
  const spec = `{containers: [${containers.join(', ')}]}`;
  writeFileSync(
    large,
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: large}\nspec:\n  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: a}}\n    spec: ${spec}\n`,
  );
  const { code } = await draw(null);
  expect(code).toBe(0);
});
afterAll(() => {
  for (const made of [folder, temporary]) rmSync(made, { recursive: true, force: true });
});

/** Milliseconds that the drawing takes after istioctl has injected, uninterrupted. */
let whole = 0;

/**
 * Draws the large pod. With a signal, that is sent `wait` ms after istioctl has injected; `ms` counts from there to the
 * end, and `sent` tells whether the command still ran then.
 */
async function draw(signal: NodeJS.Signals | null, wait = 0) {
  for (const made of [out, injected]) rmSync(made, { force: true });
  const seen = new Promise<void>((done) => {
    const watcher = watch(folder, () => {
      if (!existsSync(injected)) return;
      watcher.close();
      done();
    });
  });
  const child = spawn(
    process.execPath,
    ['out/node/cli.js', 'anatomy', large, '--format', 'png', '--out', out],
    {
      cwd: root,
      stdio: 'ignore',
      env: {
        ...process.env,
        SIDECAR_ANATOMY_ISTIOCTL: istioctl,
        SIDECAR_ANATOMY_CACHE: join(folder, 'cache'),
        TMPDIR: temporary,
      },
    },
  );
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await Promise.race([seen, ended]);
  let since = performance.now();
  await Promise.race([pause(wait), ended]);
  const sent = signal !== null && child.exitCode === null;
  if (sent) {
    since = performance.now();
    child.kill(signal);
  }
  const [code, by] = await ended;
  const ms = performance.now() - since;
  if (signal === null) whole = ms;
  // As a shell tells it.
  return { code: by === null ? code : 128 + constants.signals[by], ms, sent };
}

describe('an interrupt while a picture is drawn', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s ends the command at once, and nothing is written', async (signal, expected) => {
    let wait = whole / 2;
    let interrupted = await draw(signal, wait);
    // A machine that has become less busy draws faster.
    while (!interrupted.sent) {
      wait /= 2;
      interrupted = await draw(signal, wait);
    }
    expect(interrupted.code).toBe(expected);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
    // Waiting for the end of the step would take about the other half.
    expect(interrupted.ms).toBeLessThan(whole / 4);
  });
});
