import type { Stores } from './app.ts';

/** The kubeconfig that was chosen in the window, as it was written; null: none. */
export function chosenKubeconfig(stores: Pick<Stores, 'lab'>): string | null {
  const written = stores.lab.getState().options.kubeconfig.trim();
  return written === '' ? null : written;
}

/** Takes what was written in any room for all of them. True where it can be used. */
export async function chooseKubeconfig(stores: Stores, written: string): Promise<boolean> {
  if (written.trim() !== stores.lab.getState().options.kubeconfig) stores.manifest.getState().forgetProgram();
  stores.lab.getState().setOption('kubeconfig', written.trim());
  return stores.cluster.getState().look(chosenKubeconfig(stores));
}
