import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageInfo from '../../package.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy bin-'));
const clone = join(folder, 'my clone');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A clone that was never built; its packages are those of this one. */
beforeAll(() => {
  mkdirSync(clone);
  const parts = [
    'bin',
    'scripts',
    'src',
    'toolchain',
    'resources',
    'package.json',
    'package-lock.json',
    'vite.node.config.ts',
  ];
  for (const part of parts) cpSync(part, join(clone, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'));
  symlinkSync(join(clone, 'bin', 'sidecar-anatomy'), join(folder, 'linked'));
});

function start(args: readonly string[], program = join(folder, 'linked')): ChildProcess {
  return spawn(program, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finish(child: ChildProcess) {
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    text.stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    text.stderr += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...text };
}

describe('bin/sidecar-anatomy', () => {
  it('ends with its build when a signal comes, and leaves none of it behind', async () => {
    const child = start(['--version']);
    const build = () => spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.trim();
    await expect.poll(build, { timeout: 30_000 }).toMatch(/^\d+$/);
    const pid = Number(build());
    child.kill('SIGINT');
    expect(await finish(child)).toMatchObject({ code: null, stdout: '' });
    expect(child.signalCode).toBe('SIGINT');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(readdirSync(join(clone, 'out'))).toEqual([]);
  });

  it('builds a fresh clone once when two start at the same time, through a link, from any folder', async () => {
    const both = await Promise.all([finish(start(['--version'])), finish(start(['--version']))]);
    for (const { code, stdout } of both)
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${packageInfo.version}\n` });
    expect(both.filter(({ stderr }) => stderr.includes('building'))).toHaveLength(1);
    expect(existsSync(join(clone, 'out', '.bootstrap.lock'))).toBe(false);
    expect(readdirSync(join(clone, 'out')).sort()).toEqual(['node']);
  });

  it('says in one sentence that the folder in which it was called is gone', () => {
    const script = 'mkdir away && cd away && rmdir ../away && exec "$0" lab check bootstrap lab';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, join(folder, 'linked')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'sidecar-anatomy: The folder in which it was called is not there any more.\nGo to another folder (cd), and call it again.\n',
    ]);
  });

  it('says nothing but the result the next time', async () => {
    expect(await finish(start(['--version']))).toEqual({
      code: 0,
      stdout: `${packageInfo.version}\n`,
      stderr: '',
    });
  });

  it('ends quietly when the reader of its output goes away', async () => {
    const child = start(['tools', '--json']);
    child.stdout?.destroy();
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += String(chunk);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
