import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worst } from '../../domain/checks/words.ts';
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

/** A program that writes a warning as istioctl does, and ends in its own way. */
function program(end: string): string {
  const path = join(folder, `istioctl-${end.replaceAll(/\W/g, '')}`);
  const warning = 'Warning [IST0108] (Gateway door a.yaml:1) Unknown annotation';
  writeFileSync(path, `#!/bin/sh\necho '${warning}'\n${end}\n`, { mode: 0o755 });
  return path;
}

describe('an end that is not good', () => {
  const texts = { files: [{ name: 'a.yaml', text: 'kind: Gateway\n' }], kubeconfig: null, namespace: null };
  const said = async (end: string) => {
    const run = await runAnalyze({ ...context, istioctl: program(end) }, texts);
    return [worst(run), run.findings.at(-1)?.message, run.coverage.length];
  };
  it('is an error, though the program said a warning only', async () => {
    expect(await said('exit 0')).toEqual(['Warning', 'Unknown annotation', 1]);
    expect(await said('exit 3')).toEqual([
      'Error',
      'istioctl ended with exit code 3 and did not say why.',
      0,
    ]);
    expect(await said('kill -9 $$')).toEqual([
      'Error',
      'istioctl was ended by SIGKILL: what it had not said by then is not here.',
      0,
    ]);
    // It says itself that warnings are why.
    expect(await said("echo 'Error: Issues found when checking the cluster' >&2; exit 1")).toEqual([
      'Warning',
      'Unknown annotation',
      1,
    ]);
  });
});

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
