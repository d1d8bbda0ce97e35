import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { supervise } from './supervise.ts';
import { wrap } from './wrapper.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-supervise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const node = process.execPath;

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise((done) => child.once('exit', done));

/**
 * Starts a parent that spawns the very argument vector that `launch` spawns for a program, and waits for the program's
 * first line.
 */
async function parentOf(name: string, program: string, ownFolder?: string) {
  const vector = wrap(node, ['-e', program], ownFolder);
  const file = join(folder, `${name}.cjs`);
  writeFileSync(
    file,
    `const child=require('child_process').spawn(${JSON.stringify(vector.file)},${JSON.stringify(vector.args)},
      {detached:true,stdio:['ignore','pipe','ignore','pipe']});child.stdout.pipe(process.stdout);`,
  );
  const parent = spawn(node, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((done) =>
    parent.stdout.once('data', (chunk: Buffer) => done(chunk.toString())),
  );
  return { parent, line };
}

describe('supervise', () => {
  it("gives the program's own process id, its output as it comes, and ends it on stop", async () => {
    const run = await supervise({
      program: node,
      args: ['-e', 'console.log(process.pid);console.error("up");setInterval(()=>{},1000)'],
    });
    await expect.poll(() => run.log(), { timeout: 10_000 }).toContain('up');
    expect(run.log()).toContain(String(run.pid));
    await run.stop();
    expect(await run.exited).toEqual({ exitCode: null, signal: 'SIGTERM' });
    expect(run.run).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
    expect(hasEnded(run.pid)).toBe(true);
    await run.stop();
  });

  it('kills a program that ignores TERM, two seconds later', async () => {
    const run = await supervise({
      program: node,
      args: ['-e', 'process.on("SIGTERM",()=>console.log("no"));console.log("up");setInterval(()=>{},1000)'],
    });
    await expect.poll(() => run.log(), { timeout: 10_000 }).toContain('up');
    const begin = performance.now();
    await run.stop();
    expect(await run.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
    expect(performance.now() - begin).toBeGreaterThan(1500);
    expect(run.log()).toContain('no');
  });

  it('tells the end of a program from outside, and its last words', async () => {
    const run = await supervise({ program: node, args: ['-e', 'console.log("last words");process.exit(4)'] });
    expect(await run.exited).toEqual({ exitCode: 4, signal: null });
    expect(run.log()).toContain('last words');
    expect(run.run.exitCode).toBe(4);
  });

  it('the child is gone within two seconds after its parent was killed with KILL, grandchildren too', async () => {
    const grandchild = 'setInterval(()=>{},1000)';
    const program = `const c=require('child_process').spawn(process.execPath,['-e',${JSON.stringify(grandchild)}]);
      process.stdout.write(process.pid+' '+c.pid+'\\n');setInterval(()=>{},1000)`;
    const { parent, line } = await parentOf('parent', program);
    const pids = line.trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    expect(pids.some(hasEnded)).toBe(false);
    parent.kill('SIGKILL');
    await ended(parent);
    await expect.poll(() => pids.every(hasEnded), { timeout: 2000, interval: 50 }).toBe(true);
  });

  it.each([
    ['ends at TERM', ''],
    ['ignores TERM', "process.on('SIGTERM',()=>{});"],
  ])('the folder of a child that %s is gone with it after its parent was killed', async (_, first) => {
    const own = join(folder, 'own folder $(of) it');
    mkdirSync(own);
    writeFileSync(join(own, 'input.yaml'), 'a: 1');
    const program = `${first}console.log(process.pid);setInterval(()=>{},1000)`;
    const { parent, line } = await parentOf('parent-with-folder', program, own);
    expect(existsSync(own)).toBe(true);
    parent.kill('SIGKILL');
    await ended(parent);
    await expect.poll(() => existsSync(own), { timeout: 6000, interval: 50 }).toBe(false);
    await expect.poll(() => hasEnded(Number(line)), { timeout: 2000, interval: 50 }).toBe(true);
    expect(existsSync(folder)).toBe(true);
  });

  it('a child that ignores TERM is killed after its parent is gone', async () => {
    const program = "process.on('SIGTERM',()=>{});console.log(process.pid);setInterval(()=>{},1000)";
    const { parent, line } = await parentOf('parent-of-stubborn', program);
    parent.kill('SIGKILL');
    await ended(parent);
    await expect.poll(() => hasEnded(Number(line)), { timeout: 4000, interval: 50 }).toBe(true);
  });
});
