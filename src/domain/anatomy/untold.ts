import type { YamlValue } from '../yaml/document.ts';
import { asList, field, textAt } from './fields.ts';
import type { Place, Provenance } from './places.ts';
import { handlerText } from './probes.ts';
import {
  INIT_CONTAINERS,
  metadataOf,
  OVERRIDES_ANNOTATION,
  PROXY_CONTAINER,
  proxyContainer,
  readJson,
  readStatus,
  STATUS_ANNOTATION,
} from './sidecar.ts';
import type { WorkloadPlace } from './workloads.ts';

/**
 * What an injected pod tells of its own injection, where there is no input to compare with: its status annotation, the
 * names of the injector's containers, the probes pilot-agent was told to ask, and values only the injector writes.
 */
export interface Untold {
  container(name: string): boolean;
  volume(name: string): boolean;
  /** `sure`: only the injector writes it; `likely`: it reads as the injector writes it. */
  metadata(kind: 'label' | 'annotation', key: string, value: string): 'sure' | 'likely' | null;
  /** What a probe or hook was before it was sent to pilot-agent. */
  rewritten(place: Place, found: Provenance): Provenance;
}

type Written = string | true;

/** What the injector writes, by key; `true` where it makes the value from the pod (its template and its code). */
const WRITTEN: Readonly<Record<'label' | 'annotation', ReadonlyMap<string, Written>>> = {
  label: new Map<string, Written>([
    ['security.istio.io/tlsMode', 'istio'],
    ['service.istio.io/canonical-name', true],
    ['service.istio.io/canonical-revision', true],
  ]),
  annotation: new Map<string, Written>([
    ['istio.io/rev', true],
    ['kubectl.kubernetes.io/default-container', true],
    ['kubectl.kubernetes.io/default-logs-container', true],
    ['prometheus.io/path', '/stats/prometheus'],
    ['prometheus.io/port', '15020'],
    ['prometheus.io/scrape', 'true'],
  ]),
};

const ONLY_INJECTOR: ReadonlySet<string> = new Set([STATUS_ANNOTATION, OVERRIDES_ANNOTATION]);

export function readUntold(place: WorkloadPlace): Untold {
  const status = readStatus(metadataOf(place));
  const proxy = proxyContainer(place);
  const probers = asList(field(proxy?.value, 'env')).find(
    (variable) => textAt(variable, 'name') === 'ISTIO_KUBE_APP_PROBERS',
  );
  const added = status === null ? null : new Set([...status.containers, ...status.initContainers]);
  const volumes = new Set(status?.volumes);
  const asked = readJson(textAt(probers, 'value') ?? '');
  return {
    container: (name) =>
      added === null ? name === PROXY_CONTAINER || INIT_CONTAINERS.has(name) : added.has(name),
    volume: (name) => volumes.has(name),
    metadata(kind, key, value) {
      if (kind === 'annotation' && ONLY_INJECTOR.has(key)) return 'sure';
      const written = proxy === null ? undefined : WRITTEN[kind].get(key);
      return written === true || written === value ? 'likely' : null;
    },
    rewritten(probe, found) {
      const path = textAt(probe.now?.value as YamlValue | undefined, 'httpGet', 'path');
      const before = probe.compared || path === null ? undefined : field(asked, path);
      return before === undefined
        ? found
        : { ...found, origin: 'changed', change: 'changed', before: handlerText(before) };
    },
  };
}
