/** Who Envoy says it is in the lab's bootstrap of the sample workload. */
export const LAB_NODE = {
  id: 'sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local',
  cluster: 'payments.default',
  metadata: {
    CLUSTER_ID: 'Kubernetes',
    MESH_ID: 'cluster.local',
    NAMESPACE: 'default',
    WORKLOAD_NAME: 'payments',
  },
} as const;

/** The sample workload in short, with a classic sidecar. */
export const LAB_WORKLOAD = {
  kind: 'Deployment',
  name: 'payments',
  namespace: 'default',
  injected: true,
  sidecar: 'classic',
  containers: ['payments', 'istio-proxy'],
  initContainers: ['istio-init'],
} as const;
