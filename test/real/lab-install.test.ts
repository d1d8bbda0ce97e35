import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gradeInstallLab } from '../../src/domain/lab/install/grade.ts';
import { createSourceShelf } from '../../src/domain/yaml/shelf.ts';
import { labPaths } from '../../src/host/lab/read-folder.ts';
import { filesOf, findingsOf, notPassed, WITHOUT_CLUSTER } from '../helpers/install-lab.ts';
import { MISTAKES, withMistake } from '../helpers/install-mistakes.ts';
import { payments } from './injecting.ts';
import {
  call,
  check,
  crdsOf,
  folder,
  injectedBy,
  jsonIn,
  kindsOf,
  podOf,
  shell,
  textIn,
  textsIn,
} from './install-lab.ts';

const workload = (kind: string, name: string, spec: string, more = ''): string => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: ${name}, namespace: shop, labels: {app: ${name}, version: v1}}
spec:
  selector: {matchLabels: {app: ${name}}}
${more}  template:
    metadata: {labels: {app: ${name}, version: v1}}
    spec: ${spec}
`;

const TWO = workload(
  'Deployment',
  'orders',
  '{containers: [{name: orders, image: "a:1"}, {name: "log-shipper", image: "b:1"}], initContainers: [{name: schema, image: "c:1"}]}',
);
const STATEFUL = workload(
  'StatefulSet',
  'ledger',
  '{containers: [{name: ledger, image: "a:1", volumeMounts: [{name: data, mountPath: /data}, {name: conf, mountPath: /conf}]}], volumes: [{name: conf, configMap: {name: ledger}}]}',
  '  serviceName: ledger\n  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]\n',
);

interface Case {
  readonly name: string;
  readonly text: string;
  readonly options: readonly string[];
  readonly sets: readonly string[];
  readonly containers: readonly string[];
  readonly initContainers: readonly string[];
  readonly native: boolean;
}

const plain = { options: [], sets: [], native: false };
const PAYMENTS = payments().toString();
const CASES: readonly Case[] = [
  {
    ...plain,
    name: 'payments',
    text: PAYMENTS,
    containers: ['payments', 'istio-proxy'],
    initContainers: ['istio-init'],
  },
  {
    ...plain,
    name: 'orders',
    text: TWO,
    containers: ['orders', 'log-shipper', 'istio-proxy'],
    initContainers: ['schema', 'istio-init'],
  },
  {
    ...plain,
    name: 'ledger',
    text: STATEFUL,
    containers: ['ledger', 'istio-proxy'],
    initContainers: ['istio-init'],
  },
  {
    ...plain,
    name: 'native',
    text: PAYMENTS,
    options: ['--native'],
    containers: ['payments', 'istio-proxy'],
    initContainers: ['istio-init', 'istio-proxy'],
    native: true,
  },
  {
    ...plain,
    name: 'other-mesh',
    text: PAYMENTS,
    sets: [
      'meshConfig.trustDomain=shop.example',
      'meshConfig.rootNamespace=istio-root',
      'values.global.istioNamespace=istio-root',
      'meshConfig.defaultConfig.discoveryAddress=pilot.istio-root.svc:15012',
    ],
    containers: ['payments', 'istio-proxy'],
    initContainers: ['istio-init'],
  },
  {
    ...plain,
    name: 'with-cni',
    text: PAYMENTS,
    options: ['--namespace', 'pay-mesh', '--control-namespace', 'old'],
    sets: ['components.cni.enabled=true'],
    containers: ['payments', 'istio-proxy'],
    initContainers: ['istio-validation'],
  },
];

describe.each(CASES)(
  'lab install on $name',
  ({ name, text, options, sets, containers, initContainers, native }) => {
    let exported = { code: -1, stdout: '', stderr: '' };
    const asked = sets.flatMap((set) => ['--set', set]);
    beforeAll(async () => {
      writeFileSync(join(folder, `${name}.yaml`), text);
      exported = await call([
        'lab',
        'install',
        `${name}.yaml`,
        '--out',
        name,
        ...options,
        ...asked,
        '--json',
      ]);
    });

    it('passes, and lab check passes on what it wrote, without any option', async () => {
      const { files, report, commands } = JSON.parse(exported.stdout);
      expect(findingsOf(report)).toEqual([]);
      expect([exported.code, report.passed]).toEqual([0, true]);
      expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([...labPaths('install')].sort());
      const programs = commands.map(({ argv }: { argv: string[] }) => argv.slice(1, 3).join(' '));
      expect(programs).toEqual([
        'version --remote=false',
        'x precheck',
        'manifest generate',
        'kube-inject --revision',
        'analyze --use-kube=false',
        'validate -f',
      ]);
      const { code, report: checked } = await check(name);
      expect([code, checked]).toEqual([0, report]);
    });

    it('wrote the manifest that istioctl gives, and counted its kinds', async () => {
      const manifest = textIn(name, 'manifest.yaml');
      const words = sets.map((set) => `--set '${set}'`).join(' ');
      expect(manifest).toBe(await shell(`istioctl manifest generate ${words} 2>/dev/null`, folder));
      const rows = textIn(name, 'out/manifest-kinds.txt').trimEnd().split('\n');
      expect(
        Object.fromEntries(rows.map((row) => [row.slice('      1 kind: '.length), Number(row.slice(0, 7))])),
      ).toEqual(kindsOf(manifest));
    });

    it('injected with the texts of that manifest', async () => {
      const injected = textIn(name, 'injected.yaml');
      expect(injected).toBe(await injectedBy(textIn(name, 'manifest.yaml'), text, native));
    });

    it('wrote sidecar.json as another reader reads injected.yaml', () => {
      const pod = podOf(textIn(name, 'injected.yaml'));
      const all = [...pod.containers, ...pod.initContainers];
      expect(all.find((one) => one.name === 'istio-proxy')?.restartPolicy).toBe(
        native ? 'Always' : undefined,
      );
      const { interception, ...rest } = jsonIn(name, 'out/sidecar.json');
      expect(rest).toEqual({
        containers,
        init_containers: initContainers,
        container_count: containers.length,
        proxy_image: all.find((one) => one.name === 'istio-proxy')?.image,
      });
      expect(pod.initContainers.map((one) => one.name)).toEqual(initContainers);
      const args = pod.initContainers.find((one) => /^istio-(init|validation)$/.test(one.name))?.args ?? [];
      const port = (flag: string): string => args[args.indexOf(flag) + 1] ?? 'none';
      expect(interception).toContain('iptables rules');
      expect(interception).toContain(`port ${port('-p')} `);
      expect(interception).toContain(`port ${port('-z')} `);
      expect(interception).toContain(`(uid ${port('-u')})`);
      expect(String(interception).includes('istio-cni')).toBe(initContainers.includes('istio-validation'));
    });

    it('kept what the programs say, and what was not done in their place', async () => {
      const version = await shell('istioctl version --remote=false', folder);
      expect(textIn(name, 'out/version.txt')).toBe(
        `${version}This is istioctl itself (--remote=false), without the version in a cluster: no cluster was asked (no kubeconfig was chosen).\n`,
      );
      const precheck = await shell('istioctl x precheck 2>&1 || true', folder);
      expect(textIn(name, 'out/precheck.txt')).toBe(precheck);
      const namespace = name === 'with-cni' ? 'pay-mesh' : 'mesh-lab';
      const line = `istioctl analyze --use-kube=false -n ${namespace} namespaces.yaml manifest.yaml injected.yaml`;
      const said = await shell(`${line} 2>&1`, join(folder, name));
      expect(said).toContain('No validation issues found');
      expect(textIn(name, 'out/analyze.txt')).toBe(
        `istioctl analyze -n ${namespace} was not run: no cluster was asked (no kubeconfig was chosen).\nIn its place: ${line}\n${said}`,
      );
      expect(textIn(name, 'out/validate.txt')).toBe(
        await shell('istioctl validate -f injected.yaml 2>&1', join(folder, name)),
      );
      expect(jsonIn(name, 'out/mesh-readiness.json')).toEqual({
        istio_crds: crdsOf(textIn(name, 'manifest.yaml')),
        injection_namespaces: [namespace],
        analyze_errors: 0,
        note: expect.stringMatching(/^No cluster was asked \(no kubeconfig was chosen\)/),
      });
    });

    it('ends every file with a line end', () => {
      for (const [path, content] of textsIn(name))
        expect([path, content.endsWith('\n')]).toEqual([path, true]);
    });
  },
);

describe('an Istio of another trust domain, root namespace and discovery address', () => {
  it('is what the workload was injected for', () => {
    const proxy = podOf(textIn('other-mesh', 'injected.yaml')).containers.find(
      (one) => one.name === 'istio-proxy',
    );
    const env = Object.fromEntries((proxy?.env ?? []).map(({ name, value }) => [name, value]));
    expect(env.TRUST_DOMAIN).toBe('shop.example');
    expect(env.CA_ADDR).toContain('istio-root');
    expect(env.PROXY_CONFIG).toContain('pilot.istio-root.svc:15012');
  });

  it('is the same from a manifest in a file', async () => {
    writeFileSync(join(folder, 'mine.yaml'), textIn('other-mesh', 'manifest.yaml'));
    const { code } = await call([
      'lab',
      'install',
      'payments.yaml',
      '--out',
      'from-file',
      '--manifest',
      'mine.yaml',
    ]);
    expect(code).toBe(0);
    for (const path of ['manifest.yaml', 'injected.yaml', 'out/sidecar.json'])
      expect(textIn('from-file', path)).toBe(textIn('other-mesh', path));
  });
});

describe('one mistake in what was exported', () => {
  const { read } = createSourceShelf();

  it.each(MISTAKES)('fails: $name', (mistake) => {
    const report = gradeInstallLab(filesOf(withMistake(textsIn('payments'), mistake)), WITHOUT_CLUSTER, read);
    expect(Object.keys(notPassed(report)).map(Number)).toEqual([...mistake.steps].sort());
    const said = findingsOf(report).filter((line) => line.startsWith(`${mistake.steps[0]} `));
    expect(said.join('\n')).toMatch(mistake.says);
  });
});
