import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { FailureError } from '../../src/contract/failure.ts';
import { createEnvoyBench, type EnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { labBootstrap } from './envoy/bootstraps.ts';
import { followRun } from './envoy/follow-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-envoys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const benches: EnvoyBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});

/** The real Envoy as long as it is asked for its version; else what no real one can be made to do. */
async function benchOf(script: string): Promise<EnvoyBench> {
  const real = await createToolchain().require('envoy');
  const path = join(folder, `envoy-${Math.random().toString(36).slice(2)}`);
  const text = `#!/bin/sh\ncase "$*" in *--version*) exec '${real}' "$@";; esac\n${script}\n`;
  writeFileSync(path, text, { mode: 0o755 });
  const env = { ...process.env, SIDECAR_ANATOMY_ENVOY: path };
  const bench = createEnvoyBench({ toolchain: createToolchain({ env, cacheDir: folder }) });
  benches.push(bench);
  return bench;
}

describe('an Envoy that says nothing of the bootstrap refuses nothing', () => {
  it('one that crashes in the check is told as that', async () => {
    const { exitCode, explanation, command } = await (await benchOf('kill -SEGV $$')).validate(
      labBootstrap(),
    );
    expect([exitCode, command.signal]).toEqual([null, 'SIGSEGV']);
    expect(explanation).toMatchObject({
      code: 'crashed',
      message: 'Envoy crashed: that is a fault of this program, and no verdict on the bootstrap',
    });
  });

  it.each([
    ['messages', "exec yes 'a log line' >&2"],
    ['output', "exec yes 'a log line'"],
  ])('one that never ends writing in the check is ended and told as that: %s', async (_, script) => {
    const checking = (await benchOf(script)).validate(labBootstrap());
    await expect(checking).rejects.toMatchObject({
      failure: {
        code: 'envoy-flood',
        message: 'envoy --mode validate went on writing (first “a log line”) and was ended.',
      },
    });
  });

  it('one that crashes at its start is told as that', async () => {
    const { snapshots, ended } = await followRun(await benchOf('kill -SEGV $$'), labBootstrap());
    expect(await ended).toMatchObject({ by: 'itself', signal: 'SIGSEGV', explanation: { code: 'crashed' } });
    expect(snapshots).toEqual([]);
  });

  it('one that ends with 0 at once was not ended from outside', async () => {
    const { snapshots, ended } = await followRun(await benchOf('exit 0'), labBootstrap());
    expect(await ended).toMatchObject({
      by: 'itself',
      exitCode: 0,
      explanation: { message: 'Envoy ended by itself at once, before it opened its admin endpoint' },
    });
    expect(snapshots).toEqual([]);
  });

  it.each([
    ['echo one log line >&2; exec sleep 100', 'It said last: one log line'],
    ['exec sleep 100', 'It wrote no log.'],
  ])(
    'one that opens no admin endpoint is told with what it wrote last: %s',
    async (script, hint) => {
      const bench = await benchOf(script);
      const error: unknown = await followRun(bench, labBootstrap()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FailureError);
      expect(error).toMatchObject({ failure: { code: 'envoy-silent', hint } });
    },
    60_000,
  );
});
