import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import { cliStreams } from '../helpers/cli-streams.ts';
import { caseBytes, inject, payments } from './injecting.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-inject-'));
  writeFileSync(join(folder, 'payments.yaml'), payments());
  for (const name of ['14-hostnetwork-daemonset.yaml', '03-partial-helm-values.yaml', '47-tabs.yaml'])
    writeFileSync(join(folder, name), caseBytes(name));
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
  const code = await runProgramLine(args, run.context, run.exitCode);
  await run.end();
  return { code, ...text };
}

describe('sidecar-anatomy inject', () => {
  it('prints what istioctl makes of a file, nothing else', async () => {
    const { code, stdout, stderr } = await call(['inject', 'payments.yaml']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^apiVersion: apps\/v1\n/);
    expect(stdout.match(/name: istio-proxy$/gm)).toHaveLength(1);
  });

  it('reads standard input for -', async () => {
    const { code, stdout } = await call(['inject', '-', '--native'], payments().toString());
    expect(code).toBe(0);
    expect(stdout).toContain('restartPolicy: Always');
  });

  it('writes each note as one line on standard error', async () => {
    const { code, stdout, stderr } = await call(['inject', '14-hostnetwork-daemonset.yaml']);
    expect(code).toBe(0);
    expect(stdout).not.toContain('istio-proxy');
    expect(stderr).toMatch(
      /^warning: 14-hostnetwork-daemonset\.yaml:12: DaemonSet node-agent was not injected: .*\n$/,
    );
  });

  it('gives text, workloads, notes and commands with --json', async () => {
    const { code, stdout, stderr } = await call(['inject', '14-hostnetwork-daemonset.yaml', '--json']);
    const result = JSON.parse(stdout);
    expect([code, stderr, Object.keys(result)]).toEqual([
      0,
      '',
      ['injected', 'workloads', 'notes', 'commands'],
    ]);
    expect(result.workloads).toMatchObject([
      { kind: 'DaemonSet', name: 'node-agent', injected: false, sidecar: 'none' },
    ]);
    expect(result.notes).toMatchObject([{ code: 'host-network', workload: 0 }]);
    expect(result.commands.map(({ exitCode }: { exitCode: number }) => exitCode)).toEqual([0, 0]);
  });

  it('says in two lines what is wrong with an input, and ends with 1', async () => {
    for (const args of [
      ['47-tabs.yaml'],
      ['payments.yaml', '--values', '03-partial-helm-values.yaml'],
      ['no-such.yaml'],
    ]) {
      const { code, stdout, stderr } = await call(['inject', ...args]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
      expect(stderr).toMatch(/^sidecar-anatomy: /);
    }
    const tab = (await call(['inject', '47-tabs.yaml'])).stderr.trimEnd().split('\n');
    expect(tab[0]).toContain('47-tabs.yaml:15: a tab stands');
    expect(tab[1]).toMatch(/^ {2}15 \| .*▸/);
    expect(tab).toHaveLength(2);
  });

  it('takes one ConfigMap for two roles, and a whole manifest', async () => {
    const { injectConfig, meshConfig, values } = await inject('payments.yaml', payments());
    const data = (object: Record<string, string>) => JSON.stringify({ kind: 'ConfigMap', data: object });
    const both = data({ config: injectConfig.text, values: values.text });
    writeFileSync(join(folder, 'injector.json'), both);
    writeFileSync(join(folder, 'mesh.yaml'), meshConfig.text);
    writeFileSync(join(folder, 'all.yaml'), `${both}\n---\n${data({ mesh: meshConfig.text })}\n`);
    const expected = (await call(['inject', 'payments.yaml'])).stdout;
    const files = ['--config', 'injector.json', '--values', 'injector.json', '--mesh', 'mesh.yaml'];
    const fromFiles = await call(['inject', 'payments.yaml', ...files]);
    expect(fromFiles.stdout).toBe(expected);
    expect(fromFiles.stderr).toMatch(
      /^info: injector\.json is the whole ConfigMap of the injector; [^\n]*\n$/,
    );
    const fromManifest = await call(['inject', 'payments.yaml', '--manifest', 'all.yaml']);
    expect(fromManifest.stdout).toBe(expected);
  });

  it('takes the values out of what is given as values, whatever the ConfigMap of --config holds', async () => {
    const { injectConfig, meshConfig, values } = await inject('payments.yaml', payments());
    const map = (text: string) =>
      JSON.stringify({ kind: 'ConfigMap', data: { config: injectConfig.text, values: text } });
    const { hub } = JSON.parse(values.text).global;
    writeFileSync(join(folder, 'a.json'), map(values.text.replaceAll(hub, 'example.com/from-a')));
    writeFileSync(join(folder, 'b.json'), map(values.text.replaceAll(hub, 'example.com/from-b')));
    writeFileSync(join(folder, 'm.yaml'), meshConfig.text);
    writeFileSync(join(folder, 'both.json'), `${map(values.text)}\n---\n${map(`${values.text} `)}\n`);
    const files = ['payments.yaml', '--config', 'a.json', '--values', 'b.json', '--mesh', 'm.yaml'];
    const { stdout, stderr } = await call(['inject', ...files]);
    expect(stdout.match(/example\.com\/from-./g)).toEqual(['example.com/from-b', 'example.com/from-b']);
    expect(stderr).toContain('.data.config was taken out of it; not used: .data.values (b.json was given');
    const twice = await call(['inject', 'payments.yaml', '--config', 'both.json', '--mesh', 'm.yaml']);
    expect([twice.code, twice.stdout]).toEqual([1, '']);
    expect(twice.stderr).toMatch(/^sidecar-anatomy: Two ConfigMaps in both\.json hold values, and not the/);
  });

  it('tells a place in what came out as where the person finds it', async () => {
    const { meshConfig, values } = await inject('payments.yaml', payments());
    writeFileSync(join(folder, '02.yaml'), caseBytes('02-configmap-as-inject-config.yaml'));
    writeFileSync(join(folder, 'm2.yaml'), meshConfig.text);
    writeFileSync(join(folder, 'v2.yaml'), values.text);
    const files = ['payments.yaml', '--config', '02.yaml', '--mesh', 'm2.yaml', '--values', 'v2.yaml'];
    const printed = await call(['inject', ...files]);
    const line = Number(/^warning: line (\d+) of the output: istio-proxy/m.exec(printed.stderr)?.[1]);
    expect(printed.stdout.split('\n')[line - 1]).toMatch(/istio-proxy|- /);
    const written = await call(['inject', ...files, '--out', 'written.yaml']);
    expect(written.stderr).toContain(`warning: written.yaml:${line}: istio-proxy`);
    expect(printed.stderr + written.stderr).not.toContain('injected.yaml');
  });

  it('never writes over what it reads', async () => {
    for (const out of ['payments.yaml', './payments.yaml', join(folder, 'payments.yaml')]) {
      const { code, stderr } = await call(['inject', 'payments.yaml', '--out', out]);
      expect(code).toBe(2);
      expect(stderr).toContain('input');
    }
    expect(readFileSync(join(folder, 'payments.yaml')).equals(payments())).toBe(true);
    const { code, stdout } = await call(['inject', 'payments.yaml', '--out', 'out.yaml']);
    expect([code, stdout]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'out.yaml'), 'utf8')).toContain('name: istio-proxy');
  });

  it('is called wrongly with a manifest and single files: 2', async () => {
    const { code } = await call(['inject', 'payments.yaml', '--manifest', 'a.yaml', '--mesh', 'b.yaml']);
    expect(code).toBe(2);
  });
});

describe('a file without a workload is named as it was given, with what it is instead', () => {
  it.each([
    [
      'a bootstrap (70)',
      '70-bootstrap-malformed.json',
      'it looks like an Envoy bootstrap',
      'anatomy run 70-',
    ],
    [
      'a mesh configuration (64b)',
      '64b-mesh-config-typo.yaml',
      'it looks like a mesh configuration',
      'injection file (--mesh 64b-',
    ],
    ['a typed List (53)', '53-typed-list-kinds.yaml', '', '53-typed-list-kinds.yaml:2: the kind Deployment'],
  ])('%s', async (_, name, what, hint) => {
    writeFileSync(join(folder, name), caseBytes(name));
    for (const command of [['bootstrap'], ['anatomy', '--format', 'svg'], ['bootstrap', '--validate']]) {
      const { code, stdout, stderr } = await call([...command, name]);
      expect([code, stdout]).toEqual([1, '']);
      const [said, advice] = stderr.trimEnd().split('\n');
      const sentence = `sidecar-anatomy: ${name} holds no workload`;
      expect(said).toBe(what === '' ? `${sentence}.` : `${sentence}: ${what}.`);
      expect(advice).toContain(hint);
    }
  });
});
