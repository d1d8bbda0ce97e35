import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { payments, toolchain } from './injecting.ts';
import { check, documentOf, freePort, type Loose, labCli } from './lab-cli.ts';
import { HOSTILE, NATIVE, STATEFUL, TWO } from './lab-workloads.ts';

const folder = mkdtempSync(join(tmpdir(), 'lab-bootstrap-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};

const FILES = [
  '01-args.txt',
  '02-env.txt',
  '03-mesh.txt',
  '04-validate.txt',
  '05-typo.txt',
  '06-node.json',
  '06-ready.txt',
  '07-identity.txt',
  '08-report.md',
  'boot-typo.yaml',
  'bootstrap.yaml',
  'inject.yaml',
  'mesh-config.yaml',
];

/** An install manifest of another mesh, made by the real istioctl. */
async function otherMesh(): Promise<string> {
  const { path } = await toolchain.find('istioctl');
  const set = [
    'meshConfig.trustDomain=corp.example',
    'meshConfig.rootNamespace=mesh-root',
    'meshConfig.defaultConfig.discoveryAddress=istiod.mesh-system.svc:15012',
    'values.global.istioNamespace=mesh-system',
    'values.global.multiCluster.clusterName=east',
  ];
  const kubeconfig = join(folder, file('none.kubeconfig', 'apiVersion: v1\nkind: Config\n'));
  const run = spawnSync(path, ['manifest', 'generate', ...set.flatMap((one) => ['--set', one])], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { HOME: folder, KUBECONFIG: kubeconfig },
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return file('other-mesh.yaml', run.stdout);
}

const linesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

interface Case {
  readonly name: string;
  readonly args: () => Promise<readonly string[]>;
  readonly kind: string;
  readonly id: string;
  readonly cluster: string;
  readonly mesh: { readonly [key: string]: string };
}

const OWN_MESH = {
  discovery_address: 'istiod.istio-system.svc:15012',
  root_namespace: 'istio-system',
  trust_domain: 'cluster.local',
  ca_addr_same: 'yes',
};

const CASES: readonly Case[] = [
  {
    name: 'the sample payments',
    args: async () => [],
    kind: 'Deployment',
    id: 'sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local',
    cluster: 'payments.default',
    mesh: OWN_MESH,
  },
  {
    name: 'two app containers',
    args: async () => [file('two.yaml', TWO)],
    kind: 'Deployment',
    id: 'sidecar~10.0.0.7~shop-6d5f9.default~default.svc.cluster.local',
    cluster: 'shop.default',
    mesh: OWN_MESH,
  },
  {
    name: 'a StatefulSet with volumes and a token of its own',
    args: async () => [file('stateful.yaml', STATEFUL)],
    kind: 'StatefulSet',
    id: 'sidecar~10.0.0.7~ledger-0.books~books.svc.cluster.local',
    cluster: 'ledger.books',
    mesh: OWN_MESH,
  },
  {
    name: 'a native sidecar by annotation',
    args: async () => [file('native.yaml', NATIVE)],
    kind: 'Deployment',
    id: 'sidecar~10.0.0.7~shop-6d5f9.default~default.svc.cluster.local',
    cluster: 'shop.default',
    mesh: OWN_MESH,
  },
  {
    name: 'a native sidecar by option',
    args: async () => [file('payments.yaml', payments().toString()), '--native'],
    kind: 'Deployment',
    id: 'sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local',
    cluster: 'payments.default',
    mesh: OWN_MESH,
  },
  {
    name: 'an Istio with another trust domain, root namespace and discovery address',
    args: async () => ['--manifest', await otherMesh()],
    kind: 'Deployment',
    id: 'sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local',
    cluster: 'payments.default',
    mesh: {
      discovery_address: 'istiod.mesh-system.svc:15012',
      root_namespace: 'mesh-root',
      trust_domain: 'corp.example',
      ca_addr_same: 'yes',
    },
  },
];

describe.each(CASES)('the bootstrap lab of $name', ({ args, kind, id, cluster, mesh }) => {
  const out = mkdtempSync(join(folder, 'out-'));
  const text = (name: string): string => readFileSync(join(out, name), 'utf8');
  let port = '';
  let proxy: Loose;
  let pod: Loose;

  beforeAll(async () => {
    port = await freePort();
    const call = ['lab', 'bootstrap', ...(await args()), '--out', out, '--admin-port', port];
    const { code, stdout, stderr } = await labCli(folder, call);
    expect([code, stdout]).toEqual([0, expect.stringContaining('8 of 8 steps pass')]);
    expect(stderr).toContain('step 6, run: 06-node.json written, 06-ready.txt written');
    const workload = documentOf(text('inject.yaml'), kind);
    pod = workload.spec?.template?.spec as Loose;
    const all = [...((pod.containers as Loose) ?? []), ...((pod.initContainers as Loose) ?? [])];
    proxy = all.find((one) => one.name === 'istio-proxy') as Loose;
  });

  test('writes the files that the lab names, and passes its own check', async () => {
    expect(readdirSync(out).sort()).toEqual(FILES);
    for (const name of FILES) expect(text(name).endsWith('\n')).toBe(true);
    expect(await check(folder, [out])).toEqual([]);
  });

  test('has arguments, variables and identity as inject.yaml has them', () => {
    const words = proxy.args as readonly string[];
    const flag = (name: string): string =>
      words.find((word) => word.startsWith(`${name}=`))?.split('=')[1] ?? '';
    expect(text('01-args.txt')).toBe(
      `role=${words[1]}\ndomain=${words[words.indexOf('--domain') + 1]}\nproxy_log_level=${flag('--proxyLogLevel')}\ncomponent_log_level=${flag('--proxyComponentLogLevel')}\n`,
    );
    expect(text('01-args.txt')).toContain('domain=$(POD_NAMESPACE).svc.cluster.local\n');
    const variable = (name: string) => (proxy.env as Loose).find((one) => one.name === name);
    const given = [
      'CA_ADDR',
      'PILOT_CERT_PROVIDER',
      'ISTIO_META_CLUSTER_ID',
      'TRUST_DOMAIN',
      'ISTIO_META_WORKLOAD_NAME',
    ];
    const told = ['POD_NAMESPACE', 'SERVICE_ACCOUNT'];
    expect(text('02-env.txt')).toBe(
      [
        ...given.map((name) => `${name}=${variable(name)?.value}\n`),
        ...told.map((name) => `${name}=fieldRef:${variable(name)?.valueFrom?.fieldRef?.fieldPath}\n`),
      ].join(''),
    );
    const mounted = (name: string) =>
      (proxy.volumeMounts as Loose).find((one) => one.name === name)?.mountPath;
    const ca = (pod.volumes as Loose).find((one) => one.name === 'istiod-ca-cert');
    expect(text('07-identity.txt')).toBe(
      `token_volume=istio-token\ntoken_audience=istio-ca\ntoken_mount=${mounted('istio-token')}\nca_configmap=${ca?.configMap?.name}\nca_mount=${mounted('istiod-ca-cert')}\n`,
    );
  });

  test('has the mesh of the files that it was injected with', () => {
    expect(linesOf(text('03-mesh.txt'))).toEqual(mesh);
    const config = parse(text('mesh-config.yaml')) as Loose;
    expect(config.defaultConfig?.discoveryAddress).toBe(mesh.discovery_address);
    const address = (proxy.env as Loose).find((one) => one.name === 'CA_ADDR')?.value;
    expect(address === config.defaultConfig?.discoveryAddress).toBe(mesh.ca_addr_same === 'yes');
  });

  test('has the bootstrap that the lab asks for, taken and refused by the real Envoy', async () => {
    const value = (name: string) => (proxy.env as Loose).find((one) => one.name === name)?.value;
    const bootstrap = parse(text('bootstrap.yaml')) as Loose;
    expect(bootstrap.admin?.address?.socket_address).toEqual({
      address: '127.0.0.1',
      port_value: Number(port),
    });
    expect(bootstrap.node).toEqual({
      id,
      cluster,
      metadata: {
        CLUSTER_ID: value('ISTIO_META_CLUSTER_ID'),
        MESH_ID: value('ISTIO_META_MESH_ID'),
        NAMESPACE: cluster.split('.')[1],
        WORKLOAD_NAME: value('ISTIO_META_WORKLOAD_NAME'),
      },
    });
    const [host, istiod] = (mesh.discovery_address ?? '').split(':');
    expect(JSON.stringify(bootstrap.static_resources)).toContain(
      `"address":"${host}","port_value":${istiod}`,
    );
    expect(text('boot-typo.yaml')).toBe(
      text('bootstrap.yaml').replace(
        '          cluster_name: xds-grpc',
        '          cluster_name: istiod-xds',
      ),
    );
    const { path } = await toolchain.find('envoy');
    const validate = (name: string) =>
      spawnSync(path, ['--mode', 'validate', '-c', name], { cwd: out, encoding: 'utf8' });
    expect(validate('bootstrap.yaml')).toMatchObject({
      status: 0,
      stdout: "configuration 'bootstrap.yaml' OK\n",
    });
    expect(validate('boot-typo.yaml').status).toBe(1);
    // Envoy says it on one stream and writes its log on the other: which comes first is not told.
    expect(text('04-validate.txt')).toMatch(/^configuration 'bootstrap\.yaml' OK$/m);
    expect(text('04-validate.txt')).toMatch(/\nrc=0\n$/);
    expect(text('05-typo.txt')).toMatch(/Unknown gRPC client cluster 'istiod-xds'\s*\nrc=1\n$/);
    expect(text('04-validate.txt') + text('05-typo.txt')).not.toContain(tmpdir());
  });

  test('has what the running Envoy showed, and a report of it', () => {
    expect(JSON.parse(text('06-node.json'))).toEqual((parse(text('bootstrap.yaml')) as Loose).node);
    expect(text('06-node.json')).toMatch(/^\{\n {2}"id": /);
    expect(text('06-ready.txt')).toBe('ready_code=503\nready_body=PRE_INITIALIZING\nconnected_state=0\n');
    const lines = text('08-report.md').trimEnd().split('\n');
    expect(lines.slice(0, 4)).toEqual([
      `xds_address=${mesh.discovery_address}`,
      'xds_cluster=xds-grpc',
      'typo_rc=1',
      'ready_without_istiod=PRE_INITIALIZING',
    ]);
    expect(lines.slice(5).every((line) => line.startsWith('- '))).toBe(true);
    expect(lines.slice(5).length).toBeGreaterThanOrEqual(4);
    expect(text('08-report.md')).toContain(`- Admin port: ${port} instead of the lab's 9982.`);
  });
});

test('hostile values stay what they are, each on its line, and Envoy shows them back', async () => {
  const call = ['lab', 'bootstrap', file('hostile.yaml', HOSTILE), '--out', 'hostile', '--admin-port', '0'];
  const { code, stderr } = await labCli(folder, [...call, '--pod', 'pay-1']);
  expect([code, stderr.split('\n').length]).toEqual([0, 9]);
  const text = (name: string): string => readFileSync(join(folder, 'hostile', name), 'utf8');
  expect(text('02-env.txt').split('\n').slice(1, 5)).toEqual([
    `PILOT_CERT_PROVIDER="quoted" = 'x' #y`,
    'ISTIO_META_CLUSTER_ID=0123',
    String.raw`TRUST_DOMAIN="a\"b\nc\t결제 \\ \u001b[31m"`,
    'ISTIO_META_WORKLOAD_NAME=결제-서비스',
  ]);
  const node = JSON.parse(text('06-node.json')) as Loose;
  expect(node.cluster).toBe("결제 'x'.default");
  expect(node.metadata).toMatchObject({ CLUSTER_ID: '0123', MESH_ID: 'm'.repeat(5000) });
  expect(text('08-report.md')).toMatch(
    /\n- Admin port: 0 instead of the lab's 9982; the system chose \d+ for this run\.\n/,
  );
  expect(await check(folder, ['hostile'])).toEqual([]);
});

test('a mesh whose address is no address, a workload that is not injected, and one that is not there, are one sentence', async () => {
  file('mesh.yaml', 'defaultConfig: {discoveryAddress: istiod}\n');
  const kinds = [
    [['--mesh', 'mesh.yaml'], /config|values/],
    [
      [file('node.yaml', TWO.replace('spec:\n      c', 'spec:\n      hostNetwork: true\n      c'))],
      /Deployment shop has no sidecar/,
    ],
    [['--workload', 'x'], /There is no workload x/],
    [['--steps', '9'], /names no step/],
  ] as const;
  for (const [args, words] of kinds) {
    const { code, stderr, stdout } = await labCli(folder, ['lab', 'bootstrap', ...args, '--out', 'none']);
    expect([code === 0, stdout]).toEqual([false, '']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).toMatch(words);
  }
});
