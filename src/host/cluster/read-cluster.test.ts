import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCluster } from './read-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-pages-'));
const kubeconfig = join(folder, 'kubeconfig');
/** Gives one namespace an answer, and always says that there are more. */
const server: Server = createServer((_, response) =>
  response.end(JSON.stringify({ metadata: { continue: 'more' }, items: [{ metadata: { name: 'a' } }] })),
);
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(
    kubeconfig,
    `current-context: c\ncontexts: [{name: c, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}"}}]\n`,
  );
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a list that never ends is not told as all there is', async () => {
  const cluster = openCluster(kubeconfig);
  await expect(cluster.namespaces()).rejects.toThrow(
    'The API server gave 1,000 items when asked for the namespaces, and says that there are more.',
  );
  cluster.close();
}, 30_000);
