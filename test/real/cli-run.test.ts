import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { createCliRun } from '../../src/cli/create-context.ts';
import { addRunCommand } from '../../src/cli/run.ts';
import type { BootstrapChoice } from '../../src/cli/study-options.ts';
import { labBootstrap } from './envoy/bootstraps.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const workload = file('payments.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: payments}\n');

interface Called {
  readonly code: number;
  readonly lines: readonly Record<string, unknown>[];
  readonly stdout: string;
  readonly stderr: string;
  readonly choices: readonly BootstrapChoice[];
}
interface Interrupting {
  /** Called with all of standard output so far, after each write. */
  readonly onOutput?: (text: string, interrupt: () => void, stderr: string) => void;
}

/** The command with a loader that writes the lab's bootstrap for any workload, on a free admin port. */
async function run(args: readonly string[], { onOutput }: Interrupting = {}): Promise<Called> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const text = { stdout: '', stderr: '' };
  const choices: BootstrapChoice[] = [];
  const io = { stdin: new PassThrough(), stdout, stderr, env: process.env, cwd: folder, version: '0' };
  const cli = createCliRun(io);
  stderr.on('data', (chunk) => {
    text.stderr += String(chunk);
  });
  stdout.on('data', (chunk) => {
    text.stdout += String(chunk);
    onOutput?.(text.stdout, () => cli.interrupt(), text.stderr);
  });
  const program = new Command()
    .exitOverride()
    .configureOutput({ writeErr: (said) => void stderr.write(said) });
  addRunCommand(program, cli.context, async (_context, _file, choice) => {
    choices.push(choice);
    return labBootstrap({
      adsCluster: choice.variant === 'typo' ? 'istiod-xds' : 'xds-grpc',
      fetchTimeout: choice.fetchTimeout ?? '0s',
    });
  });
  const code = await program
    .parseAsync(['run', ...args], { from: 'user' })
    .then(() => cli.exitCode())
    .catch(() => 2);
  await cli.end();
  const lines = text.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, lines, choices, ...text };
}

describe('run --json', () => {
  test('a bootstrap: a line a look until the time is over, then exit 0', async () => {
    const { code, lines, stderr } = await run([
      file('lab.json', labBootstrap()),
      '--seconds',
      '1.6',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) expect(Object.keys(line)).toEqual(['t', 'ready', 'connectedState', 'rung']);
    expect(lines.at(-1)).toMatchObject({
      ready: { code: 503, body: 'PRE_INITIALIZING' },
      connectedState: 0,
      rung: 'no-istiod',
    });
  });

  test('a workload with a fetch timeout: LIVE, and knowing nothing', async () => {
    const { code, lines, choices } = await run([
      workload,
      '--fetch-timeout',
      '0.2s',
      '--seconds',
      '3',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(choices).toEqual([{ variant: 'lab', fetchTimeout: '0.2s' }]);
    expect(lines.at(-1)).toMatchObject({ ready: { code: 200, body: 'LIVE' }, connectedState: 0 });
  });

  test('the typo: one line on the rung refused, exit 1, the cause and what to do on standard error', async () => {
    const { code, lines, stderr } = await run([workload, '--variant', 'typo', '--seconds', '5', '--json']);
    expect(code).toBe(1);
    expect(lines).toEqual([{ t: expect.any(Number), ready: null, connectedState: null, rung: 'refused' }]);
    expect(stderr).toMatch(/^sidecar-anatomy: .*'istiod-xds'.*[^.] \(exit code 1\)\. .*\n.*cluster_name/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('run', () => {
  test('shows the line that Envoy cannot read, and where in it (70)', async () => {
    const bytes = readFileSync(new URL('../cases/70-bootstrap-malformed.json', import.meta.url), 'utf8');
    const { code, stderr } = await run([file('70.json', bytes), '--seconds', '5']);
    const [before, said, line = ''] = stderr.trimEnd().split('\n').slice(-3);
    expect(code).toBe(1);
    expect(said).toMatch(/^sidecar-anatomy: Envoy cannot read the bootstrap at line 1, column \d+/);
    expect(said).toMatch(/ \(exit code 1\)\. Correct it there and validate again\.$/);
    expect(line).toMatch(/^ {2}1 \| ….*"event_log_path":▸\/dev\/stdout\}\}\}$/);
    // What happened and what to do are two lines; before them the run itself is told.
    expect(before).toMatch(/^process \d+/);
  });

  test('for people: the command, then a look when something changed, with the evidence of every step', async () => {
    const { code, stdout, stderr } = await run([file('lab2.json', labBootstrap()), '--seconds', '1.2']);
    expect(code).toBe(0);
    expect(stderr).toContain('allow_paths');
    expect(stdout).toMatch(/no-istiod +503 PRE_INITIALIZING/);
    expect(stdout).toMatch(/… istiod +control_plane\.connected_state 0/);
    expect(stdout).toMatch(/– pod-ready +port 15021/);
  });

  test('ends cleanly when it is interrupted', async () => {
    const { code } = await run([workload, '--json'], { onOutput: (_text, interrupt) => interrupt() });
    expect(code).toBe(0);
  });

  test('says so when somebody else ended Envoy', async () => {
    const { code, stderr } = await run([workload], {
      onOutput: (_text, _interrupt, said) => {
        const pid = Number(/process (\d+)/.exec(said)?.[1]);
        if (pid > 0) process.kill(pid, 'SIGKILL');
      },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Envoy was ended from outside \(signal SIGKILL\)\.\n/);
  });

  test.each([
    [
      'a choice that a finished bootstrap does not take',
      [file('b.json', labBootstrap()), '--variant', 'typo', '--ip', '10.0.0.8'],
      2,
      '--ip and --variant',
    ],
    ['a file that is not there', ['nowhere.yaml'], 1, 'There is no file'],
    ['a folder', [folder], 1, 'is a folder'],
    ['a time of nothing', [workload, '--seconds', '0'], 2, 'above 0'],
    ['a port that is none', [workload, '--admin-port', '70000'], 2, '65535'],
  ])('refuses %s', async (_, args, expected, words) => {
    const { code, stderr, stdout } = await run(args);
    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
  });
});
