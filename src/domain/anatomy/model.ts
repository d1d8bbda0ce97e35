/**
 * What every room speaks of: parts of a workload, the links between them, and where each was read.
 * Pure data, safe to send between threads, processes and over HTTP.
 */

/** A stretch of a text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface SourceRange {
  /** The name shown to people: the user's file name, `injected.yaml`, `mesh.yaml`, `bootstrap.yaml` … */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Who is responsible for a part being there. */
export type Origin =
  /** in the user's own input, untouched */
  | 'user'
  /** added by the injector's template */
  | 'injected'
  /** in the user's input, but altered by the injector */
  | 'changed'
  /** known only when the pod starts: filled in by the kubelet */
  | 'start'
  /** written by pilot-agent when it builds the bootstrap */
  | 'agent'
  /** a default of the mesh configuration */
  | 'mesh'
  /** written by hand in the lab's bootstrap; much of it a real sidecar's has, too */
  | 'lab'
  /** istiod and what belongs to it, outside the pod */
  | 'control-plane';

/** How a part differs between the user's input and the injected result. */
export type Change = 'kept' | 'added' | 'changed' | 'removed';

export type PartKind =
  | 'workload'
  | 'pod'
  | 'label'
  | 'annotation'
  | 'init-container'
  | 'container'
  | 'image'
  | 'port'
  | 'probe'
  | 'lifecycle'
  | 'arg'
  | 'env'
  | 'env-from'
  | 'volume'
  | 'mount'
  | 'security-context'
  | 'resources'
  | 'field'
  | 'node-id'
  | 'node-id-field'
  | 'node-cluster'
  | 'node-metadata'
  | 'bootstrap'
  | 'admin'
  | 'ads'
  | 'static-cluster'
  | 'static-listener'
  | 'agent-socket'
  | 'xds-target'
  | 'ca-target';

/** A setting that a template's line names: which of several decided, the line alone does not tell. */
export interface NamedSetting {
  readonly of: 'values' | 'mesh' | 'annotation' | 'label';
  /** `global.proxy.logLevel`, or the key of the annotation or label. */
  readonly path: string;
  readonly range: SourceRange;
  /** It holds just the value that was written. */
  readonly holdsIt: boolean;
}

export interface Part {
  /**
   * Stable and unique within a workload; the same part has the same id in every view. Built as a path:
   * `container/istio-proxy/env/CA_ADDR`, `volume/istio-token`, `node/metadata/CLUSTER_ID`, `bootstrap/cluster/xds-grpc`.
   */
  readonly id: string;
  readonly kind: PartKind;
  /** The name people read: a container's name, a variable's name, a metadata key. */
  readonly label: string;
  /** The value as written, never shortened; null where there is none (an emptyDir volume has none). */
  readonly value: string | null;
  /** Where the value was read; null only when no text holds it (then `detail` says why). */
  readonly source: SourceRange | null;
  readonly origin: Origin;
  /** The part that contains this one; null for the workload itself and for what lies outside the pod. */
  readonly parent: string | null;
  readonly change: Change;
  /** The value in the user's input where `change` is `changed` or `removed`. */
  readonly before?: string;
  /** The place in the user's input where the same thing stands, when `source` lies in the injected text. */
  readonly original?: SourceRange;
  /** The line of the injection template that wrote it, where that can be told. */
  readonly template?: SourceRange;
  /** Where several lines of the template name it, as in both branches of an `if`: one of them wrote it. */
  readonly templateOneOf?: readonly SourceRange[];
  /** Settings that the template's lines name and that are set. */
  readonly settings?: readonly NamedSetting[];
  /** One short phrase beside the label: `fieldRef:metadata.name`, `emptyDir · memory`, `audience istio-ca`. */
  readonly detail?: string;
  /** A real sidecar's bootstrap holds it, the bootstrap that is shown does not; `detail` says so too. */
  readonly absent?: true;
}

/** The rule by which one part came to be from, or acts on, another. */
export type LinkRule =
  /** `ISTIO_META_X` becomes metadata `X` (pilot-agent) */
  | 'prefix-cut'
  /** the JSON of `ISTIO_METAJSON_*` is merged at the top level of metadata */
  | 'json-merged'
  /** pilot-agent copies the variable into this field under another name */
  | 'written-by-pilot-agent'
  /** merged from mesh defaults and the pod's own `PROXY_CONFIG` */
  | 'mesh-default-merged'
  /** the kubelet fills the variable from the pod (downward API) */
  | 'downward-api'
  /** the kubelet puts `$(NAME)` of this variable into an argument */
  | 'expanded-by-kubelet'
  /** a volume mounted into a container */
  | 'mount'
  /** a service account token projected with an audience */
  | 'projected-token'
  /** a ConfigMap, Secret … read by a volume */
  | 'volume-source'
  /** labels and annotations read from the podinfo volume */
  | 'podinfo'
  /** a template of the injector wrote this */
  | 'template'
  /** ADS names the static cluster it speaks through */
  | 'ads-cluster'
  /** ADS names a static cluster that is not there: Envoy refuses */
  | 'ads-cluster-missing'
  /** the cluster's endpoint */
  | 'endpoint'
  /** pilot-agent forwards the stream to istiod */
  | 'proxied-by-pilot-agent'
  /** a root certificate against which pilot-agent checks who answers */
  | 'trusted-root'
  /** pilot-agent sends its certificate signing request there */
  | 'certificate-request'
  /** used by pilot-agent itself, reaches neither metadata nor bootstrap */
  | 'stays-in-pilot-agent'
  /** given to the container's own program, which alone knows what it does with it */
  | 'read-by-program'
  /** starts before, in the pod's start order */
  | 'starts-before'
  /** the kubelet starts the other only when the postStart hook of the one has ended */
  | 'waited-for'
  /** a probe or port that ends at another part */
  | 'probes'
  /** a label or annotation stands on this object, and no text here says who reads it */
  | 'set-on'
  /** we do not know the rule */
  | 'unknown';

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly rule: LinkRule;
}

export type Severity = 'info' | 'warning' | 'error';

/** Something worth telling about the input or the result, in one sentence. */
export interface Note {
  /** Stable, kebab-case: `host-network`, `label-on-workload-metadata` … */
  readonly code: string;
  readonly severity: Severity;
  /** What, where, and what to do: one or two sentences. */
  readonly message: string;
  readonly source: SourceRange | null;
  /** Index in `workloads` of the workload it concerns; absent when it concerns the input as a whole. */
  readonly workload?: number;
}

export type SidecarKind = 'classic' | 'native' | 'none';

/** What a picker needs to know of a workload. */
export interface WorkloadSummary {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly injected: boolean;
  readonly sidecar: SidecarKind;
  /** Container names in the order of the spec. */
  readonly containers: readonly string[];
  readonly initContainers: readonly string[];
}

export interface WorkloadAnatomy extends WorkloadSummary {
  readonly parts: readonly Part[];
  readonly links: readonly Link[];
}

/** The result of `sidecar-anatomy anatomy --format json`. */
export interface AnatomyReport {
  readonly workloads: readonly WorkloadAnatomy[];
  readonly notes: readonly Note[];
  /** How many different values were masked in all of it; see `redactAnatomy`. */
  readonly masked: number;
}

export type BootstrapVariant = 'lab' | 'sidecar' | 'typo';

/** What only the kubelet knows, chosen here so that a bootstrap can be written before any pod exists. */
export interface StartValues {
  /** `INSTANCE_IP`, e.g. `10.0.0.7` */
  readonly ip: string;
  /** `POD_NAME`, e.g. `payments-6d5f9` */
  readonly pod: string;
  /** `POD_NAMESPACE`, e.g. `default` */
  readonly namespace: string;
  /** Port of Envoy's admin endpoint in the lab's bootstrap. */
  readonly adminPort: number;
  /** `initial_fetch_timeout` of CDS and LDS as Envoy spells a duration: `0s` waits for ever. */
  readonly fetchTimeout: string;
  /** `spec.nodeName`, which the scheduler writes, e.g. `node1` */
  readonly node?: string;
  /** `status.hostIP`, e.g. `10.0.0.1` */
  readonly hostIp?: string;
}
