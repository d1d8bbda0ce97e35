import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDumpReader, findDumpWorker } from '../../src/host/envoy/dump-reader.ts';
import { startLoopbackServer } from '../helpers/loopback-server.ts';

// The worker as it is shipped: built from its sources into a file of its own.
const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
beforeAll(async () => {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: 'src/host/envoy/config-dump-worker.ts',
      target: 'node20',
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'config-dump-worker.js' } },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const workerFile = () => pathToFileURL(join(folder, 'config-dump-worker.js'));
const dump = (names: readonly string[]): string =>
  JSON.stringify({
    configs: [
      {
        '@type': 'type.googleapis.com/envoy.admin.v3.ClustersConfigDump',
        static_clusters: names.map((name) => ({ cluster: { name } })),
      },
    ],
  });

test('the worker is found beside the bundle and one folder above its chunks', () => {
  expect(findDumpWorker(pathToFileURL(join(folder, 'cli.js')).href)?.href).toBe(workerFile().href);
  expect(findDumpWorker(pathToFileURL(join(folder, 'chunks', 'a.js')).href)?.href).toBe(workerFile().href);
  expect(findDumpWorker(pathToFileURL(join(folder, 'x', 'y', 'z.js')).href)).toBeNull();
});

test('bytes that are handed over come back as a summary; the bytes are gone here, not copied', async () => {
  const reader = createDumpReader(workerFile());
  const bytes = new TextEncoder().encode(dump(['a', '한국어']));
  const { summary } = await reader.read({ bytes });
  await reader.close();
  expect(summary.staticClusters).toEqual({ count: 2, names: ['a', '한국어'] });
  expect(bytes.byteLength).toBe(0);
});

test('the thread itself asks the admin endpoint, and says in one line when it does not answer as it should', async () => {
  const answers = [dump(['a']), '{"configs": ['];
  const server = await startLoopbackServer((_, response) => response.end(answers.shift()));
  const address = new URL(server.url).host;
  const reader = createDumpReader(workerFile());
  expect((await reader.read({ address })).summary.staticClusters.count).toBe(1);
  await expect(reader.read({ address })).rejects.toThrow(/^config_dump is not JSON \(13 characters\)/);
  await server.close();
  await expect(reader.read({ address })).rejects.toThrow(/ECONNREFUSED/);
  await reader.close();
});

test('a thread that cannot start is told as a problem, and the next one may do better', async () => {
  const reader = createDumpReader(pathToFileURL(join(folder, 'missing.js')));
  await expect(reader.read({ bytes: new Uint8Array() })).rejects.toThrow(/missing\.js/);
  await expect(reader.read({ bytes: new Uint8Array() })).rejects.toThrow(/missing\.js/);
  await reader.close();
});
