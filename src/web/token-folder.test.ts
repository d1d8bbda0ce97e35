import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Host } from '../contract/requests.ts';
import { findFreePort } from '../host/envoy/port-owner.ts';
import { startWebShell } from './server.ts';
import { makeTokenFolder } from './token-folder.ts';

const { TMPDIR } = process.env;
afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

test('the folder is gone when it is removed', async () => {
  const base = await mkdtemp(join(tmpdir(), 'token-folder-'));
  const folder = await makeTokenFolder('http://127.0.0.1:1/?token=t', 't', base);
  expect(await readdir(base)).toHaveLength(1);
  await folder.remove();
  expect(await readdir(base)).toEqual([]);
  await rm(base, { recursive: true });
});

test('a shell that can have no folder for its token fails, and gives the port back', async () => {
  const port = (await findFreePort('127.0.0.1')) ?? 0;
  // It is asked for nothing before the shell stands.
  const host = {} as Host;
  process.env.TMPDIR = '/nowhere';
  await expect(startWebShell({ host, renderer: '/nowhere', port })).rejects.toMatchObject({ code: 'ENOENT' });
  const next = createServer().listen(port, '127.0.0.1');
  await once(next, 'listening');
  next.close();
});
