/** Absolute path of the kubeconfig of a cluster that this app runs itself; null where none runs. */
export type KubeconfigProvider = () => Promise<string | null>;

/** The desk mesh is not a part of the app yet: whoever brings it gives its kubeconfig here, and every room uses it. */
export const deskMeshKubeconfig: KubeconfigProvider = async () => null;
