import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import type { LabReport } from '../../src/domain/lab/model.ts';
import { labPaths } from '../../src/host/lab/read-folder.ts';
import { cliStreams } from '../helpers/cli-streams.ts';
import { toolchain } from './injecting.ts';

export const folder = mkdtempSync(join(tmpdir(), 'lab-install-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Leads nowhere, as the one of a person who has no cluster. */
const NOWHERE =
  'apiVersion: v1\nkind: Config\nclusters: [{name: none, cluster: {server: "https://127.0.0.1:9"}}]\ncontexts: [{name: none, context: {cluster: none, user: none}}]\nusers: [{name: none, user: {}}]\ncurrent-context: none\n';

/** Runs a command line of the app in the test's folder. */
export async function call(args: readonly string[], input = '') {
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

/** The report of `lab check install`, and its exit code. */
export async function check(name: string, ...options: readonly string[]) {
  const { code, stdout } = await call(['lab', 'check', 'install', name, '--json', ...options]);
  return { code, report: JSON.parse(stdout) as LabReport };
}

/** Runs istioctl as a person without a cluster would, by a shell. */
export async function shell(script: string, cwd: string): Promise<string> {
  const istioctl = await toolchain.require('istioctl');
  const kubeconfig = join(folder, 'nowhere.kubeconfig');
  writeFileSync(kubeconfig, NOWHERE);
  mkdirSync(cwd, { recursive: true });
  return execFileSync('sh', ['-c', `istioctl() { "$ISTIOCTL" "$@"; }\n${script}`], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ISTIOCTL: istioctl, KUBECONFIG: kubeconfig },
  });
}

export const textIn = (name: string, path: string): string => readFileSync(join(folder, name, path), 'utf8');
export const jsonIn = (name: string, path: string): Record<string, unknown> =>
  JSON.parse(textIn(name, path)) as Record<string, unknown>;

/** What stands in a folder of the lab. */
export function textsIn(name: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const path of labPaths('install')) {
    try {
      texts.set(path, textIn(name, path));
    } catch {
      // It was not written.
    }
  }
  return texts;
}

interface Plain {
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly annotations?: Record<string, string>;
  };
  readonly spec?: {
    readonly group?: string;
    readonly template?: { readonly metadata?: Plain['metadata']; readonly spec?: PlainPod };
  };
  readonly data?: Readonly<Record<string, string>>;
}
interface PlainPod {
  readonly containers?: readonly PlainContainer[];
  readonly initContainers?: readonly PlainContainer[];
}
interface PlainContainer {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly restartPolicy?: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

const known = new Map<string, readonly Plain[]>();

/** The documents of a YAML text as another reader than the app's reads them. */
export function documentsOf(text: string): readonly Plain[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const documents = parseAllDocuments(text, { uniqueKeys: false })
    .map((document) => document.toJS() as Plain | null)
    .filter((value) => value !== null);
  known.set(text, documents);
  return documents;
}

/** The kinds of a manifest with their counts, as another reader counts them. */
export function kindsOf(manifest: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind = '' } of documentsOf(manifest)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** How many CRDs of Istio's groups a manifest holds. */
export function crdsOf(manifest: string): number {
  return documentsOf(manifest).filter(
    ({ kind, spec }) => kind === 'CustomResourceDefinition' && /istio.io/.test(spec?.group ?? ''),
  ).length;
}

/** The pod of the one workload in a text. */
export function podOf(injected: string) {
  const [workload] = documentsOf(injected);
  const template = workload?.spec?.template;
  return {
    annotations: template?.metadata?.annotations ?? {},
    containers: template?.spec?.containers ?? [],
    initContainers: template?.spec?.initContainers ?? [],
  };
}

/** What kube-inject makes of a workload with the texts of a manifest, run by a shell. */
export async function injectedBy(manifest: string, workload: string, native = false): Promise<string> {
  const cwd = mkdtempSync(join(folder, 'inject-'));
  const maps = documentsOf(manifest).filter(({ kind }) => kind === 'ConfigMap');
  const data = (key: string): string => maps.find((map) => map.data?.[key] !== undefined)?.data?.[key] ?? '';
  writeFileSync(join(cwd, 'config'), data('config'));
  writeFileSync(join(cwd, 'values'), data('values'));
  writeFileSync(join(cwd, 'mesh'), data('mesh'));
  writeFileSync(join(cwd, 'workload.yaml'), workload);
  const env = native ? 'ENABLE_NATIVE_SIDECARS=true ' : '';
  return shell(
    `${env}"$ISTIOCTL" kube-inject --revision default -f workload.yaml --injectConfigFile config --meshConfigFile mesh --valuesFile values`,
    cwd,
  );
}

/** A Deployment whose pods have this spec, as one document of several. */
export function deploymentOf(
  name: string,
  spec: string,
  annotations: Readonly<Record<string, string>> | null = null,
): string {
  const more = annotations === null ? '' : `, annotations: ${JSON.stringify(annotations)}`;
  return `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}, labels: {app: a, version: v1}}\nspec:\n  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: a, version: v1}${more}}\n    spec: ${spec}\n`;
}
