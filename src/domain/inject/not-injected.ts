import type { Note } from '../anatomy/model.ts';
import type { WorkloadPlace } from '../anatomy/workloads.ts';
import { isYamlMap, type Path, type YamlValue } from '../yaml/document.ts';
import { at } from './places.ts';

export const INJECT = 'sidecar.istio.io/inject';
const STATUS = 'sidecar.istio.io/status';
/** istio.io/istio, pkg/kube/inject/initializer.go: IgnoredNamespaces. */
const IGNORED_NAMESPACES = new Set(['kube-system', 'kube-public', 'kube-node-lease', 'local-path-storage']);

/** What the injector reads to decide, and where it stands. */
export function injectChoice(input: WorkloadPlace): { readonly path: Path; readonly text: string } | null {
  for (const map of ['labels', 'annotations']) {
    const path = [...input.injectorMetadata, map, INJECT];
    const text = input.document.text(path);
    if (text !== null) return { path, text };
  }
  return null;
}

/**
 * Why a workload came out without a sidecar. istioctl's own sentence, “has sidecar injection disabled”, covers
 * several causes; they are told apart here in the order in which istioctl looks (inject.go, injectRequired). null when
 * it was injected.
 */
export function notInjectedNote(input: WorkloadPlace, output: WorkloadPlace, index: number): Note | null {
  const note = (code: string, path: Path, because: string): Note => {
    const source = input.document.entryRange(path);
    const what = `${input.kind} ${input.name}`.trim();
    return {
      code,
      severity: 'warning',
      message: `${at(source)}${what} was not injected: ${because}`,
      source,
      workload: index,
    };
  };
  const hostNetwork = [...input.pod, 'spec', 'hostNetwork'];
  if (input.document.text(hostNetwork) === 'true')
    return note(
      'host-network',
      hostNetwork,
      'its pods use the network of their node (hostNetwork), where a sidecar would redirect the traffic of the whole node. The label sidecar.istio.io/inject does not change that.',
    );
  const namespace = [...input.injectorMetadata, 'namespace'];
  const named = input.document.text(namespace) ?? '';
  if (IGNORED_NAMESPACES.has(named))
    return note('ignored-namespace', namespace, `Istio leaves the namespace ${named} alone.`);
  const choice = injectChoice(input);
  if (choice?.text === 'false') {
    const kind = choice.path.at(-2) === 'labels' ? 'label' : 'annotation';
    return note(
      `inject-${kind}-false`,
      choice.path,
      `its ${kind} ${INJECT} is "false". Remove it, or set it to "true", to get a sidecar.`,
    );
  }
  if (hasProxy(output)) return null;
  const status = output.document.text([...output.injectorMetadata, 'annotations', STATUS]);
  if (status !== null && namesNoContainer(status))
    return note('no-template-ran', input.pod, 'no template ran, although istioctl marked it as injected.');
  return note('not-injected', input.pod, 'istioctl gave no reason.');
}

function hasProxy(place: WorkloadPlace): boolean {
  return ['containers', 'initContainers'].some((list) => {
    for (let i = 0; place.document.range([...place.pod, 'spec', list, i]) !== null; i++)
      if (place.document.text([...place.pod, 'spec', list, i, 'name']) === 'istio-proxy') return true;
    return false;
  });
}

function namesNoContainer(status: string): boolean {
  try {
    const value = JSON.parse(status) as YamlValue;
    return isYamlMap(value) && value.containers === null && value.initContainers === null;
  } catch {
    return false;
  }
}
