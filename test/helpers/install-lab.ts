import { readFileSync } from 'node:fs';
import { namespaceState } from '../../src/domain/lab/install/cluster-words.ts';
import { choosePod, type InjectedPod, readInjectedPods } from '../../src/domain/lab/install/injected-pod.ts';
import { writeKindsTable } from '../../src/domain/lab/install/kinds-table.ts';
import { countKinds } from '../../src/domain/lab/install/manifest-facts.ts';
import {
  type ClusterView,
  type InstallGradeOptions,
  LAB_NAMES,
  type NoCluster,
} from '../../src/domain/lab/install/model.ts';
import { writeNamespaces } from '../../src/domain/lab/install/namespaces.ts';
import {
  analyzeHead,
  NOT_ASKED,
  notAsked,
  writeAnalyzeNote,
  writeInjectionNote,
  writeReadiness,
  writeSidecar,
} from '../../src/domain/lab/install/write.ts';
import type { LabFile, LabFiles, LabReport } from '../../src/domain/lab/model.ts';
import { NAMED_CRDS } from '../../src/domain/manifest/named-crds.ts';

/** The texts of a lab's folder by their paths. */
export type LabTexts = ReadonlyMap<string, string>;

export const NO_CLUSTER: NoCluster = { kind: 'none', why: 'no kubeconfig was chosen' };
export const WITHOUT_CLUSTER: InstallGradeOptions = { cluster: NO_CLUSTER };

export function filesOf(texts: LabTexts): LabFiles {
  return new Map([...texts].map(([path, text]): [string, LabFile] => [path, { kind: 'text', text }]));
}

export function fixture(path: string): string {
  return readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');
}

/** A small manifest: six CRDs of Istio, one of somebody else's, istiod. */
export function smallManifest(): string {
  const crd = (name: string): string =>
    `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ${name}\nspec:\n  group: ${name.slice(name.indexOf('.') + 1)}\n  names: {kind: A, plural: ${name.slice(0, name.indexOf('.'))}}\n  versions: [{name: v1, served: true, storage: true}]\n`;
  const object = (kind: string, name: string): string =>
    `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;
  const crds = [...NAMED_CRDS, 'telemetries.telemetry.istio.io', 'widgets.example.com'].map(crd);
  const others = [
    object('ServiceAccount', 'istiod'),
    object('Service', 'istiod'),
    object('Service', 'istio-ingressgateway'),
    object('Deployment', 'istiod'),
  ];
  return [...crds, ...others, ''].join('---\n');
}

export function podIn(injected: string, wish?: string): InjectedPod {
  const read = readInjectedPods('injected.yaml', injected);
  const pod = read.kind === 'pods' ? choosePod(read.pods, { workload: wish }, null) : null;
  if (pod === null) throw new Error('no workload');
  return pod;
}

/** A folder as an export without a cluster leaves it, from texts that kube-inject once wrote. */
export function smallLab(injected = fixture('payments/injected.yaml')): Map<string, string> {
  const manifest = smallManifest();
  const { why } = NO_CLUSTER;
  const command = 'istioctl analyze --use-kube=false -n mesh-lab namespaces.yaml manifest.yaml injected.yaml';
  return new Map([
    ['out/version.txt', 'client version: 1.31-alpha.eed52ebb66ad\n'],
    ['out/precheck.txt', 'Error: failed to get the Kubernetes version: connection refused\n'],
    ['manifest.yaml', manifest],
    ['out/manifest-kinds.txt', writeKindsTable(countKinds(manifest))],
    ['namespaces.yaml', writeNamespaces(LAB_NAMES)],
    ['out/injection-note.txt', writeInjectionNote(LAB_NAMES, namespaceState(LAB_NAMES, NO_CLUSTER))],
    ['injected.yaml', injected],
    [
      'out/analyze.txt',
      `${analyzeHead(LAB_NAMES, `was not run: ${NOT_ASKED} (${why})`, command)}✔ No validation issues found when analyzing:\n  - namespaces.yaml\n`,
    ],
    ['out/analyze-note.txt', writeAnalyzeNote()],
    ['out/sidecar.json', writeSidecar(podIn(injected))],
    [
      'out/mesh-readiness.json',
      writeReadiness({ istioCrds: 6, namespaces: ['mesh-lab'], analyzeErrors: 0, note: notAsked(why) }),
    ],
    ['out/validate.txt', '"injected.yaml" is valid\n'],
  ]);
}

/** A cluster that holds what the lab asks for. */
export function labCluster(change: Partial<ClusterView> = {}): ClusterView {
  const group = (name: string): string => name.slice(name.indexOf('.') + 1);
  const namespace = (name: string, label?: string) => ({
    name,
    labels: new Map(label === undefined ? [] : [['istio-injection', label]]),
  });
  return {
    kind: 'cluster',
    name: 'the cluster of kind.yaml',
    crds: {
      kind: 'seen',
      value: NAMED_CRDS.map((name) => ({ name, group: group(name), established: true })),
    },
    namespaces: {
      kind: 'seen',
      value: [namespace('default'), namespace('mesh-lab', 'enabled'), namespace('legacy')],
    },
    ...change,
  };
}

/** The steps of a report that are not as asked, by number. */
export function notPassed(report: LabReport): Record<number, string> {
  return Object.fromEntries(
    report.steps.filter(({ state }) => state !== 'pass').map(({ number, state }) => [number, state]),
  );
}

/** What a report finds, a line each: `2 out/manifest-kinds.txt:3 Service is given …`. */
export function findingsOf(report: LabReport): readonly string[] {
  return report.steps.flatMap(({ number, findings }) =>
    findings.map(
      ({ file, line, message }) => `${number} ${file}${line === null ? '' : `:${line}`} ${message}`,
    ),
  );
}
