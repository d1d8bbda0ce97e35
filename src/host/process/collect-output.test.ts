import { describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const node = process.execPath;
const script = (code: string): readonly string[] => ['-e', code];

describe('what a program writes', () => {
  it('ends a program that floods its output, when that is asked for, and passes on no more than it keeps', async () => {
    let heard = 0;
    const begin = performance.now();
    const result = await runProgram({
      program: '/bin/sh',
      args: ['-c', 'exec yes "a line"'],
      timeoutMs: 60_000,
      maxOutputBytes: 1_000_000,
      endWhenFull: true,
      onStdout: (text) => {
        heard += text.length;
      },
    });
    expect(result).toMatchObject({ truncated: true, timedOut: false, signal: 'SIGTERM' });
    expect(result.stdout).toHaveLength(1_000_000);
    expect(heard).toBeGreaterThan(0);
    expect(heard).toBeLessThanOrEqual(1_000_000);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  it('ends one that floods standard error, too, and keeps the beginning of it', async () => {
    const begin = performance.now();
    const result = await runProgram({
      program: '/bin/sh',
      args: ['-c', 'exec yes "a line" >&2'],
      timeoutMs: 60_000,
      maxErrorBytes: 2_000_000,
      endWhenFull: true,
    });
    expect(result).toMatchObject({ flooded: true, truncated: false, timedOut: false, signal: 'SIGTERM' });
    expect(result.stderr).toHaveLength(1024 * 1024);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  it('takes the whole answer of a program that told more on standard error than is kept', async () => {
    const result = await runProgram({
      program: node,
      endWhenFull: true,
      args: script("process.stderr.write('w'.repeat(3e6),()=>process.stdout.write('right'))"),
      timeoutMs: 20_000,
    });
    expect(result).toMatchObject({ stdout: 'right', truncated: false, flooded: false, exitCode: 0 });
    expect(result.stderr).toHaveLength(1024 * 1024);
  });

  it.each([
    ['slowly', 'while :; do echo x; sleep 0.1; done'],
    ['as fast as it can', 'exec yes x'],
  ])('does not wait for a grandchild that goes on writing %s', async (_, writes) => {
    const begin = performance.now();
    const result = await runProgram({
      program: '/bin/sh',
      args: ['-c', `echo begun; setsid sh -c ${JSON.stringify(writes)} & sleep 0.3; exit 0`],
      timeoutMs: 60_000,
    });
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
    expect(result.stdout.startsWith('begun')).toBe(true);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  it('loses nothing of an answer when whoever hears it takes long for it', async () => {
    const text = 'é'.repeat(500_000);
    let heard = '';
    const result = await runProgram({
      program: node,
      args: script("process.stdout.write('é'.repeat(500000))"),
      timeoutMs: 60_000,
      onStdout: (chunk) => {
        heard += chunk;
        const until = performance.now() + 300;
        while (performance.now() < until);
      },
    });
    expect(result.stdout === text).toBe(true);
    expect(heard === text).toBe(true);
  });
});
