import type { Note, SourceRange } from '../anatomy/model.ts';
import type { InjectionRole } from '../inject/injection-files.ts';
import type { Unread } from './field-reader.ts';
import type { Requirement } from './selector.ts';

/**
 * What an install manifest holds: plain data, safe to send between threads and over HTTP. An object is known by its
 * number, which counts from 0 in the order of the text.
 */
export interface Manifest {
  /** Of the text, as people know it. */
  readonly name: string;
  readonly objects: readonly ManifestObject[];
  /** Most frequent first, then by name. */
  readonly kinds: readonly KindCount[];
  /** By name of the group. */
  readonly crds: readonly CrdGroup[];
  /** How many CRDs have a group that is istio.io or ends in .istio.io. */
  readonly istioCrds: number;
  /** The five CRDs that the install lab asks for by name. */
  readonly named: readonly NamedCrd[];
  readonly webhooks: readonly WebhookConfiguration[];
  /** The three texts that kube-inject needs, each once. */
  readonly injection: readonly InjectionNeed[];
  readonly notes: readonly Note[];
}

/** One Kubernetes object; the items of a List are objects of their own. */
export interface ManifestObject {
  readonly index: number;
  /** As written; empty where the object has none. */
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Empty where the object has none. */
  readonly kind: string;
  /** null where the object names none. */
  readonly namespace: string | null;
  /** `metadata.name`, else `metadata.generateName`; empty where there is neither. */
  readonly name: string;
  /** Of kind, apiVersion and metadata what is of a wrong type: told so, not as absent. */
  readonly unread: readonly Unread[];
  /** From its first line to its last one. */
  readonly source: SourceRange;
}

export interface KindCount {
  /** Empty: objects without a kind. */
  readonly kind: string;
  readonly count: number;
  /** How many of them have one that could not be read; only where it is empty. */
  readonly unread: number;
}

export interface CrdVersion {
  readonly name: string;
  /** null where the manifest does not say. */
  readonly served: boolean | null;
  readonly storage: boolean | null;
  readonly deprecated: boolean;
}

/** One CustomResourceDefinition. */
export interface Crd {
  readonly object: number;
  /** `virtualservices.networking.istio.io` */
  readonly name: string;
  /** Of what it defines: `VirtualService`; empty where it does not say. */
  readonly kind: string;
  /** `virtualservices`; empty where it does not say. */
  readonly plural: string;
  readonly scope: string | null;
  /** Those whose name can be read. */
  readonly versions: readonly CrdVersion[];
  /** What of it, its name included, is of a wrong type. */
  readonly unread: readonly Unread[];
}

export interface CrdGroup {
  readonly group: string;
  /** The group is istio.io or ends in .istio.io. */
  readonly istio: boolean;
  readonly crds: readonly Crd[];
}

export interface NamedCrd {
  readonly name: string;
  /** The number of its object; null where the manifest has none of that name. */
  readonly object: number | null;
  /** Why that is not the type of its name, as a clause behind “which”; null where it is, or where there is none. */
  readonly problem: string | null;
}

export interface WebhookRule {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly scope: string | null;
}

/**
 * One webhook of a configuration. null, or nothing: the manifest does not set it, and the API server takes its default; or the
 * field is in `unread`, and nobody knows.
 */
export interface Webhook {
  readonly name: string;
  readonly failurePolicy: string | null;
  /** As kubectl writes selectors: `istio.io/rev in (default),!istio-injection`; empty: one that selects everything. */
  readonly namespaceSelector: string | null;
  readonly objectSelector: string | null;
  /** What the two ask for one by one; empty: they select everything. */
  readonly namespaces: readonly Requirement[];
  readonly objects: readonly Requirement[];
  readonly rules: readonly WebhookRule[];
  /** `istiod.istio-system:443/inject`, or a URL. */
  readonly target: string | null;
  readonly reinvocationPolicy: string | null;
  readonly sideEffects: string | null;
  readonly timeoutSeconds: string | null;
  /** Whether a CA certificate for the API server is written in it; istiod fills in its own when it runs. */
  readonly caBundle: boolean;
  readonly unread: readonly Unread[];
  readonly source: SourceRange | null;
}

export interface WebhookConfiguration {
  readonly object: number;
  readonly mutating: boolean;
  readonly name: string;
  readonly webhooks: readonly Webhook[];
  /** What of it, its name included, is of a wrong type; of a webhook that stands with the webhook. */
  readonly unread: readonly Unread[];
}

/** Where one of the texts for kube-inject stands. */
export interface InjectionText {
  readonly object: number;
  readonly configMap: string;
  readonly namespace: string | null;
  /** `istio.io/rev` of the ConfigMap; null where it has no such label. */
  readonly revision: string | null;
  /** Of the labels. */
  readonly unread: readonly Unread[];
  readonly source: SourceRange | null;
}

export interface InjectionNeed {
  readonly role: InjectionRole;
  /** In the order of the manifest: more than one where several revisions are in it. */
  readonly found: readonly InjectionText[];
  /** Why there is none, one sentence; null where there is one. */
  readonly missing: string | null;
}
