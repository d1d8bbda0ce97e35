import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askCluster } from './ask-cluster.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a cluster that is slow', () => {
  it('is asked both things at once, so that it is waited for once', async () => {
    const waiting: ServerResponse[] = [];
    // It answers when it was asked for both.
    const server = createServer((_, response) => {
      waiting.push(response);
      if (waiting.length === 2) for (const one of waiting) one.end('{"items":[]}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const kubeconfig = join(folder, 'slow.kubeconfig');
    writeFileSync(
      kubeconfig,
      `apiVersion: v1\nkind: Config\nclusters: [{name: a, cluster: {server: "http://127.0.0.1:${port}"}}]\nusers: [{name: a, user: {}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\ncurrent-context: a\n`,
    );
    try {
      const view = await askCluster({ kubeconfig, from: 'option', words: '' }, AbortSignal.timeout(5000));
      expect(view).toMatchObject({
        crds: { kind: 'seen', value: [] },
        namespaces: { kind: 'seen', value: [] },
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
