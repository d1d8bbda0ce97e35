import { describe, expect, it } from 'vitest';
import {
  filesOf,
  findingsOf,
  labCluster,
  smallLab,
  WITHOUT_CLUSTER,
} from '../../../../test/helpers/install-lab.ts';
import { gradeInstallLab } from './grade.ts';
import type { InstallGradeOptions } from './model.ts';
import { istioctlVersion } from './program-words.ts';

const saying = (path: string, text: string, options: InstallGradeOptions = WITHOUT_CLUSTER) => {
  const report = gradeInstallLab(filesOf(new Map([...smallLab(), [path, text]])), options);
  return findingsOf(report).filter((line) => line.includes(path));
};

describe('out/version.txt', () => {
  it.each([
    ['client version: 1.31-alpha.eed52ebb66ad\n', '1.31-alpha.eed52ebb66ad'],
    ['1.30.3\n', '1.30.3'],
    ['no ready Istio pods in "istio-system"\r\n1.30.3\r\n', '1.30.3'],
    ['Istio is not present in the cluster with namespace "istio-system"\nclient version: 1.30.3\n', '1.30.3'],
    [
      'client version: 1.30.3\ncontrol plane version: 1.29.1\ndata plane version: 1.29.1 (2 proxies)\n',
      '1.30.3',
    ],
    ['control plane version: 1.29.1\n', '1.29.1'],
    ['client version: 1.20.2-solo+fips.1\n', '1.20.2-solo+fips.1'],
    [
      'client version: version.BuildInfo{Version:"1.30.3", GitRevision:"eed", GolangVersion:"go1.26.8"}\n',
      '1.30.3',
    ],
    [
      '{\n  "clientVersion": {\n    "version": "1.30.3",\n    "golang_version": "go1.26.8"\n  }\n}\n',
      '1.30.3',
    ],
    ['{"clientVersion":{"revision":"e","version":"1.30.3"},"meshVersion":[]}', '1.30.3'],
    ['clientVersion:\n  golang_version: go1.26.8\n  version: 1.30.3\n\n', '1.30.3'],
  ])('is what istioctl says of itself: %j', (text, version) => {
    expect(istioctlVersion(text)).toBe(version);
    expect(saying('out/version.txt', text)).toEqual([]);
  });

  it.each([
    'envoy  version: e8b0a0/1.35.0/Clean/RELEASE/BoringSSL\n',
    'Client Version: v1.34.1\nKustomize Version: v5.7.1\n',
    '{"clientVersion": {"major": "1", "gitVersion": "v1.34.1", "goVersion": "go1.24.6"}}',
    'clientVersion:\n  gitVersion: v1.34.1\n  goVersion: go1.24.6\n',
    'version.BuildInfo{Version:"v3.12.0", GitCommit:"c9f554d", GoVersion:"go1.20.3"}\n',
    'timeout after 1.5s\n',
    'Error: dial tcp 10.0.0.1:443: i/o timeout\n',
    'client version: 10.0.0.1\n',
    'client\u200b version: 1.30.3\n',
    'client version: 1.30.3\npanic: runtime error: invalid memory address\n',
  ])('is not what another program says, or none: %j', (text) => {
    expect(saying('out/version.txt', text)).toEqual([
      expect.stringContaining('no version number of istioctl'),
    ]);
  });
});

const FINE =
  '✔ No issues found when checking the cluster. Istio is safe to install or upgrade!\n  To get started, check out https://istio.io/latest/docs/setup/getting-started/.\n';

describe('out/precheck.txt', () => {
  it.each([
    FINE,
    `\u001b[32m✔\u001b[0m${FINE.slice(1)}`,
    'Error [IST0139] (Cluster ) required permission denied: namespaces\nError: Issues found when checking the cluster. Istio may not be safe to install or upgrade.\nSee https://istio.io/v1.31/docs/reference/config/analysis for more information about causes and resolutions.\n',
    'Warning [IST0136] (EnvoyFilter a/b) Annotation is alpha\n',
    '[\n\t{\n\t\t"code": "IST0139",\n\t\t"level": "Error",\n\t\t"message": "no"\n\t}\n]\n',
    '- code: IST0139\n  level: Error\n',
    // Messages below the threshold that was asked for are not shown, and count.
    `${FINE}Error: Issues found when checking the cluster. Istio may not be safe to install or upgrade.\n`,
    '\nInstall Pre-Check passed! The cluster is ready for Istio installation.\n',
    'Error: failed to get the Kubernetes version: Get "https://127.0.0.1:9/version?timeout=15s": dial tcp 127.0.0.1:9: connect: connection refused\n',
    'Error: failed to get the Kubernetes version: Get "https://10.0.0.1/version": net/http: TLS handshake timeout\n',
    'Error: failed to setup client: stat /root/.kube/config: no such file or directory\n',
    'Error: customresourcedefinitions.apiextensions.k8s.io is forbidden: User "nobody" cannot list resource\n',
    'Error: context deadline exceeded\n',
    'istioctl x precheck printed nothing and ended with exit code 1.\n',
  ])('is what precheck says: %j', (text) => {
    expect(saying('out/precheck.txt', text)).toEqual([]);
  });

  it.each([
    '\u200b\n',
    'hello\n',
    'bash: istioctl: command not found\n',
    'sh: 1: istioctl: not found\n',
    'zsh: command not found: istioctl\n',
    '-bash: ./istioctl: Permission denied\n',
    "timeout: failed to run command 'istioctl': No such file or directory\n",
    'Error: unknown command "precheck" for "istioctl"\nRun \'istioctl --help\' for usage.\n',
    'Error: unknown flag: --client\n',
    'Usage:\n  istioctl experimental precheck [flags]\n',
    'panic: runtime error: invalid memory address or nil pointer dereference\n',
    'Killed\n',
    'The connection to the server localhost:8080 was refused - did you specify the right host or port?\n',
    'client version: 1.30.3\n',
    `${FINE}panic: close of closed channel\n`,
  ])('is not what a shell, a usage or another program says: %j', (text) => {
    expect(saying('out/precheck.txt', text)).toEqual([
      expect.stringContaining('no result of istioctl x precheck'),
    ]);
  });

  it.each([
    `${FINE}Error [IST0139] (Cluster ) required permission denied: namespaces\n`,
    `Error: failed to get the Kubernetes version: Get "https://a/version": EOF\n${FINE}`,
  ])('does not say the contrary of itself: %j', (text) => {
    expect(saying('out/precheck.txt', text)).toEqual([
      expect.stringContaining('there are no issues, and beside it'),
    ]);
  });

  const refused = (address: string): string =>
    `Error: failed to get the Kubernetes version: Get "${address}/version?timeout=15s": dial tcp: connect: connection refused\n`;

  it('is made again where it was told of no cluster and one is asked now, however it was told of none', () => {
    const options = { cluster: labCluster() };
    for (const text of [
      refused('https://127.0.0.1:9'),
      refused('http://localhost:8080'),
      'Error: failed to setup client: invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER\n',
    ])
      expect(saying('out/precheck.txt', text, options)).toEqual([
        '1 out/precheck.txt It is what istioctl says without a cluster, and now the cluster of kind.yaml is asked.',
      ]);
    expect(saying('out/precheck.txt', refused('https://10.0.0.1:6443'), options)).toEqual([]);
    const local = { cluster: labCluster({ name: 'the cluster at http://localhost:8080 (context a)' }) };
    expect(saying('out/precheck.txt', refused('http://localhost:8080'), local)).toEqual([]);
  });
});

describe('out/analyze.txt', () => {
  const PASS = '✔ No validation issues found when analyzing namespace: mesh-lab.\n';
  const ISSUES =
    'Error: Analyzers found issues when analyzing namespace: mesh-lab.\nSee https://istio.io/v1.31/docs/reference/config/analysis\n';

  it.each([
    PASS,
    '✔ No validation issues found when analyzing all namespaces.\n',
    'Warning [IST0102] (Namespace mesh-lab) not enabled\n',
    // With --failure-threshold Warning.
    `Warning [IST0102] (Namespace mesh-lab) not enabled\n${ISSUES}`,
  ])('may say: %j', (text) => {
    expect(saying('out/analyze.txt', text)).toEqual([]);
  });

  it.each([
    `${PASS}Error: Get "http://localhost:8080/api": refused\n`,
    `${PASS}${ISSUES}`,
    'Info [IST0102] (Namespace mesh-lab) not enabled\nError: Get "http://localhost:8080/api": refused\n',
    `${PASS}Error: 1 error occurred:\n\t* namespaces "mesh-lab" not found\n`,
  ])('does not pass and fail at once: %j', (text) => {
    expect(saying('out/analyze.txt', text)).toEqual([
      expect.stringContaining('the analysis was done, and beside it'),
    ]);
  });

  it('of all namespaces is told', () => {
    const texts = new Map([
      ...smallLab(),
      ['out/analyze.txt', '✔ No validation issues found when analyzing all namespaces.\n'],
    ]);
    expect(gradeInstallLab(filesOf(texts), WITHOUT_CLUSTER).steps[5]?.notes).toEqual([
      'istioctl analyze looked at all namespaces, and so at mesh-lab, too.',
    ]);
  });
});
