import type { InjectedPod } from './injected-pod.ts';

/**
 * Those of some workloads whose values a text of out/sidecar.json carries: all that agree with the most. Where it says
 * nothing by which they differ, or is none, these are all.
 */
export function likest(pods: readonly InjectedPod[], sidecar: string): readonly InjectedPod[] {
  const said = pods.length > 1 ? valuesOf(sidecar) : null;
  if (said === null) return pods;
  const agreements = pods.map((pod) => agreement(pod, said));
  const most = Math.max(...agreements);
  return pods.filter((_, index) => agreements[index] === most);
}

function valuesOf(text: string): ReadonlyMap<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

/** How many of the four values are those of a workload; a list that is nearly its own counts by as much. */
function agreement(pod: InjectedPod, said: ReadonlyMap<string, unknown>): number {
  const equal = (key: string, value: unknown): number => (said.get(key) === value ? 1 : 0);
  return (
    overlap(pod.running, said.get('containers')) +
    overlap(pod.initContainers, said.get('init_containers')) +
    equal('container_count', pod.running.length) +
    equal('proxy_image', pod.image ?? '')
  );
}

/** Of all names that one of two lists has, the part that both have: 1 for the same names. */
function overlap(names: readonly string[], said: unknown): number {
  if (!Array.isArray(said)) return 0;
  const [one, other] = [new Set<unknown>(names), new Set<unknown>(said)];
  const all = new Set([...one, ...other]);
  return all.size === 0 ? 1 : [...all].filter((name) => one.has(name) && other.has(name)).length / all.size;
}
