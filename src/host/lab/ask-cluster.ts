import { FailureError } from '../../contract/failure.ts';
import type { ClusterView, Looked, NamespaceView, NoCluster } from '../../domain/lab/install/model.ts';
import type { ClusterChoice } from '../cluster/choose-kubeconfig.ts';
import { type ClusterNamespace, openCluster } from '../cluster/read-cluster.ts';

/**
 * Asks the chosen cluster for its CustomResourceDefinitions and namespaces, both at once, so that one that does not answer is
 * waited for once; nothing in it is changed.
 * @throws FailureError of a kubeconfig that cannot be used (`openCluster`), `cancelled`; what the cluster does not say stands in the
 *   view
 */
export async function askCluster(
  choice: ClusterChoice,
  signal: AbortSignal,
): Promise<ClusterView | NoCluster> {
  if (choice.kubeconfig === null) return { kind: 'none', why: 'no kubeconfig was chosen' };
  const cluster = openCluster(choice.kubeconfig);
  const looked = async <T>(work: Promise<T>): Promise<Looked<T>> => {
    try {
      return { kind: 'seen', value: await work };
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
      return { kind: 'unseen', why: error.failure.message.replace(/\.$/, '') };
    }
  };
  try {
    const [crds, namespaces] = await Promise.all([
      looked(cluster.crds(signal)),
      looked(cluster.namespaces(signal).then((all) => all.map(viewOf))),
    ]);
    const name = `the cluster at ${cluster.server} (context ${cluster.context})`;
    return { kind: 'cluster', name, crds, namespaces };
  } finally {
    cluster.close();
  }
}

function viewOf({ name, labels }: ClusterNamespace): NamespaceView {
  return { name, labels: new Map(Object.entries(labels)) };
}
