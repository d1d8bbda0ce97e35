import type { YamlValue } from '../yaml/document.ts';
import { asList, asText, field, keysOf, textAt } from './fields.ts';
import type { SidecarKind, WorkloadSummary } from './model.ts';
import type { WorkloadPair, WorkloadPlace } from './workloads.ts';

/** Name of the container that runs pilot-agent and Envoy (istio.io/istio/pkg/kube/inject, ProxyContainerName). */
export const PROXY_CONTAINER = 'istio-proxy';
/** Containers that set up or check the redirection of traffic. */
export const INIT_CONTAINERS: ReadonlySet<string> = new Set(['istio-init', 'istio-validation']);

export const STATUS_ANNOTATION = 'sidecar.istio.io/status';
export const OVERRIDES_ANNOTATION = 'proxy.istio.io/overrides';

/** What the injector wrote down about its own work in `sidecar.istio.io/status`. */
export interface InjectionStatus {
  readonly initContainers: readonly string[];
  readonly containers: readonly string[];
  readonly volumes: readonly string[];
  readonly revision: string | null;
}

/** JSON of a text as plain data; undefined when it is none. */
export function readJson(text: string): YamlValue | undefined {
  try {
    // Own `__proto__` keys stay data: JSON.parse defines them, and they are only ever read as own properties.
    return JSON.parse(text) as YamlValue;
  } catch {
    return undefined;
  }
}

function names(value: YamlValue | undefined): readonly string[] {
  return asList(value).flatMap((item) => asText(item) ?? []);
}

/** The status annotation, read; null when there is none or it is no JSON object. */
export function readStatus(metadata: YamlValue | undefined): InjectionStatus | null {
  const text = textAt(metadata, 'annotations', STATUS_ANNOTATION);
  const status = text === null ? undefined : readJson(text);
  if (status === undefined || keysOf(status).length === 0) return null;
  return {
    initContainers: names(field(status, 'initContainers')),
    containers: names(field(status, 'containers')),
    volumes: names(field(status, 'volumes')),
    revision: textAt(status, 'revision'),
  };
}

/** The user's own settings for injected containers by their names, as the injector kept them (`proxy.istio.io/overrides`). */
export function overriddenContainers(metadata: YamlValue | undefined): ReadonlyMap<string, YamlValue> {
  const text = textAt(metadata, 'annotations', OVERRIDES_ANNOTATION);
  const overrides = text === null ? undefined : readJson(text);
  const found = new Map<string, YamlValue>();
  for (const container of [
    ...asList(field(overrides, 'containers')),
    ...asList(field(overrides, 'initContainers')),
  ]) {
    const name = textAt(container, 'name');
    if (name !== null && !found.has(name)) found.set(name, container);
  }
  return found;
}

export function metadataOf(place: WorkloadPlace): YamlValue | undefined {
  return field(place.document.value, ...place.injectorMetadata);
}

export function podSpecOf(place: WorkloadPlace): YamlValue | undefined {
  return field(place.document.value, ...place.pod, 'spec');
}

export function containersOf(place: WorkloadPlace): readonly YamlValue[] {
  return asList(field(podSpecOf(place), 'containers'));
}

export function initContainersOf(place: WorkloadPlace): readonly YamlValue[] {
  return asList(field(podSpecOf(place), 'initContainers'));
}

export function namesOf(containers: readonly YamlValue[]): readonly string[] {
  return containers.map((container) => textAt(container, 'name') ?? '');
}

/** A container that starts before the others and keeps running (Kubernetes 1.29: an init container that restarts). */
export function isNativeSidecar(container: YamlValue): boolean {
  return textAt(container, 'restartPolicy') === 'Always';
}

/**
 * Whether the result holds a sidecar and of what kind. A container of that name alone is no proof where the input is
 * known: it may be the user's own, and only the status annotation says that a template ran.
 */
export function sidecarOf(pair: WorkloadPair): SidecarKind {
  const place = pair.injected;
  const status = readStatus(metadataOf(place));
  const native = initContainersOf(place).some(
    (container) => textAt(container, 'name') === PROXY_CONTAINER && isNativeSidecar(container),
  );
  const classic = namesOf(containersOf(place)).includes(PROXY_CONTAINER);
  const listed =
    status !== null &&
    (status.containers.includes(PROXY_CONTAINER) || status.initContainers.includes(PROXY_CONTAINER));
  if (!listed && pair.original !== null) return 'none';
  if (native) return 'native';
  return classic ? 'classic' : 'none';
}

export function summarize(pair: WorkloadPair): WorkloadSummary {
  const sidecar = sidecarOf(pair);
  return {
    kind: pair.injected.kind,
    name: pair.injected.name,
    namespace: pair.injected.namespace ?? 'default',
    injected: sidecar !== 'none',
    sidecar,
    containers: namesOf(containersOf(pair.injected)),
    initContainers: namesOf(initContainersOf(pair.injected)),
  };
}

/** The container that runs the proxy, and its path in the document; null when there is none. */
export function proxyContainer(
  place: WorkloadPlace,
): { readonly value: YamlValue; readonly path: readonly (string | number)[] } | null {
  for (const list of ['containers', 'initContainers']) {
    const items = asList(field(podSpecOf(place), list));
    const index = items.findIndex((container) => textAt(container, 'name') === PROXY_CONTAINER);
    const value = items[index];
    if (value !== undefined) return { value, path: [...place.pod, 'spec', list, index] };
  }
  return null;
}
