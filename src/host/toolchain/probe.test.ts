import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Prober } from './probe.ts';

const folder = mkdtempSync(join(tmpdir(), 'anatomy-probe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a cache that takes no answer keeps nothing half written, and the answer is given all the same', async () => {
  const cache = join(folder, 'cache');
  const program = join(folder, 'istioctl');
  writeFileSync(program, '#!/bin/sh\necho "client version: 1.30.0"\n', { mode: 0o755 });
  // Where the answers should come to lie stands a folder: they can be written, and not be put there.
  mkdirSync(join(cache, 'versions.json'), { recursive: true });
  expect(await new Prober(cache).probe('istioctl', program)).toMatchObject({ kind: 'runs' });
  expect(readdirSync(cache)).toEqual(['versions.json']);
});
