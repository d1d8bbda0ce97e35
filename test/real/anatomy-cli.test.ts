import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import { LAB_NODE, LAB_WORKLOAD } from '../helpers/lab-node.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(...args: readonly string[]) {
  const text = { stdout: '', stderr: '' };
  const sink = (key: 'stdout' | 'stderr') => {
    const stream = new PassThrough();
    stream.on('data', (chunk) => {
      text[key] += String(chunk);
    });
    return stream;
  };
  const env = { ...process.env, SIDECAR_ANATOMY_CACHE: folder };
  const run = createCliRun({
    stdin: new PassThrough(),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    env,
    cwd,
    version: '0.0.0',
  });
  const code = await runProgramLine(args, run.context, run.exitCode);
  await run.end();
  return { code, ...text };
}

const SAMPLE = 'resources/samples/payments.yaml';

describe('anatomy', () => {
  it('prints every workload with its parts, links and notes as JSON', async () => {
    const { code, stdout, stderr } = await call('anatomy', SAMPLE, '--format', 'json');
    expect([code, stderr]).toEqual([0, '']);
    const { workloads, notes } = JSON.parse(stdout);
    expect(notes).toEqual([]);
    expect(workloads).toHaveLength(1);
    expect(workloads[0]).toMatchObject(LAB_WORKLOAD);
    for (const part of workloads[0].parts)
      expect(Object.keys(part)).toEqual(
        expect.arrayContaining(['id', 'kind', 'label', 'value', 'source', 'origin']),
      );
  });

  it('reads a file as already injected, runs nothing, and says what cannot be told', async () => {
    const { code, stdout } = await call(
      'anatomy',
      'test/cases/63-ca-and-discovery-disagree.yaml',
      '--injected',
    );
    expect(code).toBe(0);
    const { workloads, notes } = JSON.parse(stdout);
    const value = (kind: string) =>
      workloads[0].parts.find((part: { kind: string }) => part.kind === kind).value;
    expect(value('ca-target')).toBe('istiod-canary.istio-system.svc:15012');
    expect(value('xds-target')).toBe('istiod.istio-system.svc:15012');
    expect(notes.map(({ code: note }: { code: string }) => note)).toContain('ca-and-discovery-disagree');
  });

  it('takes the mesh configuration that was named, whole ConfigMaps included', async () => {
    const mesh = join(folder, 'mesh-cm.yaml');
    writeFileSync(
      mesh,
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: istio}\ndata:\n  mesh: |\n    defaultConfig:\n      discoveryAddress: istiod.other.svc:15012\n',
    );
    const { stdout } = await call(
      'bootstrap',
      'test/cases/63-ca-and-discovery-disagree.yaml',
      '--injected',
      '--mesh',
      mesh,
    );
    const address =
      parse(stdout).static_resources.clusters[0].load_assignment.endpoints[0].lb_endpoints[0].endpoint
        .address;
    expect(address.socket_address).toEqual({ address: 'istiod.other.svc', port_value: 15012 });
  });

  it("the README's picture says what was not run for it, and with what it was made", async () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme).toContain('anatomy resources/samples/payments.yaml --format png --scale 2');
    const { code, stdout: svg } = await call('anatomy', SAMPLE, '--format', 'svg');
    expect(code).toBe(0);
    expect(svg).toContain('not on this bench');
    expect(svg).toContain('not asked yet');
    expect(svg).toMatch(/Lab bench · istioctl \S+/);
    expect(svg).toContain('lab bootstrap: a simplification');
    expect(svg).toContain('stroke-dasharray');
  });

  it('refuses a choice of workload that JSON has no use for, as a drawing refuses one that is not there', async () => {
    const json = await call('anatomy', SAMPLE, '--format', 'json', '--workload', '99');
    expect(json.code).toBe(2);
    expect(json.stderr).toContain(
      '--workload 99 chooses what is drawn, and --format json holds every workload',
    );
    const svg = await call('anatomy', SAMPLE, '--format', 'svg', '--workload', '99');
    expect(svg.stderr).toContain('There is no workload 99');
  });

  it.each([
    ['--pod', 'a~b', 'lower-case letters'],
    ['--namespace', 'a~b', 'at most 63'],
    ['--namespace', 'a.b', 'at most 63'],
    ['--ip', '999.1.1.1', 'IPv4 or IPv6'],
  ])('a bootstrap with %s %s is a wrong call', async (option, value, sentence) => {
    const { code, stdout, stderr } = await call('bootstrap', SAMPLE, option, value);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  it('draws classic and native of the same file', async () => {
    const { stdout } = await call('anatomy', SAMPLE, '--native');
    expect(JSON.parse(stdout).workloads[0]).toMatchObject({ sidecar: 'native', containers: ['payments'] });
  });

  it('draws a scene that is about one view with it, and refuses another in one sentence', async () => {
    const before = await call('anatomy', SAMPLE, '--format', 'svg', '--no-fonts', '--scene', 'before');
    expect([before.code, before.stderr]).toEqual([0, '']);
    expect(before.stdout).toContain('payments (Deployment, default): before injection');
    expect(before.stdout).not.toContain('container/istio-proxy');
    const wrong = await call(
      ...['anatomy', SAMPLE, '--format', 'svg', '--scene', 'injection', '--view', 'original'],
    );
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('--scene injection is always drawn with --view difference');
  });

  it.each([
    ['volumes', ['expected, not seen', 'audience istio-ca', 'mounts nothing']],
    ['ports', ['15006', 'captured by iptables', 'at the pod’s address, through Envoy']],
    ['live', ['Press Run, or call', 'sidecar-anatomy']],
  ])('draws the scene %s of what istioctl made', async (scene, words) => {
    const { code, stdout } = await call(
      ...['anatomy', SAMPLE, '--format', 'svg', '--no-fonts', '--scene', scene, '--variant', 'sidecar'],
    );
    expect(code).toBe(0);
    for (const word of words) expect(stdout).toContain(word);
  });

  it('draws what a recorded Envoy said, as recorded', async () => {
    const recording = 'resources/recordings/payments.anatomy';
    const { code, stdout } = await call(
      ...['anatomy', recording, '--format', 'svg', '--no-fonts', '--scene', 'live'],
    );
    expect(code).toBe(0);
    for (const word of ['recorded: seen in a run of another time', 'Recording of', '✓ as drawn'])
      expect(stdout).toContain(word);
    expect(stdout).not.toContain('pid ');
  });
});

describe('bootstrap', () => {
  it("prints the lab's bootstrap and nothing else", async () => {
    const { code, stdout, stderr } = await call('bootstrap', SAMPLE, '--variant', 'lab');
    expect([code, stderr]).toEqual([0, '']);
    expect(parse(stdout).node).toEqual(LAB_NODE);
  });

  it("passes on Envoy's output and exit code", async () => {
    const lab = await call('bootstrap', SAMPLE, '--validate', '--out', join(folder, 'lab.yaml'));
    expect([lab.code, lab.stdout]).toEqual([0, '']);
    expect(lab.stderr).toMatch(/configuration '.*' OK/);
    expect(
      parse(readFileSync(join(folder, 'lab.yaml'), 'utf8')).admin.address.socket_address.port_value,
    ).toBe(9982);
    const typo = await call('bootstrap', SAMPLE, '--variant', 'typo', '--validate');
    expect(typo.code).toBe(1);
    expect(typo.stderr.replace(/\s+/g, ' ')).toContain("Unknown gRPC client cluster 'istiod-xds'");
    expect(parse(typo.stdout).static_resources.clusters[0].name).toBe('xds-grpc');
  });

  it('takes what was chosen for the start of the pod', async () => {
    const { stdout } = await call(
      ...['bootstrap', SAMPLE, '--ip', '10.1.1.1', '--pod', 'p-1', '--namespace', 'shop'],
      ...['--admin-port', '19982', '--fetch-timeout', '5s'],
    );
    const { node, admin, dynamic_resources } = parse(stdout);
    expect(node.id).toBe('sidecar~10.1.1.1~p-1.shop~shop.svc.cluster.local');
    expect(admin.address.socket_address.port_value).toBe(19982);
    expect(dynamic_resources.lds_config.initial_fetch_timeout).toBe('5s');
  });

  it('says which of several workloads it took, and takes another when asked', async () => {
    const first = await call('bootstrap', 'test/cases/31-crlf-multidoc.yaml');
    expect(first.stderr).toMatch(/is the first injected of 2 workloads; --workload chooses another/);
    const second = await call('bootstrap', 'test/cases/31-crlf-multidoc.yaml', '--workload', '2');
    expect(second.stderr).toBe('');
    expect(second.stdout).not.toBe(first.stdout);
    const none = await call('bootstrap', 'test/cases/31-crlf-multidoc.yaml', '--workload', 'nope');
    expect([none.code, none.stdout]).toEqual([1, '']);
    expect(none.stderr).toContain('There is no workload nope');
  });

  it('says why there is no bootstrap of a workload without a sidecar', async () => {
    const { code, stdout, stderr } = await call('bootstrap', 'test/cases/14-hostnetwork-daemonset.yaml');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('hostNetwork');
  });

  it('takes the greatest fetch timeout that Envoy takes, and says what it is for one above', async () => {
    const greatest = await call(
      'bootstrap',
      SAMPLE,
      '--fetch-timeout',
      '9223372035.999999999s',
      '--validate',
    );
    expect(greatest.code).toBe(0);
    const above = await call('bootstrap', SAMPLE, '--fetch-timeout', '9223372036s');
    expect(above.code).toBe(2);
    expect(above.stderr).toContain('at most 9223372035s');
  });

  it('a sidecar keeps the admin port of its proxy configuration, and says so where another was given', async () => {
    const plain = await call('bootstrap', SAMPLE, '--variant', 'sidecar');
    const { code, stdout, stderr } = await call(
      ...['bootstrap', SAMPLE, '--variant', 'sidecar', '--admin-port', '9982'],
    );
    expect([code, stdout]).toEqual([0, plain.stdout]);
    expect(stdout).toContain('port_value: 15000');
    expect(stderr).toMatch(/^--admin-port 9982 is the lab's: .*15000 unless .*\n/);
    expect(plain.stderr).not.toContain('--admin-port');
  });

  it('ends with 2 on wrong usage and writes over no input', async () => {
    const copy = join(folder, 'copy.yaml');
    writeFileSync(copy, readFileSync(join(cwd, SAMPLE)));
    for (const args of [
      ['bootstrap', SAMPLE, '--fetch-timeout', '5'],
      ['bootstrap', SAMPLE, '--admin-port', '70000'],
      ['anatomy', SAMPLE, '--scene', 'pod'],
      ['anatomy', SAMPLE, '--format', 'json', '--width', '800', '--scale', '2'],
      ['bootstrap', SAMPLE, '--variant', 'other'],
      ['bootstrap', SAMPLE, '--manifest', 'a', '--mesh', 'b'],
      ['bootstrap', copy, '--out', copy],
    ]) {
      const { code, stdout, stderr } = await call(...args);
      expect([code, stdout], args.join(' ')).toEqual([2, '']);
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    }
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(join(cwd, SAMPLE), 'utf8'));
    expect((await call('bootstrap', 'no-such-file.yaml')).code).toBe(1);
  });
});
