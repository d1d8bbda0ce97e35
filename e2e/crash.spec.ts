import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToolchain } from '../src/host/toolchain/toolchain.ts';
import { expect, test } from './support/story.ts';

// Named here, made by those who run: this file is also read by who only lists the stories.
const folder = join(tmpdir(), `anatomy-crash-${randomUUID()}`);
const crashing = join(folder, 'envoy');

// The real Envoy as long as it is asked for its version; then a crash, which no bootstrap makes it do.
test.beforeAll(async () => {
  const real = await createToolchain().require('envoy');
  mkdirSync(folder, { mode: 0o700 });
  const script = `#!/bin/sh\ncase "$*" in *--version*) exec '${real}' "$@";; esac\nkill -SEGV $$\n`;
  writeFileSync(crashing, script, { mode: 0o755 });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.use({ serverEnv: { SIDECAR_ANATOMY_ENVOY: crashing } });

test('an Envoy that dies of a signal refused nothing: the check has no verdict, and the run no broken link', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.adminPort(0);
  await anatomy.validate();
  await expect(anatomy.verdict).toContainText('Envoy ended without a verdict');
  await expect(anatomy.verdict).toContainText('signal SIGSEGV');
  await expect(anatomy.verdict).toContainText('Envoy crashed: that is a fault of this program');
  await expect(anatomy.verdict).toHaveAttribute('data-accepted', 'false');
  await expect(anatomy.stage).not.toContainText('CrashLoop');
  await anatomy.run.click();
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'ended');
  await expect(anatomy.rung).toContainText(/crashed|by itself/);
  await expect(anatomy.rung).toContainText('SIGSEGV');
  // Where it ended, and that this says nothing of the bootstrap.
  await expect(anatomy.ladder('accepted')).toHaveAttribute(
    'title',
    /crashed: .* no verdict on the bootstrap$/,
  );
  await expect(anatomy.stage).not.toContainText('CrashLoop');
  await expect(anatomy.page.getByTestId('command-end')).toContainText('signal SIGSEGV');
});
