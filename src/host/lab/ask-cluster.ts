import { FailureError } from '../../contract/failure.ts';
import type { ClusterView, Looked, NoCluster } from '../../domain/lab/install/model.ts';
import type { ClusterChoice } from '../cluster/choose-kubeconfig.ts';
import { openCluster } from '../cluster/read-cluster.ts';

/** What a cluster says of what the install lab asks for. */
export interface AskedCluster {
  readonly view: ClusterView | NoCluster;
  /** The first thing that it did not say, and why; null where it said all, or none was asked. */
  readonly failure: FailureError | null;
}

/**
 * Asks the chosen cluster for its CustomResourceDefinitions and namespaces; nothing in it is changed.
 * @throws FailureError of a kubeconfig that cannot be used (`openCluster`), `cancelled`; what the cluster does not say stands in the
 *   view
 */
export async function askCluster(choice: ClusterChoice, signal: AbortSignal): Promise<AskedCluster> {
  if (choice.kubeconfig === null)
    return { view: { kind: 'none', why: 'no kubeconfig was chosen' }, failure: null };
  const cluster = openCluster(choice.kubeconfig);
  let failure: FailureError | null = null;
  const looked = async <T>(work: Promise<T>): Promise<Looked<T>> => {
    try {
      return { kind: 'seen', value: await work };
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
      failure ??= error;
      return { kind: 'unseen', why: error.failure.message.replace(/\.$/, '') };
    }
  };
  try {
    const crds = await looked(cluster.crds(signal));
    const namespaces = await looked(
      cluster
        .namespaces(signal)
        .then((all) => all.map(({ name, labels }) => ({ name, labels: new Map(Object.entries(labels)) }))),
    );
    const name = `the cluster at ${cluster.server} (context ${cluster.context})`;
    return { view: { kind: 'cluster', name, crds, namespaces }, failure };
  } finally {
    cluster.close();
  }
}
