/** What Istio calls the revision of a control plane that was installed without one. */
export const DEFAULT_REVISION = 'default';

/** Where a kubeconfig leads that is to lead nowhere: port 9 (discard) of this machine. */
export const NO_CLUSTER_SERVER = 'https://127.0.0.1:9';

/** The four files of one kube-inject, by absolute path. */
export interface KubeInjectFiles {
  readonly input: string;
  readonly injectConfig: string;
  readonly meshConfig: string;
  readonly values: string;
}

/**
 * Arguments of `istioctl kube-inject`. The revision is always named: without one, releases from 1.28 on wait for an
 * API server for ever, and it writes the revision into what it injects. With all three files no cluster is asked for anything.
 */
export function kubeInjectArguments(
  files: KubeInjectFiles,
  revision: string = DEFAULT_REVISION,
): readonly string[] {
  return [
    'kube-inject',
    '--revision',
    revision,
    '-f',
    files.input,
    '--injectConfigFile',
    files.injectConfig,
    '--meshConfigFile',
    files.meshConfig,
    '--valuesFile',
    files.values,
  ];
}

/** Arguments that print the install manifest of this istioctl, which needs no cluster. */
export const MANIFEST_ARGUMENTS: readonly string[] = ['manifest', 'generate'];
