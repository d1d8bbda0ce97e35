import { createStore } from 'zustand/vanilla';
import type { PrecheckedCluster } from '../../contract/checks.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface ClusterState {
  /** Which cluster would be asked, or why none; null until it was looked up, and where it cannot be used. */
  readonly standing: PrecheckedCluster | null;
  /** Why the kubeconfig that was written cannot be used. */
  readonly failure: Failure | null;
  /** Looks up what was written; null: nothing. Asks no cluster. True where it can be used. */
  look(kubeconfig: string | null): Promise<boolean>;
}

/** What is said of the kubeconfig that is chosen; the choice itself is the labs' option, so that every room has the same. */
export function createClusterStore(bridge: Bridge) {
  let looks = 0;
  return createStore<ClusterState>((set) => ({
    standing: null,
    failure: null,
    async look(kubeconfig) {
      looks += 1;
      const mine = looks;
      const outcome = await bridge.request('cluster:look', { kubeconfig });
      if (mine !== looks) return false;
      set(
        outcome.ok
          ? { standing: outcome.value, failure: null }
          : { standing: null, failure: outcome.failure },
      );
      return outcome.ok;
    },
  }));
}
