import type { ManifestFacts } from './manifest-facts.ts';
import type { ClusterView, CrdView, Looked, NamespaceView, NoCluster } from './model.ts';
import { readNamespaces } from './namespaces.ts';
import { INSTALL_PATHS } from './paths.ts';
import { notAsked } from './write.ts';

/** From where something was read that the lab wants in a cluster. */
export interface Source<T> {
  /** In words: `the cluster of kubeconfig kind.yaml`, `manifest.yaml`. */
  readonly name: string;
  readonly found: Looked<readonly T[]>;
  /** Whether it is what a cluster holds. */
  readonly live: boolean;
  /** Where it is not: one sentence on that no cluster was asked, and what is judged by in its place. */
  readonly told: string | null;
}

/** The CustomResourceDefinitions of the cluster, else of manifest.yaml; `whyNot` that is not read, as a clause. */
export function crdsOf(
  manifest: ManifestFacts | null,
  cluster: ClusterView | NoCluster,
  whyNot: string,
): Source<CrdView> {
  if (cluster.kind === 'cluster') return live(cluster.name, cluster.crds);
  return {
    name: INSTALL_PATHS.manifest,
    found: crdsIn(manifest, whyNot),
    live: false,
    told: `${notAsked(cluster.why)}: judged by the CustomResourceDefinitions in ${INSTALL_PATHS.manifest}.`,
  };
}

function crdsIn(manifest: ManifestFacts | null, whyNot: string): Looked<readonly CrdView[]> {
  if (manifest === null) return { kind: 'unseen', why: whyNot };
  const { objects } = manifest;
  return 'fault' in objects
    ? { kind: 'unseen', why: objects.fault.replace(/\.$/, '') }
    : { kind: 'seen', value: objects.crds };
}

/** The namespaces of the cluster, else of namespaces.yaml; `whyNot` that is not read, as a clause. */
export function namespacesOf(
  text: string | null,
  cluster: ClusterView | NoCluster,
  whyNot: string,
): Source<NamespaceView> {
  if (cluster.kind === 'cluster') return live(cluster.name, cluster.namespaces);
  const name = INSTALL_PATHS.namespaces;
  const asked = notAsked(cluster.why);
  return text === null
    ? {
        name,
        found: { kind: 'unseen', why: whyNot },
        live: false,
        told: `${asked} and ${whyNot}: the namespaces could not be looked at.`,
      }
    : {
        name,
        found: readNamespaces(name, text),
        live: false,
        told: `${asked}: judged by the Namespaces in ${name}.`,
      };
}

function live<T>(name: string, found: Looked<readonly T[]>): Source<T> {
  return { name, found, live: true, told: null };
}
