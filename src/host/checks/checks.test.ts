import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckContext, runAnalyze, runPrecheck, runVersion } from './checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'checks-test-'));
const login = join(folder, 'login.kubeconfig');
const empty = join(folder, 'empty.kubeconfig');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  writeFileSync(empty, '');
  writeFileSync(
    login,
    `apiVersion: v1
kind: Config
current-context: here
contexts: [{ name: here, context: { cluster: here, user: me } }]
clusters: [{ name: here, cluster: { server: "https://127.0.0.1:9" } }]
users: [{ name: me, user: { exec: { command: /bin/sh, apiVersion: client.authentication.k8s.io/v1 } } }]
`,
  );
});

/** No program is there: what is refused has started none. */
const context: CheckContext = { istioctl: join(folder, 'no-istioctl'), signal: new AbortController().signal };

describe('a kubeconfig that was chosen', () => {
  it.each([
    ['analyze', (kubeconfig: string) => runAnalyze(context, { files: [], kubeconfig, namespace: 'default' })],
    ['precheck', (kubeconfig: string) => runPrecheck(context, kubeconfig)],
    ['version', (kubeconfig: string) => runVersion(context, kubeconfig)],
  ])('is refused before %s starts a login program, or asks a server that nobody named', async (_, run) => {
    await expect(run(login)).rejects.toThrow('logs in with /bin/sh, which this app does not start');
    await expect(run(empty)).rejects.toThrow('is no kubeconfig');
  });
});
