import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readYaml } from '../../src/domain/yaml/document.ts';
import { runAnalyze, runPrecheck, runVersion } from '../../src/host/checks/checks.ts';
import { createClusterGet } from '../../src/host/cluster/cluster-get.ts';
import { readKubeconfig } from '../../src/host/cluster/kubeconfig.ts';
import { type ClusterReader, openCluster } from '../../src/host/cluster/read-cluster.ts';
import { runProgram } from '../../src/host/process/run-program.ts';
import { checkContext, GATEWAY, VIRTUAL_SERVICE } from './checks.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { failureOf } from './injecting.ts';

let plane: ControlPlane;
let admin: string;
let crdCount = 0;

interface Named {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

function namespace(name: string, labels: Readonly<Record<string, string>>): Named {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

/** The CustomResourceDefinitions that this istioctl would install. */
async function manifestCrds(): Promise<readonly Named[]> {
  const { istioctl } = await checkContext();
  const args = ['manifest', 'generate'];
  const { stdout } = await runProgram({ program: istioctl, args, timeoutMs: 60_000 });
  const values = readYaml('manifest.yaml', stdout).documents.map(({ value }) => value as unknown as Named);
  return values.filter((value) => value?.kind === 'CustomResourceDefinition');
}

beforeAll(async () => {
  plane = await startControlPlane();
  admin = plane.kubeconfig('admin.kubeconfig', plane.tokens.admin);
  const crds = await manifestCrds();
  crdCount = crds.length;
  for (const crd of crds) await plane.apply('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
  await plane.apply('/api/v1/namespaces', namespace('mesh-lab', { 'istio-injection': 'enabled' }));
  await plane.apply('/api/v1/namespaces', namespace('legacy', {}));
}, 180_000);
afterAll(() => plane.stop());

async function asked<T>(kubeconfig: string, ask: (cluster: ClusterReader) => Promise<T>): Promise<T> {
  const cluster = openCluster(kubeconfig);
  try {
    return await ask(cluster);
  } finally {
    cluster.close();
  }
}

/** The admin's kubeconfig, changed. */
function changed(name: string, change: (text: string) => string): string {
  const path = join(plane.folder, name);
  writeFileSync(path, change(readFileSync(admin, 'utf8')));
  return path;
}

describe('a real API server', () => {
  it('tells its version', async () => {
    expect(await asked(admin, (cluster) => cluster.version())).toMatch(/^v1\.\d+\.\d+/);
  });

  it('tells which CustomResourceDefinitions it has taken up', async () => {
    const read = () => asked(admin, (cluster) => cluster.crds());
    // The server takes them up one by one.
    const limits = { timeout: 30_000 };
    await expect.poll(async () => (await read()).every(({ established }) => established), limits).toBe(true);
    const crds = await read();
    expect(crds).toHaveLength(crdCount);
    expect(crds.map(({ group }) => group).filter((group) => !group.endsWith('istio.io'))).toEqual([]);
    expect(crds).toContainEqual({
      name: 'virtualservices.networking.istio.io',
      group: 'networking.istio.io',
      kind: 'VirtualService',
      versions: ['v1', 'v1alpha3', 'v1beta1'],
      established: true,
    });
  });

  it('tells its namespaces with their labels, more than come in one answer', async () => {
    for (let index = 0; index < 120; index++)
      await plane.apply('/api/v1/namespaces', namespace(`many-${index}`, {}));
    const namespaces = await asked(admin, (cluster) => cluster.namespaces());
    expect(namespaces.filter(({ name }) => name.startsWith('many-'))).toHaveLength(120);
    const labelled = namespaces.filter(({ labels }) => labels['istio-injection'] === 'enabled');
    expect(labelled.map(({ name }) => name)).toEqual(['mesh-lab']);
    expect(namespaces.map(({ name }) => name)).toContain('legacy');
  });

  it('refuses a token that it does not know', async () => {
    const kubeconfig = plane.kubeconfig('stranger.kubeconfig', 'stranger');
    const failure = await failureOf(asked(kubeconfig, (cluster) => cluster.namespaces()));
    expect(failure).toMatchObject({ code: 'cluster-unauthorized' });
    expect(JSON.stringify(failure)).not.toContain('stranger');
  });

  it('does not let everybody read', async () => {
    const kubeconfig = plane.kubeconfig('nobody.kubeconfig', plane.tokens.nobody);
    const failure = await failureOf(asked(kubeconfig, (cluster) => cluster.crds()));
    expect(failure.message).toMatch(
      /^The API server https:\/\/127\.0\.0\.1:\d+ does not let this user read the CustomResourceDefinitions \(403\)\.$/,
    );
  });

  it('is not asked when another authority signed its certificate', async () => {
    const kubeconfig = changed('untrusted.kubeconfig', (text) =>
      text.replace(/"certificate-authority-data":"[^"]*"/, '"tls-server-name":"localhost"'),
    );
    const failure = await failureOf(asked(kubeconfig, (cluster) => cluster.version()));
    expect(failure).toMatchObject({ code: 'cluster-untrusted' });
    expect(failure.message).toMatch(/is not trusted: .* \([A-Z_]+\)\.$/);
  });

  it('is not asked under a name that its certificate is not for', async () => {
    const other = changed('other.kubeconfig', (text) =>
      text.replace('"cluster":{"server"', '"cluster":{"tls-server-name":"other","server"'),
    );
    expect((await failureOf(asked(other, (cluster) => cluster.version()))).code).toBe('cluster-untrusted');
  });

  it('can be asked without checking it, when the kubeconfig says so', async () => {
    const kubeconfig = changed('insecure.kubeconfig', (text) =>
      text.replace(/"certificate-authority-data":"[^"]*"/, '"insecure-skip-tls-verify":true'),
    );
    expect(await asked(kubeconfig, (cluster) => cluster.version())).toMatch(/^v1\./);
  });
});

describe('a server that is not there', () => {
  it('is told in one sentence', async () => {
    const kubeconfig = changed('gone.kubeconfig', (text) =>
      text.replace(/https:\/\/127\.0\.0\.1:\d+/, 'https://127.0.0.1:9'),
    );
    const failure = await failureOf(asked(kubeconfig, (cluster) => cluster.version()));
    expect(failure.message).toBe(
      'The API server https://127.0.0.1:9 cannot be reached: the connection was refused (ECONNREFUSED).',
    );
  });

  it('is not waited for for ever, and is called off at once', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const kubeconfig = changed('silent.kubeconfig', (text) =>
      text.replace(/https:\/\/127\.0\.0\.1:\d+/, `https://127.0.0.1:${port}`),
    );
    try {
      const limits = { timeoutMs: 300, maxBytes: 1000 };
      const cluster = createClusterGet(readKubeconfig(kubeconfig), limits);
      const failure = await failureOf(cluster.get('/version', 'its version'));
      expect(failure.message).toMatch(/did not answer within 0\.3 s\.$/);
      const controller = new AbortController();
      const waiting = asked(kubeconfig, (one) => one.version(controller.signal));
      setTimeout(() => controller.abort(), 100);
      expect(await failureOf(waiting)).toMatchObject({ code: 'cancelled' });
      // istioctl's own waiting for it has an end, too, and what is said fits a cluster.
      const version = await failureOf(runVersion({ ...(await checkContext()), timeoutMs: 1500 }, kubeconfig));
      expect(version).toMatchObject({ code: 'istioctl-timeout' });
      expect(version.hint).toContain('whether the cluster of the kubeconfig answers');
    } finally {
      silent.close();
    }
  });
});

describe('istioctl on a real API server', () => {
  it('precheck finds that Istio can be installed', async () => {
    const run = await runPrecheck(await checkContext(), admin);
    expect(run.output).toContain('No issues found when checking the cluster');
    expect(run).toMatchObject({ exitCode: 0, findings: [] });
    expect(run.command.line).toMatch(/istioctl x precheck -c \S+admin\.kubeconfig$/);
  });

  it('precheck finds what a user may not create', async () => {
    const kubeconfig = plane.kubeconfig('nobody.kubeconfig', plane.tokens.nobody);
    const run = await runPrecheck(await checkContext(), kubeconfig);
    expect(run.exitCode).toBe(1);
    expect(run.findings.length).toBeGreaterThan(0);
    expect(run.findings.every(({ severity }) => severity === 'Error')).toBe(true);
  });

  it('analyze looks at what is in the namespace, and has no line for it', async () => {
    const clean = await runAnalyze(await checkContext(), {
      files: [],
      kubeconfig: admin,
      namespace: 'mesh-lab',
    });
    expect(clean).toMatchObject({ exitCode: 0, findings: [] });
    expect(clean.output).toContain('No validation issues found when analyzing namespace: mesh-lab');
    const value = readYaml('service.yaml', VIRTUAL_SERVICE).documents[0]?.value as unknown as Named;
    await plane.apply('/apis/networking.istio.io/v1/namespaces/mesh-lab/virtualservices', value);
    const run = await runAnalyze(await checkContext(), {
      files: [],
      kubeconfig: admin,
      namespace: 'mesh-lab',
    });
    expect(run.findings).toContainEqual({
      severity: 'Error',
      code: 'IST0101',
      resource: 'VirtualService mesh-lab/reviews',
      message: 'Referenced gateway not found: "no-such-gateway"',
      source: null,
      placedBy: null,
    });
  });

  it('analyze lays files over the cluster', async () => {
    const gateway = GATEWAY.replace('door', 'no-such-gateway').replace('70000', '80');
    const files = [{ name: 'gateway.yaml', text: gateway }];
    const run = await runAnalyze(await checkContext(), { files, kubeconfig: admin, namespace: 'mesh-lab' });
    expect(run.findings.map(({ message }) => message)).not.toContain(
      'Referenced gateway not found: "no-such-gateway"',
    );
  });

  it('analyze of a namespace that is not there is no clean bill, though it ends with 0', async () => {
    const run = await runAnalyze(await checkContext(), {
      files: [],
      kubeconfig: admin,
      namespace: 'nowhere',
    });
    expect(run.exitCode).toBe(0);
    expect(run.findings).toMatchObject([{ severity: 'Error', message: 'namespace "nowhere" not found' }]);
  });

  it('the version is told with the cluster', async () => {
    const run = await runVersion(await checkContext(), admin);
    expect(run.output).toMatch(/client version: \S+/);
  });
});
