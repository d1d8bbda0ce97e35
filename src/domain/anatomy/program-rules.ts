import type { Part } from './model.ts';

/**
 * What the injector's program writes itself, by no line of a template: read in istio.io/istio, pkg/kube/inject/webhook.go
 * (the same code runs in kube-inject), at the function that is named.
 */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['annotation sidecar.istio.io/status', 'its record of what it added (applyMetadata)'],
  [
    'annotation proxy.istio.io/overrides',
    'what the pod already set for injected containers (reapplyOverwrittenContainers)',
  ],
  ['annotation prometheus.io/path', 'metrics are merged by pilot-agent (applyPrometheusMerge)'],
  ['annotation prometheus.io/port', 'metrics are merged by pilot-agent (applyPrometheusMerge)'],
  ['annotation prometheus.io/scrape', 'metrics are merged by pilot-agent (applyPrometheusMerge)'],
  [
    'env ISTIO_PROMETHEUS_ANNOTATIONS',
    'the pod’s own metrics, for pilot-agent to merge (applyPrometheusMerge)',
  ],
  ['env ISTIO_KUBE_APP_PROBERS', 'the pod’s own probes, for pilot-agent to ask (applyRewrite)'],
  ['label topology.istio.io/network', 'the network of the values (applyMetadata)'],
]);

/** Why the injector's program itself wrote a part; null for what it does not write. */
export function programRule({ kind, label, change }: Pick<Part, 'kind' | 'label' | 'change'>): string | null {
  return change === 'added' || change === 'changed' ? (WRITTEN.get(`${kind} ${label}`) ?? null) : null;
}
