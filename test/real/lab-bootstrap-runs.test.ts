import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAB_INPUTS, LABS } from '../../src/domain/lab/model.ts';
import { startCli } from './cli-process.ts';
import { toolchain } from './injecting.ts';
import { check, fingerprint, freePort, labCli } from './lab-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'lab-runs-'));
const temporary = mkdtempSync(join(tmpdir(), 'lab-runs-tmp-'));
afterAll(() => {
  for (const made of [folder, temporary]) rmSync(made, { recursive: true, force: true });
});
const FILES = [...LAB_INPUTS.bootstrap, ...LABS.bootstrap.flatMap(({ files }) => files)];
const text = (out: string, name: string): string => readFileSync(join(folder, out, name), 'utf8');
const run = (out: string, ...args: readonly string[]) =>
  labCli(folder, ['lab', 'bootstrap', '--out', out, ...args]);

/** Programs that run in our folder for what is temporary. */
function leftRunning(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(temporary);
    } catch {
      return false;
    }
  });
}

describe('exports side by side', () => {
  test('into two folders on two ports, each has its own', async () => {
    const [one, other] = [await freePort(), await freePort()];
    const both = await Promise.all([
      run('one', '--admin-port', one, '--ip', '10.1.1.1'),
      run('other', '--admin-port', other, '--ip', '10.2.2.2'),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(text('one', 'bootstrap.yaml')).toContain(`port_value: ${one}`);
    expect(text('one', '06-node.json')).toContain('10.1.1.1');
    expect(text('other', '06-node.json')).toContain('10.2.2.2');
    expect([await check(folder, ['one']), await check(folder, ['other'])]).toEqual([[], []]);
  });

  test('on one port, they take turns', async () => {
    const port = await freePort();
    const both = await Promise.all([run('a', '--admin-port', port), run('b', '--admin-port', port)]);
    expect(both.map(({ code, stderr }) => [code, stderr.includes('address')])).toEqual([
      [0, false],
      [0, false],
    ]);
  });

  test('into one folder, the second finds what the first wrote', async () => {
    const both = await Promise.all([run('same', '--admin-port', '0'), run('same', '--admin-port', '0')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const kept = both.filter(({ stderr }) => stderr.includes('08-report.md kept'));
    expect(kept).toHaveLength(1);
    expect(readdirSync(join(folder, 'same')).sort()).toEqual([...FILES].sort());
  });
});

describe('a port that another program holds', () => {
  test('is told with its owner and a free one; a run on another port goes on', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = String(typeof address === 'object' && address !== null ? address.port : 0);
    const { code, stderr } = await run('taken', '--admin-port', port);
    server.close();
    expect(code).toBe(1);
    const [said, hint] = stderr.trimEnd().split('\n').slice(-2);
    expect(said).toMatch(new RegExp(`port ${port} is held by .*process ${process.pid}`));
    const free =
      /with another port, --admin-port (\d+): it goes on where it is\.$/.exec(hint ?? '')?.[1] ?? '';
    const there = readdirSync(join(folder, 'taken')).sort();
    expect(there).toEqual(['01-args.txt', '02-env.txt', '03-mesh.txt', 'inject.yaml', 'mesh-config.yaml']);
    const again = await run('taken', '--admin-port', free);
    expect([again.code, again.stderr.includes('03-mesh.txt kept')]).toEqual([0, true]);
    expect(await check(folder, ['taken'])).toEqual([]);
  });
});

test('an Envoy that dies as it runs leaves the files of the steps before, what it said of both bootstraps included', async () => {
  const envoy = join(folder, 'dies');
  const real = (await toolchain.find('envoy')).path;
  // The real one can't be made to die at this moment each time: it validates, and does not run.
  writeFileSync(
    envoy,
    `#!/bin/sh\ncase "$*" in *--version*|*validate*) exec '${real}' "$@";; *) kill -9 $$;; esac\n`,
  );
  chmodSync(envoy, 0o755);
  const port = await freePort();
  const { code, stderr } = await labCli(
    folder,
    ['lab', 'bootstrap', '--out', 'died', '--admin-port', port],
    () => undefined,
    { SIDECAR_ANATOMY_ENVOY: envoy },
  );
  expect([code, /Envoy .*ended/.test(stderr)]).toEqual([1, true]);
  const there = readdirSync(join(folder, 'died'));
  for (const name of ['bootstrap.yaml', '04-validate.txt', 'boot-typo.yaml', '05-typo.txt'])
    expect(there).toContain(name);
  expect(there).not.toContain('06-node.json');
  const again = await run('died', '--admin-port', port);
  expect([again.code, again.stderr.includes('05-typo.txt kept')]).toEqual([0, true]);
});

describe('an export that is interrupted', () => {
  let istioctl = '';
  beforeAll(async () => {
    istioctl = (await toolchain.find('istioctl')).path;
  });

  const begun = (out: string, at: string, signal: NodeJS.Signals) => async () => {
    const { child, ended } = startCli(['lab', 'bootstrap', '--out', join(folder, out), '--admin-port', '0'], {
      istioctl,
      folder,
      temporary,
    });
    while (child.exitCode === null && !existsSync(join(folder, out, at))) await pause(2);
    child.kill(signal);
    return ended;
  };

  test.each([
    ['SIGINT', 'inject.yaml', 130],
    ['SIGINT', '05-typo.txt', 130],
    ['SIGTERM', 'bootstrap.yaml', 143],
    ['SIGKILL', 'inject.yaml', 137],
    ['SIGKILL', '01-args.txt', 137],
    ['SIGKILL', '04-validate.txt', 137],
  ] as const)(
    'by %s once %s is there leaves whole files only, nothing running, and goes on',
    async (signal, at, code) => {
      const out = `${signal}-${at}`;
      const ended = await begun(out, at, signal)();
      // A machine that is quick may have been done.
      expect([code, 0]).toContain(ended);
      await expect.poll(leftRunning, { timeout: 10_000 }).toEqual([]);
      const there = readdirSync(join(folder, out)).filter((name) => !name.startsWith('.'));
      for (const name of there) expect([name, text(out, name).endsWith('\n')]).toEqual([name, true]);
      const again = await run(out, '--admin-port', '0');
      expect([again.code, again.stderr]).toEqual([0, expect.stringContaining(`${at} kept`)]);
      expect(readdirSync(join(folder, out)).sort()).toEqual([...FILES].sort());
      expect(await check(folder, [out])).toEqual([]);
    },
  );

  test('leaves no private folder that the next command does not remove', async () => {
    expect((await run('next', '--admin-port', '0')).code).toBe(0);
    await expect.poll(() => readdirSync(temporary), { timeout: 10_000 }).toEqual([]);
  });
});

describe('files that are there', () => {
  test('as the app wrote them are made anew for another workload and port, and the line says so', async () => {
    expect((await run('again', '--admin-port', '0')).code).toBe(0);
    const port = await freePort();
    const { code, stderr } = await run('again', '--admin-port', port, '--ip', '10.3.3.3');
    expect([code, stderr]).toEqual([0, expect.stringContaining('bootstrap.yaml made anew')]);
    expect(stderr).toContain('01-args.txt kept');
    expect(text('again', 'bootstrap.yaml')).toContain(`port_value: ${port}`);
    expect(text('again', '06-node.json')).toContain('10.3.3.3');
    expect(await check(folder, ['again'])).toEqual([]);
    const changed = text('again', 'bootstrap.yaml').replace('10.3.3.3', '10.4.4.4');
    writeFileSync(join(folder, 'again', 'bootstrap.yaml'), changed);
    const refused = await run('again', '--admin-port', port, '--ip', '10.3.3.3');
    expect([refused.code, text('again', 'bootstrap.yaml')]).toEqual([1, changed]);
  });

  test('of a person are never replaced without --force', async () => {
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', '02-env.txt'), 'CA_ADDR=my own notes\n');
    const { code, stderr, stdout } = await run('mine', '--admin-port', '0');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('02-env.txt:1 is not what this export writes: it says “CA_ADDR=my own notes”');
    expect(text('mine', '02-env.txt')).toBe('CA_ADDR=my own notes\n');
    expect((await run('mine', '--admin-port', '0', '--force')).code).toBe(0);
    expect(text('mine', '02-env.txt')).toContain('TRUST_DOMAIN=cluster.local');
  });

  test('a report in other words stays, and only steps that are asked for are done', async () => {
    const report = `xds_address=istiod.istio-system.svc:15012\nxds_cluster=xds-grpc\ntypo_rc=1\nready_without_istiod=PRE_INITIALIZING\n- 크래시 → 거절\n- 미준비 → istiod 없음\n- 포트 0\n- 토큰\n`;
    mkdirSync(join(folder, 'words'));
    writeFileSync(join(folder, 'words', '08-report.md'), report);
    const { code, stderr } = await run('words', '--admin-port', '0', '--steps', '4,8');
    expect([code, stderr]).toEqual([
      0,
      'step 4, bootstrap: bootstrap.yaml written, 04-validate.txt written\nstep 8, report: 08-report.md kept\n',
    ]);
    expect(readdirSync(join(folder, 'words')).sort()).toEqual([
      '04-validate.txt',
      '08-report.md',
      'bootstrap.yaml',
    ]);
  });
});

describe('a check', () => {
  test('writes nothing into the folder, and reads one that is read-only', async () => {
    expect((await run('checked', '--admin-port', '0')).code).toBe(0);
    const out = join(folder, 'checked');
    writeFileSync(join(out, '03-mesh.txt'), 'ca_addr_same=perhaps\n');
    chmodSync(out, 0o555);
    const before = fingerprint(out);
    expect((await check(folder, ['checked'])).every((line) => line.startsWith('3'))).toBe(true);
    expect((await labCli(folder, ['lab', 'check', 'bootstrap', 'checked'])).code).toBe(1);
    expect(fingerprint(out)).toBe(before);
    chmodSync(out, 0o755);
  });

  test('without Envoy says so, and never fetches one', async () => {
    const { stdout, code } = await labCli(folder, ['lab', 'check', 'bootstrap', 'same', '--no-envoy']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Envoy was not asked, as wished')]);
  });

  test('a folder without the mesh configuration is judged by that of the istioctl at hand', async () => {
    rmSync(join(folder, 'same', 'mesh-config.yaml'));
    const { stdout } = await labCli(folder, ['lab', 'check', 'bootstrap', 'same']);
    expect(stdout).toMatch(/3 mesh +pass +\(Compared with the mesh configuration of istioctl .* at hand\.\)/);
    writeFileSync(join(folder, 'mesh.yaml'), 'rootNamespace: other\n');
    expect(await check(folder, ['same', '--mesh', 'mesh.yaml'])).toEqual([
      '3 03-mesh.txt:2 root_namespace says istio-system, but mesh.yaml says "other".',
    ]);
  });
});
