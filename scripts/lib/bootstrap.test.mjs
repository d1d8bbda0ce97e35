import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeProblem, packagesAreCurrent, root, tellingLine } from './bootstrap.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './folder-lock.mjs';
import { countFile, countPlaywright, countVitest } from './reports.mjs';
import { startWords } from './start-words.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-bootstrap-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a program that a script runs', () => {
  it('ends with the script when a signal comes', async () => {
    const lasting = 'console.log(process.pid); setInterval(() => {}, 1000)';
    const script = `import { main, run } from ${JSON.stringify(new URL('./bootstrap.mjs', import.meta.url).href)};
      const onOutput = (text) => process.stdout.write(text);
      await main(() => run(process.execPath, ['-e', ${JSON.stringify(lasting)}], { onOutput }));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [pid] = await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });
});

describe('what a clone needs', () => {
  it('asks for a newer Node in a sentence', () => {
    expect(nodeProblem('20.19.0')).toBeNull();
    expect(nodeProblem('24.1.0')).toBeNull();
    expect(nodeProblem('20.18.3')).toContain('20.19');
    expect(nodeProblem('18.20.0')).toContain('too old');
  });

  it('picks the line that tells why a program failed', () => {
    const vite =
      '\u001b[31merror during build:\u001b[39m\nError: Build failed with 1 error:\n[UNRESOLVED_ENTRY] Cannot resolve entry module x.\n    at y (z)\n';
    expect(tellingLine(vite)).toBe('[UNRESOLVED_ENTRY] Cannot resolve entry module x.');
    const npm = 'npm error code ENOTFOUND\nnpm error network request failed\n';
    expect(tellingLine(npm)).toBe('npm error code ENOTFOUND');
    expect(tellingLine('')).toBe('');
  });

  it('knows whether the installed packages are those of the lock file', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '2.0.0', optional: true },
      },
    };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    expect(packagesAreCurrent(folder)).toBe(false);
    mkdirSync(join(folder, 'node_modules', 'a'), { recursive: true });
    const installed = (version) =>
      writeFileSync(
        join(folder, 'node_modules', '.package-lock.json'),
        JSON.stringify({ packages: { 'node_modules/a': { version } } }),
      );
    installed('1.0.0');
    expect(packagesAreCurrent(folder)).toBe(true);
    installed('0.9.0');
    expect(packagesAreCurrent(folder)).toBe(false);
    installed('1.0.0');
    rmSync(join(folder, 'node_modules', 'a'), { recursive: true });
    expect(packagesAreCurrent(folder)).toBe(false);
  });

  it('tells a changed, a new and a removed source from none, and leaves tests out', () => {
    mkdirSync(join(folder, 'src', 'deep'), { recursive: true });
    writeFileSync(join(folder, 'src', 'deep', 'a.ts'), 'a');
    const seen = [fingerprint(folder, ['src', 'missing'])];
    writeFileSync(join(folder, 'src', 'a.test.ts'), 'test');
    expect(fingerprint(folder, ['src', 'missing'])).toBe(seen[0]);
    writeFileSync(join(folder, 'src', 'b.ts'), 'b');
    seen.push(fingerprint(folder, ['src']));
    writeFileSync(join(folder, 'src', 'b.ts'), 'bb');
    seen.push(fingerprint(folder, ['src']));
    rmSync(join(folder, 'src', 'deep', 'a.ts'));
    seen.push(fingerprint(folder, ['src']));
    expect(new Set(seen).size).toBe(4);
  });

  it('lets one process prepare at a time, and passes over one that is gone', async () => {
    const path = join(folder, 'out', 'lock');
    const order = [];
    const work = (name) => async () => {
      order.push(`${name} in`);
      await new Promise((done) => setTimeout(done, 150));
      order.push(`${name} out`);
    };
    await Promise.all([withLock(path, work('a')), withLock(path, work('b'))]);
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
    writeFileSync(path, String(2 ** 30));
    await withLock(path, work('c'));
    writeFileSync(path, String(process.pid));
    await expect(withLock(path, work('d'), { limitMs: 50 })).rejects.toThrow('remove');
    rmSync(path);
  });
});

describe('the numbers of tests', () => {
  const vitest = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  };
  const playwright = { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };

  it('are those of the reports', () => {
    expect(countVitest(vitest, 0)).toEqual({ passed: 3, failed: 0, why: [], tests: [] });
    expect(countPlaywright(playwright, 0)).toEqual({ passed: 2, failed: 0, why: [], tests: [] });
  });

  it('count what did not run, did not load or passed only sometimes as failed', () => {
    expect(countVitest({ ...vitest, numPendingTests: 2 }, 0).failed).toBe(2);
    const testResults = [{ name: 'x', status: 'failed', assertionResults: [] }];
    expect(countVitest({ ...vitest, testResults }, 1).failed).toBe(1);
    const stats = { expected: 2, unexpected: 1, flaky: 1, skipped: 1 };
    expect(countPlaywright({ stats, errors: [{}] }, 1).failed).toBe(4);
  });

  it('name every test that failed, with the first line of its reason', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'one', failureMessages: [] },
      {
        status: 'failed',
        fullName: 'two › three',
        failureMessages: ['\u001b[31mError: no\u001b[39m\n  at x.ts:1'],
      },
    ];
    const testResults = [{ name: join(root, 'test', 'x.test.ts'), status: 'failed', assertionResults }];
    expect(countVitest({ ...vitest, numFailedTests: 1, testResults }, 1).tests).toEqual([
      `${join('test', 'x.test.ts')} › two › three › Error: no`,
    ]);
    const spec = (title, ok, errors) => ({
      file: 'x.spec.ts',
      title,
      ok,
      tests: [{ results: [{ errors }] }],
    });
    const suites = [
      { suites: [{ specs: [spec('one', true, []), spec('two', false, [{ message: 'late\nmore' }])] }] },
    ];
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats, suites }, 1).tests).toEqual([`${join('e2e', 'x.spec.ts')} › two › late`]);
  });

  it('are a failure when no test ran, no report was left, or the end was not clean', () => {
    expect(countVitest({ ...vitest, numPassedTests: 0 }, 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }, 0).failed).toBe(
      1,
    );
    expect(countVitest(vitest, 1)).toMatchObject({ passed: 3, failed: 1 });
    expect(countFile(join(folder, 'nothing.json'), countVitest, 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('what is started with', () => {
  it('is told apart: options, the value of one, and a file from where the person stands', () => {
    const file = join(folder, 'mine.yaml');
    writeFileSync(file, 'kind: Pod\n');
    expect(startWords(['--', '--no-open', '--port', '8080', 'mine.yaml'], folder)).toEqual({
      options: ['--no-open', '--port', '8080'],
      files: [file],
    });
    expect(startWords([], folder)).toEqual({ options: [], files: [] });
  });

  it('is named at once when there is no such file', () => {
    const lost = join(folder, 'lost.yaml');
    expect(() => startWords(['--json', 'lost.yaml'], folder)).toThrow(
      `there is no file ${lost}: check the name and the folder`,
    );
  });
});
