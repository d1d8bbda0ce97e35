import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import { cliStreams } from '../helpers/cli-streams.ts';
import { startCli } from './cli-process.ts';
import { toolchain } from './injecting.ts';

const istioctl = await toolchain.require('istioctl');
const printed = execFileSync(istioctl, ['manifest', 'generate'], { maxBuffer: 20_000_000 }).toString();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-manifest-'));
  writeFileSync(join(folder, 'manifest.yaml'), printed);
  writeFileSync(join(folder, 'pod.yaml'), 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n');
  writeFileSync(join(folder, 'empty.yaml'), '# nothing\n');
  writeFileSync(join(folder, 'tab.yaml'), 'kind: Pod\n\tx: 1\n');
  writeFileSync(join(folder, 'evil.yaml'), 'kind: "\\e[31mRed"\napiVersion: v1\nmetadata: {name: "a\\nb"}\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(args: readonly string[], input = '') {
  const { stdin, stdout, stderr, text } = cliStreams();
  stdin.end(input);
  const env = {
    ...process.env,
    SIDECAR_ANATOMY_SETTINGS: join(folder, 'settings.json'),
    SIDECAR_ANATOMY_CACHE: join(folder, 'cache'),
  };
  const run = createCliRun({ stdin, stdout, stderr, env, cwd: folder, version: '9.9.9' });
  const code = await runProgramLine(['manifest', ...args], run.context, run.exitCode);
  await run.end();
  return { code, ...text };
}

const kindLines = printed.match(/^kind: /gm)?.length ?? 0;
const crds = printed.match(/^kind: CustomResourceDefinition$/gm)?.length ?? 0;

describe('sidecar-anatomy manifest', () => {
  it('generates, and tells kinds, CRDs, webhooks, the five names and what injection needs', async () => {
    const { code, stdout, stderr } = await call([]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^profile default: ${kindLines} objects of 12 kinds\n`));
    expect(stdout).toContain(`  ${crds}  CustomResourceDefinition\n`);
    expect(stdout).toContain(`\n${crds} CRDs in 4 groups, ${crds} of them of istio.io\n`);
    expect(stdout.match(/^ {2}✓ there /gm)).toHaveLength(5);
    expect(stdout).toContain('    namespaces: istio-injection in (enabled)\n');
    const mesh = printed.split('\n').indexOf('  mesh: |-') + 1;
    expect(stdout).toContain(`  ✓ mesh    ConfigMap istio in istio-system, .data.mesh, line ${mesh}\n`);
  });

  it('reads a file, and standard input, as it reads what it generated', async () => {
    const [made, file, piped] = await Promise.all([
      call(['--json']),
      call(['manifest.yaml', '--json']),
      call(['-', '--json'], printed),
    ]);
    const [one, other, third] = [made, file, piped].map(({ stdout }) => JSON.parse(stdout));
    expect(other.manifest).toEqual(one.manifest);
    expect(third.manifest.kinds).toEqual(one.manifest.kinds);
    expect(Object.keys(one)).toEqual(['manifest', 'commands']);
    expect(one.manifest.objects).toHaveLength(kindLines);
    expect([one.commands.length, other.commands.length]).toEqual([1, 0]);
    expect(one.commands[0].argv.slice(1)).toEqual(['manifest', 'generate']);
  });

  it('compares a setting with the profile that is shown, so that only what it does is told', async () => {
    const setting = ['--compare-set', 'meshConfig.accessLogFile=/dev/stderr'];
    for (const profile of [
      ['--profile', 'ambient'],
      ['--set', 'profile=ambient'],
    ]) {
      const { code, stdout } = await call([...profile, ...setting]);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        / to profile ambient, --set meshConfig\.accessLogFile=\/dev\/stderr: 2 changed, 0 added, 0 removed, \d+ the same$/m,
      );
    }
    const other = await call(['--profile', 'ambient', '--compare-set', 'profile=demo']);
    expect(other.stdout).toMatch(/^From profile ambient to --set profile=demo: \d+ changed/m);
  });

  it('tells of two how one becomes the other, by their profiles alone', async () => {
    const { code, stdout } = await call([
      '--compare-profile',
      'demo',
      '--set',
      'meshConfig.accessLogFile=/dev/stderr',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^From profile default, --set meshConfig\.accessLogFile=\/dev\/stderr to profile demo: \d+ changed, \d+ added, \d+ removed, \d+ the same$/m,
    );
    expect(stdout).toContain('\n+ Deployment istio-egressgateway in istio-system\n');
    expect(stdout).toContain(
      '\n      - 1: accessLogFile: /dev/stderr\n      + 1: accessLogFile: /dev/stdout\n',
    );
  });

  it('compares with a file, and gives that as JSON', async () => {
    const { stdout } = await call(['--profile', 'minimal', '--compare', 'manifest.yaml', '--json']);
    const { comparison } = JSON.parse(stdout);
    expect(comparison.name).toBe('manifest.yaml');
    expect(comparison.added.map(({ name }: { name: string }) => name)).toContain('istio-ingressgateway');
    expect(comparison.removed).toEqual([]);
  });

  it('keeps the YAML that it generated, byte by byte, and never over a file that it read', async () => {
    const { code } = await call(['--out', 'kept.yaml']);
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'kept.yaml'), 'utf8')).toBe(printed);
    const { code: refused } = await call(['--out', 'manifest.yaml', '--compare', 'manifest.yaml']);
    expect(refused).toBe(2);
    expect(readFileSync(join(folder, 'manifest.yaml'), 'utf8')).toBe(printed);
  });

  it('shows a workload with a note, and nothing of what is in a text moves the cursor', async () => {
    const pod = await call(['pod.yaml']);
    expect(pod.code).toBe(0);
    expect(pod.stdout.match(/^ {2}✗ missing/gm)).toHaveLength(5);
    expect(pod.stderr).toMatch(/^info: pod\.yaml is no install manifest: it holds a workload/);
    const evil = await call(['evil.yaml', '--compare', 'pod.yaml']);
    expect(evil.code).toBe(0);
    expect(evil.stdout + evil.stderr).not.toContain('\u001b');
    expect(evil.stdout).toContain('- \\u001b[31mRed a\\u000ab');
  });

  it('says of what is there and of a wrong type that it could not be read, and at which line', async () => {
    const text = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: w}
webhooks:
- name: x
  namespaceSelector: str
  failurePolicy: {a: 1}
  rules: 7
`;
    const { code, stdout, stderr } = await call(['-'], text);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'namespaces: could not be read: the text “str” stands where a mapping is expected (line 6)',
    );
    expect(stdout).toContain(
      'failurePolicy could not be read: a mapping stands where a text is expected (line 7)',
    );
    expect(stdout).toContain('on: could not be read: the number 7 stands where a list is expected (line 8)');
    expect(stdout).not.toMatch(/namespaces: all|not set|no rule/);
    expect(stderr).toMatch(/^warning: \S+:6: webhooks\[0\]\.namespaceSelector of Mutating/m);
    const { manifest } = JSON.parse((await call(['-', '--json'], text)).stdout);
    expect(manifest.webhooks[0].webhooks[0].unread).toMatchObject([
      { field: 'namespaceSelector', source: { line: 6 } },
      { field: 'failurePolicy', source: { line: 7 } },
      { field: 'rules', source: { line: 8 } },
    ]);
  });

  it('ends at an interrupt, with the exit code of one, and leaves nothing behind', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'cli-manifest-tmp-'));
    const { child, ended } = startCli(['manifest', '--compare-profile', 'demo'], {
      istioctl,
      folder,
      temporary,
    });
    while (readdirSync(temporary).length === 0) await pause(5);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await expect.poll(() => readdirSync(temporary)).toEqual([]);
    rmSync(temporary, { recursive: true });
  });

  it.each([
    [['empty.yaml'], 1, 'empty.yaml holds no Kubernetes object.'],
    [['tab.yaml'], 1, 'tab.yaml:2'],
    [['nowhere.yaml'], 1, 'nowhere.yaml'],
    [['--profile', 'no-such'], 1, 'This istioctl has no profile no-such.'],
    [['--set', 'foo.bar=1'], 1, 'it knows no field “foo”'],
    [['--set', 'foo'], 2, '--set "foo" is not KEY=VALUE.'],
    [['pod.yaml', '--profile', 'demo'], 2, 'is read as it is'],
    [['pod.yaml', '--set', 'a=1'], 2, 'is read as it is'],
    [['--compare', 'pod.yaml', '--compare-profile', 'demo'], 2, 'two manifests to compare with'],
    [['pod.yaml', '--out', 'x.yaml'], 2, '--out keeps the YAML'],
    [['--out', '-'], 2, 'Standard output gets the report'],
    [['-', '--compare', '-'], 2, 'Standard input can be read once'],
    [[''], 2, 'The name of a file is empty'],
  ])('%j ends with %i and two lines that say why', async (args, expected, words) => {
    const { code, stdout, stderr } = await call(args);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).toMatch(/^sidecar-anatomy: /);
    expect(stderr).toContain(words);
  });
});
