import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import { cliStreams } from '../helpers/cli-streams.ts';
import { caseBytes, payments } from './injecting.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-files-'));
  writeFileSync(join(folder, 'in.yaml'), payments());
  linkSync(join(folder, 'in.yaml'), join(folder, 'hard.yaml'));
  symlinkSync(join(folder, 'in.yaml'), join(folder, 'soft.yaml'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { stdin, stdout, stderr, text } = cliStreams();
  const run = createCliRun({
    stdin,
    stdout,
    stderr,
    env: {
      ...process.env,
      SIDECAR_ANATOMY_SETTINGS: join(folder, 'settings.json'),
      SIDECAR_ANATOMY_CACHE: join(folder, 'cache'),
      ...env,
    },
    cwd: folder,
    version: '9.9.9',
  });
  const ended = runProgramLine(args, run.context, run.exitCode).then(async (code) => {
    await run.end();
    return { code, ...text };
  });
  return { ended, interrupt: run.interrupt };
}

const call = (args: readonly string[], env?: NodeJS.ProcessEnv) => start(args, env).ended;

describe('files that a command is given', () => {
  it.each([
    ['inject in.yaml --out in.yaml'],
    ['inject in.yaml --out hard.yaml'],
    ['inject in.yaml --out soft.yaml'],
    ['anatomy in.yaml --out hard.yaml'],
    ['bootstrap in.yaml --out soft.yaml'],
    ['record in.yaml --admin-port 0 --seconds 1 --out in.yaml'],
  ])('are never written over: %s', async (line) => {
    const { code, stderr } = await call(line.split(' '));
    expect(stderr).toMatch(/is an input \(in\.yaml\) and would be lost/);
    expect(code).toBe(2);
    expect(readFileSync(join(folder, 'in.yaml'))).toEqual(payments());
  });

  it.each(['inject', 'anatomy', 'bootstrap'])(
    'are kept when they are injection files: %s',
    async (command) => {
      const fixtures = fileURLToPath(new URL('../fixtures/payments/', import.meta.url));
      for (const name of ['inject-config', 'mesh-config', 'values'])
        copyFileSync(join(fixtures, `${name}.yaml`), join(folder, `${name}.yaml`));
      const files = '--config inject-config.yaml --mesh mesh-config.yaml --values values.yaml'.split(' ');
      const { code, stderr } = await call([command, 'in.yaml', ...files, '--out', 'mesh-config.yaml']);
      expect(stderr).toContain('mesh-config.yaml is an input (mesh-config.yaml) and would be lost');
      expect(code).toBe(2);
      const kept = readFileSync(join(folder, 'mesh-config.yaml'));
      expect(kept).toEqual(readFileSync(join(fixtures, 'mesh-config.yaml')));
    },
  );

  it('replaces an older result whole, and keeps it when the new one cannot be written', async () => {
    writeFileSync(join(folder, 'old.json'), 'old');
    expect((await call(['anatomy', 'in.yaml', '--out', 'old.json'])).code).toBe(0);
    expect(readFileSync(join(folder, 'old.json'), 'utf8')).toMatch(/^\{"workloads"/);
    const { code, stderr } = await call(['anatomy', 'in.yaml', '--out', 'no/such/folder.json']);
    expect(code).toBe(1);
    expect(stderr).toContain('no/such/folder.json cannot be written: there is no such file or folder');
  });

  it('may be a device only where that ends: /dev/zero is refused', async () => {
    const { code, stderr } = await call(['anatomy', '/dev/zero']);
    expect([code, stderr]).toEqual([
      1,
      'sidecar-anatomy: /dev/zero is a device and not a file.\nName a file that holds the text.\n',
    ]);
  });

  it('may be a pipe with a name', async () => {
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const run = start(['inject', 'pipe']);
    await writeFile(pipe, payments());
    const { code, stdout } = await run.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('name: istio-proxy');
  });

  it('--out may be a pipe; one that nobody reads is refused, as is no name at all', async () => {
    const pipe = join(folder, 'result');
    spawnSync('mkfifo', [pipe]);
    const { code, stderr } = await call(['inject', 'in.yaml', '--out', 'result']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('result cannot be written: it is a pipe that nobody reads'),
    ]);
    const reading = readFile(pipe, 'utf8');
    expect((await call(['inject', 'in.yaml', '--out', 'result'])).code).toBe(0);
    expect(await reading).toContain('name: istio-proxy');
    expect((await call(['inject', 'in.yaml', '--out', ''])).code).toBe(2);
  });

  it('--out - is standard output, as FILE - is standard input', async () => {
    const { code, stdout } = await call(['inject', 'in.yaml', '--out', '-']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('name: istio-proxy')]);
    expect(existsSync(join(folder, '-'))).toBe(false);
  });

  it('nothing is written by what was called off', async () => {
    const run = start(['anatomy', 'in.yaml', '--format', 'png', '--out', 'off.png']);
    run.interrupt();
    expect((await run.ended).stderr).toContain('called off');
    expect(existsSync(join(folder, 'off.png'))).toBe(false);
  });

  it('a pipe that nobody writes to does not keep an interrupted command', async () => {
    spawnSync('mkfifo', [join(folder, 'silent')]);
    const run = start(['inject', 'silent']);
    setTimeout(run.interrupt, 300);
    expect((await run.ended).stderr).toContain('called off');
  });

  it('a standard input that stays open does not keep an interrupted command', async () => {
    const run = start(['inject', '-']);
    run.interrupt();
    const { stderr } = await run.ended;
    expect(stderr).toContain('called off');
  });

  it('a file that is not there is told by every command, as no fault of ours', async () => {
    for (const line of [
      'inject no.yaml',
      'anatomy no.yaml',
      'bootstrap no.yaml',
      'run no.yaml',
      'record no.yaml --out x',
    ])
      expect((await call(line.split(' '))).stderr).toMatch(/^sidecar-anatomy: There is no file no\.yaml\.\n/);
  });
});

describe('folders that cannot be used', () => {
  it('a temporary folder that is not there is told with what to do', async () => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = join(folder, 'nowhere');
    try {
      const { code, stderr } = await call(['inject', 'in.yaml']);
      expect(code).toBe(1);
      expect(stderr).toMatch(/nowhere.* cannot be used: there is no such file or folder\.\n.*TMPDIR/s);
      expect(stderr).not.toContain('fault inside');
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  it('a cache folder that cannot be made costs time, not the result', async () => {
    const { code, stderr } = await call(['inject', 'in.yaml'], {
      SIDECAR_ANATOMY_CACHE: join(folder, 'in.yaml'),
    });
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('start values', () => {
  it.each([
    ['--ip', 'nonsense'],
    ['--pod', 'a~b'],
    ['--namespace', 'two words'],
  ])('that no pod could have are a wrong call: %s %s', async (option, value) => {
    for (const command of ['bootstrap', 'run']) {
      const { code, stderr } = await call([command, 'in.yaml', option, value]);
      expect(code).toBe(2);
      expect(stderr).toContain(value);
    }
  });
});

describe('inject', () => {
  it.each([
    ['19-already-injected-older-proxy.yaml', /already/],
    ['39-uid-1337.yaml', /1337/],
    ['41-windows-pod.yaml', /windows/i],
    ['57-no-containers.yaml', /only/],
    ['61-prom-port-conflict.yaml', /15020/],
  ])('tells what the anatomy tells: %s', async (name, sentence) => {
    writeFileSync(join(folder, name), caseBytes(name));
    expect((await call(['inject', name])).stderr).toMatch(sentence);
    const { stdout } = await call(['inject', name, '--json']);
    const { notes } = JSON.parse(stdout) as { notes: { message: string }[] };
    expect(notes.map(({ message }) => message).join('\n')).toMatch(sentence);
  });
});

describe('what is named', () => {
  it('may not be empty', async () => {
    const { code, stderr } = await call(['inject', '']);
    expect(stderr).toMatch(/^sidecar-anatomy: The name of a file is empty/);
    expect(code).toBe(2);
  });

  it.each([
    ['a folder', () => folder, /is a folder, not a program\./],
    ['a text', () => program('text', 'hello\n'), /is no program: it does not begin like one/],
    [
      'a program that crashes',
      () => program('crash', '#!/bin/sh\nkill -SEGV $$\n'),
      /it was ended by SIGSEGV/,
    ],
    [
      'one that fails',
      () => program('fail', '#!/bin/sh\nexit 3\n'),
      /it ended with exit code 3 and said nothing/,
    ],
  ])('as istioctl is told for what it is: %s', async (_, path, sentence) => {
    const { code, stderr } = await call(['inject', 'in.yaml'], { SIDECAR_ANATOMY_ISTIOCTL: path() });
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
  });
});

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

describe('standard output', () => {
  it.each([
    ['inject', []],
    ['run', ['--seconds', '2', '--json', '--admin-port', '0']],
    ['--help', []],
    ['--version', []],
  ])('that is full is told and is no success: %s', (command, options) => {
    const cli = fileURLToPath(new URL('../../bin/sidecar-anatomy', import.meta.url));
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(cli, [command, join(folder, 'in.yaml'), ...options], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toContain('could not be written to standard output: the disk is full');
    expect(stderr).not.toMatch(/\bat .*\.js:\d/);
    expect(status).toBe(1);
  });
});
