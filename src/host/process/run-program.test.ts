import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import { fileArgument, unpackedPath } from './paths.ts';
import { runProgram } from './run-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const node = process.execPath;
const script = (code: string): readonly string[] => ['-e', code];

async function failureOf(promise: Promise<unknown>): Promise<FailureError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof FailureError) return error;
  throw new Error(`expected a FailureError, got ${String(error)}`);
}

describe('runProgram', () => {
  it('gives output, exit code and the command of a program that ends by itself', async () => {
    const result = await runProgram({
      program: node,
      args: script("process.stdout.write('out');process.stderr.write('err');process.exitCode=3"),
      timeoutMs: 20_000,
    });
    expect(result).toMatchObject({
      stdout: 'out',
      stderr: 'err',
      exitCode: 3,
      signal: null,
      timedOut: false,
    });
    expect(result.run.argv[0]).toBe(node);
    expect(result.run.exitCode).toBe(3);
  });

  it('tells an exit code over 128 from a signal', async () => {
    const code = await runProgram({ program: node, args: script('process.exit(137)'), timeoutMs: 20_000 });
    const signal = await runProgram({
      program: node,
      args: script("process.kill(process.pid,'SIGKILL')"),
      timeoutMs: 20_000,
    });
    expect([code.exitCode, code.signal]).toEqual([137, null]);
    expect([signal.exitCode, signal.signal]).toEqual([null, 'SIGKILL']);
  });

  it('gives the null device as standard input, never the pipe that ends the program with us', async () => {
    const code =
      "const c=[];process.stdin.on('data',d=>c.push(d)).on('end',()=>console.log('ended',Buffer.concat(c).toString()))";
    const none = await runProgram({ program: node, args: script(code), timeoutMs: 20_000 });
    const some = await runProgram({ program: node, args: script(code), stdin: 'a\nb', timeoutMs: 20_000 });
    expect([none.stdout, some.stdout]).toEqual(['ended \n', 'ended a\nb\n']);
    const pipe = await runProgram({
      program: '/bin/sh',
      args: ['-c', '( : <&3 ) 2>/dev/null && echo open || echo closed'],
      timeoutMs: 20_000,
    });
    expect(pipe.stdout).toBe('closed\n');
  });

  it('does not mind a program that ends without reading its input', async () => {
    const result = await runProgram({
      program: node,
      args: script('process.exit(0)'),
      stdin: 'x'.repeat(4 * 1024 * 1024),
      timeoutMs: 20_000,
    });
    expect(result.exitCode).toBe(0);
  });

  it('ends a program at its time limit, with TERM and then with KILL', async () => {
    const begin = performance.now();
    const result = await runProgram({
      program: node,
      args: script("process.on('SIGTERM',()=>{});console.log('up');setInterval(()=>{},1000)"),
      timeoutMs: 700,
    });
    expect(result).toMatchObject({ timedOut: true, cancelled: false, signal: 'SIGKILL' });
    expect(performance.now() - begin).toBeLessThan(8000);
  });

  it('ends a program when it is cancelled', async () => {
    const controller = new AbortController();
    const running = runProgram({
      program: node,
      args: script('setInterval(()=>{},1000)'),
      timeoutMs: 60_000,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 200);
    expect(await running).toMatchObject({ cancelled: true, timedOut: false, signal: 'SIGTERM' });
    const before = await failureOf(
      runProgram({ program: node, args: [], timeoutMs: 1000, signal: controller.signal }),
    );
    expect(before.failure.code).toBe('cancelled');
  });

  it('keeps the first part of a flood, says so, and still waits for the end', async () => {
    const result = await runProgram({
      program: node,
      args: script("process.stdout.write('é'.repeat(3e6),()=>process.exit(5))"),
      timeoutMs: 20_000,
      maxOutputBytes: 1000,
    });
    expect(result).toMatchObject({ truncated: true, exitCode: 5 });
    expect(result.stdout).toBe('é'.repeat(500));
  });

  it('does not wait for a grandchild that keeps the output open, and leaves none behind', async () => {
    const pidFile = join(folder, 'grandchild');
    const inner = 'setInterval(()=>{},1000)';
    const code = `const c=require('child_process').spawn(process.execPath,['-e',${JSON.stringify(inner)}],{stdio:'inherit'});
      require('fs').writeFileSync(${JSON.stringify(pidFile)},String(c.pid));process.exit(0)`;
    const result = await runProgram({ program: node, args: script(code), timeoutMs: 20_000 });
    expect(result.exitCode).toBe(0);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isRunning(pid), { timeout: 3000 }).toBe(false);
  });

  it('hides what would change how a program is loaded', async () => {
    const before = process.env.NODE_OPTIONS;
    process.env.NODE_OPTIONS = '--no-warnings';
    process.env.KUBECONFIG = 'nowhere';
    try {
      const result = await runProgram({
        program: node,
        args: script('console.log(JSON.stringify(process.env))'),
        env: { ASKED: 'yes' },
        timeoutMs: 20_000,
      });
      const env = JSON.parse(result.stdout) as Record<string, string>;
      expect(env.NODE_OPTIONS).toBeUndefined();
      expect(env.KUBECONFIG).toBeUndefined();
      expect(env.ASKED).toBe('yes');
      expect(env.PATH).toBe(process.env.PATH);
      expect(result.run.line.startsWith('ASKED=yes ')).toBe(true);
    } finally {
      delete process.env.KUBECONFIG;
      if (before === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = before;
    }
  });
});

describe('a program that cannot run', () => {
  const run = (program: string) => failureOf(runProgram({ program, args: [], timeoutMs: 5000 }));

  it('is named in one sentence when it is not there', async () => {
    const { failure } = await run(join(folder, 'nothing here'));
    expect(failure.code).toBe('tool-cannot-run');
    expect(failure.message).toContain('was not found');
    expect((await run('no-such-program-on-any-path')).failure.message).toContain('PATH');
  });

  it('is named when it is not executable, or a folder', async () => {
    const path = join(folder, 'plain');
    writeFileSync(path, '#!/bin/sh\n', { mode: 0o644 });
    expect((await run(path)).failure.message).toContain('not executable');
    expect((await run(folder)).failure.message).toBe(`${folder} is a folder, not a program.`);
  });

  it('is not read as a shell script when it was built for another machine', async () => {
    const foreign = join(folder, 'foreign');
    const header = Buffer.alloc(64);
    header.write('\x7fELF', 'latin1');
    header[4] = 2;
    header[5] = 1;
    header.writeUInt16LE(process.arch === 'x64' ? 183 : 62, 18);
    writeFileSync(foreign, header, { mode: 0o755 });
    const { failure } = await run(foreign);
    expect(failure.message).toContain('wrong architecture');
    expect(failure.message).toContain(process.arch === 'x64' ? 'arm64' : 'x64');
    const text = join(folder, 'text');
    writeFileSync(text, `touch ${join(folder, 'executed')}\n`, { mode: 0o755 });
    expect((await run(text)).failure.message).toContain('is no program');
  });

  it('is named when its interpreter is missing', async () => {
    const path = join(folder, 'no-interpreter');
    writeFileSync(path, '#!/nowhere/interpreter\n', { mode: 0o755 });
    expect((await run(path)).failure.message).toContain('interpreter');
  });

  it('is not blamed for an exit code 127 of its own', async () => {
    const result = await runProgram({ program: node, args: script('process.exit(127)'), timeoutMs: 20_000 });
    expect(result.exitCode).toBe(127);
  });
});

describe('case 44: paths with spaces, quotes and dollar signs', () => {
  const names = JSON.parse(readFileSync('test/cases/44-paths-with-spaces.json', 'utf8')) as Record<
    string,
    string
  >;

  it('come through as they are, to a program in such a folder', async () => {
    const tools = join(folder, 'My Tools (x86)', 'istio 1.31');
    mkdirSync(tools, { recursive: true });
    const program = join(tools, 'istioctl');
    copyFileSync('/bin/sh', program);
    chmodSync(program, 0o755);
    const args = [names.workload, names.injectConfig, names.meshConfig, names.values].map((path) =>
      String(path),
    );
    const result = await runProgram({
      program,
      args: ['-c', 'for word in "$@"; do printf "%s\\n" "$word"; done', 'istioctl', ...args],
      timeoutMs: 5000,
    });
    expect(result.stdout).toBe(args.map((word) => `${word}\n`).join(''));
    // The line that a person copies gives a shell the very same words.
    const copied = await runProgram({ program: '/bin/sh', args: ['-c', result.run.line], timeoutMs: 5000 });
    expect(copied.stdout).toBe(result.stdout);
  });

  it('a file name that looks like an option is given by absolute path', () => {
    const argument = fileArgument(basename(String(names.values)), '/home/user');
    expect(argument).toBe('/home/user/-values.json');
  });

  it('nothing is started inside an Electron archive', () => {
    expect(unpackedPath(String(names.packaged))).toBe(
      '/opt/App Name/resources/app.asar.unpacked/node_modules/x/bin/tool',
    );
    expect(unpackedPath('/opt/app.asar.unpacked/tool')).toBe('/opt/app.asar.unpacked/tool');
    expect(unpackedPath('C:\\App\\app.asar\\tool.exe')).toBe('C:\\App\\app.asar.unpacked\\tool.exe');
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie whose parent has not yet asked for it has ended.
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
