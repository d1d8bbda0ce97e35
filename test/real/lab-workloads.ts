/** Workloads for which the labs are done, beside the sample. */
export const TWO = `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      containers: [{name: web, image: "web:1"}, {name: cache, image: "cache:1"}]
`;
export const STATEFUL = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ledger, namespace: books}
spec:
  serviceName: ledger
  selector: {matchLabels: {app: ledger}}
  template:
    metadata: {labels: {app: ledger}}
    spec:
      serviceAccountName: ledger
      containers:
        - {name: db, image: "db:1", volumeMounts: [{name: data, mountPath: /data}, {name: vault, mountPath: /vault}]}
      volumes:
        - {name: vault, projected: {sources: [{serviceAccountToken: {audience: vault, path: t}}]}}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;
export const NATIVE = TWO.replace(
  'metadata: {labels',
  'metadata: {annotations: {sidecar.istio.io/nativeSidecar: "true"}, labels',
);
// A container of the user's with the proxy's name is merged into it: that is how anything comes into its variables.
export const HOSTILE = `apiVersion: apps/v1
kind: Deployment
metadata: {name: 결제-서비스}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: "결제 'x'"}}
    spec:
      containers:
        - {name: web, image: "web:1"}
        - name: istio-proxy
          image: auto
          env:
            - {name: TRUST_DOMAIN, value: "a\\"b\\nc\\t결제 \\\\ \\u001b[31m"}
            - {name: PILOT_CERT_PROVIDER, value: "\\"quoted\\" = 'x' #y"}
            - {name: ISTIO_META_CLUSTER_ID, value: "0123"}
            - {name: ISTIO_META_MESH_ID, value: ${'m'.repeat(5000)}}
`;
