import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createInjector } from '../../src/host/inject/injector.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { failureOf, payments, toolchain } from './injecting.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Command = 'version' | 'manifest' | 'kube-inject';

/** The real istioctl, but for one command, which does what no real one can be made to do. */
async function answering(command: Command, script: string) {
  const { path: real } = await toolchain.find('istioctl');
  const name = join(folder, `istioctl-${Math.random().toString(36).slice(2)}`);
  const text = `#!/bin/sh\nREAL='${real}'\nif [ "$1" = ${command} ]; then\n${script}\nfi\nexec "$REAL" "$@"\n`;
  writeFileSync(name, text, { mode: 0o755 });
  const env = { ...process.env, SIDECAR_ANATOMY_ISTIOCTL: name };
  const cacheDir = mkdtempSync(join(folder, 'cache-'));
  const injector = createInjector({ toolchain: createToolchain({ env, cacheDir }), timeoutMs: 30_000 });
  return injector.inject({ name: 'payments.yaml', bytes: payments(), injection: [], native: false });
}

describe('an answer of istioctl that never ends', () => {
  it.each([
    ['lines', "exec yes 'apiVersion: v1'"],
    ['one line', "exec tr '\\0' a </dev/zero"],
    ['documents', 'exec awk \'BEGIN { while (1) print "---\\na: b" }\''],
    ['of a grandchild', 'setsid yes grandchild & sleep 60'],
  ])('ends it and is told once: %s', async (_, script) => {
    const failure = await failureOf(answering('kube-inject', script));
    expect(failure).toMatchObject({ code: 'output-too-large', source: null });
    expect(failure.message).toMatch(/payments\.yaml is more than 64 MiB, .*; istioctl was ended\.$/);
  });

  it('of a grandchild that writes on when istioctl has ended is not waited for', async () => {
    // How much of it came by then is a matter of the machine: too much, or something between the documents.
    const failure = await failureOf(answering('kube-inject', 'setsid yes grandchild &'));
    expect(['output-too-large', 'istioctl-answer']).toContain(failure.code);
    expect(failure).toMatchObject({
      source: null,
      message: expect.stringMatching(/^[^\n]*payments\.yaml[^\n]*$/),
    });
  });

  it('is told of the manifest, too', async () => {
    const failure = await failureOf(answering('manifest', "exec yes 'a: b'"));
    expect(failure.message).toBe('istioctl manifest generate went on writing, and was ended.');
  });

  it('is told of the version, too', async () => {
    const failure = await failureOf(answering('version', 'exec yes version'));
    expect(failure.message).toContain('it went on writing, first version.');
  });
});

describe('messages that never end', () => {
  const flood = "exec yes 'some error text' >&2";

  it.each(['kube-inject', 'manifest'] as const)(
    'end istioctl long before its time limit: %s',
    async (command) => {
      const failure = await failureOf(answering(command, flood));
      expect(failure).toMatchObject({ code: 'istioctl-flood', source: null });
      expect(failure.message).toBe(
        'istioctl went on writing messages (first “some error text”) and was ended.',
      );
    },
  );

  it('end the question for its version', async () => {
    const failure = await failureOf(answering('version', flood));
    expect(failure.message).toContain('it went on writing, first some error text.');
  });
});

describe('an answer that is none', () => {
  it.each([
    ['nothing', 'exit 0', / and wrote nothing for payments\.yaml\.$/],
    [
      'an open bracket',
      "echo 'hello: [world'; exit 0",
      / for payments\.yaml is no YAML \(line 1: the bracket /,
    ],
    [
      'control characters',
      "printf 'a\\001b'; exit 0",
      / for payments\.yaml is no YAML \(line 1: the control /,
    ],
    [
      'a sentence',
      "echo 'Everything is fine.'; exit 0",
      / for payments\.yaml holds something that is no object/,
    ],
  ])('is laid to istioctl, not to the file of the person: %s', async (_, script, sentence) => {
    const failure = await failureOf(answering('kube-inject', script));
    expect(failure).toMatchObject({ code: 'istioctl-answer', source: null });
    expect(failure.message).toMatch(/^istioctl ended with exit code 0/);
    expect(failure.message).toMatch(sentence);
    expect(failure.hint).toMatch(/^Your file is not at fault\. Check this istioctl in a terminal: /);
    expect(`${failure.message}${failure.hint}`).not.toContain('injected.yaml');
  });

  it.each([
    ['nothing', 'exit 0', 'wrote nothing.'],
    ['something else', "echo 'nonsense: yes'; exit 0", 'wrote something that is no install manifest.'],
  ])('is laid to manifest generate, not to a file that nobody named: %s', async (_, script, end) => {
    const failure = await failureOf(answering('manifest', script));
    expect(failure).toMatchObject({ code: 'manifest-failed', source: null });
    expect(failure.message).toBe(`istioctl manifest generate ended with exit code 0 and ${end}`);
  });
});

it('a right answer is taken, whatever istioctl writes to standard error beside it', async () => {
  const { injected } = await answering('kube-inject', "yes 'warning: a' | head -c 3000000 >&2");
  expect(injected.text).toContain('name: istio-proxy');
});

it('a right answer is taken when something that istioctl left behind goes on writing elsewhere', async () => {
  const begin = performance.now();
  const left = 'setsid sh -c "while :; do echo x >&2; sleep 0.1; done" &';
  expect((await answering('kube-inject', left)).injected.text).toContain('name: istio-proxy');
  expect(performance.now() - begin).toBeLessThan(25_000);
});
