import type { GuideNames, InjectionNames } from './guide.ts';

/** Pieces of the commands by hand. */

/** A word as a POSIX shell takes it. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A path that a shell expands the home folder in, and nothing else. */
export function homePath(path: string): string {
  return path.startsWith('~/') ? `~/${quoted(path.slice(2))}` : quoted(path);
}

const POD_PATHS: Readonly<Record<string, string>> = {
  Pod: '',
  CronJob: '.spec.jobTemplate.spec.template',
};

/** The yq expression that leads to the pod's spec: the empty document at the end of istioctl's output is left out by it. */
export function podSpec({ workload }: GuideNames): string {
  const path = POD_PATHS[workload.kind] ?? '.spec.template';
  // Where a name would need quotes of two languages, the kind alone has to do.
  const named = /^[\w.-]+$/.test(workload.name) ? ` and .metadata.name == "${workload.name}"` : '';
  return `select(.kind == "${workload.kind}"${named}) | ${path}.spec`;
}

/** The yq expression that leads to istio-proxy, which a native sidecar has among the init containers. */
export function proxy(names: GuideNames): string {
  const list = names.workload.sidecar === 'native' ? 'initContainers' : 'containers';
  return `${podSpec(names)}.${list}[] | select(.name == "istio-proxy")`;
}

/** Files as `INJECTION_FILES` calls them. */
const FROM_MANIFEST: InjectionNames = {
  config: 'inject-config.yaml',
  mesh: 'mesh-config.yaml',
  values: 'values.json',
};

/** kube-inject away from any cluster: with all three files and a revision (without one it waits for an API server). */
export function kubeInject({ file, native }: GuideNames, out: string, given = FROM_MANIFEST): string {
  const { config, mesh, values } = given;
  return [
    `${native ? 'ENABLE_NATIVE_SIDECARS=true ' : ''}istioctl kube-inject -f ${quoted(file)} --revision default`,
    `--injectConfigFile ${quoted(config)} --meshConfigFile ${quoted(mesh)} --valuesFile ${quoted(values)}`,
    `> ${out}`,
  ].join(' \\\n  ');
}

/** Takes the three files of the injection out of an install manifest. */
export const INJECTION_FILES: readonly string[] = [
  `yq 'select(.kind == "ConfigMap" and .metadata.name == "istio-sidecar-injector") | .data.config' manifest.yaml > inject-config.yaml`,
  `yq 'select(.kind == "ConfigMap" and .metadata.name == "istio-sidecar-injector") | .data.values' manifest.yaml > values.json`,
  `yq 'select(.kind == "ConfigMap" and .metadata.name == "istio") | .data.mesh' manifest.yaml > mesh-config.yaml`,
];
