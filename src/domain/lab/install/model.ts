/** Something that was to be looked at in a cluster. `why`: a clause for people, without a full stop. */
export type Looked<T> =
  | { readonly kind: 'seen'; readonly value: T }
  | { readonly kind: 'unseen'; readonly why: string };

export interface CrdView {
  /** `virtualservices.networking.istio.io` */
  readonly name: string;
  readonly group: string;
  /** The API server has taken it up; null where only a manifest is known. */
  readonly established: boolean | null;
  /** Of one of the five: why it is not the type of its name, as a clause behind “which”; absent in a cluster, which looked itself. */
  readonly problem?: string | null;
}

export interface NamespaceView {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** What a cluster holds of what the lab asks for, read without changing anything. */
export interface ClusterView {
  readonly kind: 'cluster';
  /** In words, for sentences: `the cluster of kubeconfig kind.yaml`. */
  readonly name: string;
  readonly crds: Looked<readonly CrdView[]>;
  readonly namespaces: Looked<readonly NamespaceView[]>;
}

/** Why a cluster that was asked said nothing at all; null where it did, or none was asked. A clause, without a full stop. */
export function silenceOf(view: ClusterView | NoCluster): string | null {
  if (view.kind === 'none' || view.crds.kind === 'seen' || view.namespaces.kind === 'seen') return null;
  return `${view.name} ${NOT_ANSWERED} (${view.crds.why})`;
}

/** How every text says so that was made while a cluster did not answer. */
export const NOT_ANSWERED = 'gave no answer';

/** No cluster was asked. `why`: a clause, without a full stop: `no kubeconfig was chosen`. */
export interface NoCluster {
  readonly kind: 'none';
  readonly why: string;
}

/** What a person may choose for the install lab where its own names are not wanted. */
export interface InstallNames {
  /** The namespace that is labelled; the lab calls it `mesh-lab`. */
  readonly namespace: string;
  /** The one that is not; the lab calls it `legacy`. */
  readonly control: string;
}

export const LAB_NAMES: InstallNames = { namespace: 'mesh-lab', control: 'legacy' };

export interface InstallGradeOptions {
  readonly cluster: ClusterView | NoCluster;
  /** Absent: what out/injection-note.txt says of them, else the lab's own. */
  readonly names?: Partial<InstallNames>;
  /**
   * Name, or number counted from 1, of the workload in an injected.yaml with several. Absent: the one that `interception`
   * in out/sidecar.json names, else the one that is preferred, else the first that was injected.
   */
  readonly workload?: string;
  /** `Deployment payments`, where the folder does not say which it is about; one that is not there counts for nothing. */
  readonly preferred?: string | null;
}
