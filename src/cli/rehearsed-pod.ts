/**
 * A pod as kube-inject leaves it, with one of everything that a drawing shows. It is drawn by `rehearse` and never shown.
 */
export const REHEARSED_POD = `apiVersion: v1
kind: Pod
metadata:
  annotations:
    istio.io/rev: default
    prometheus.io/port: "15020"
    sidecar.istio.io/status: '{"initContainers":["istio-init"],"containers":["istio-proxy"],"revision":"default"}'
  labels:
    app: rehearsal
    service.istio.io/canonical-name: rehearsal
  name: rehearsal
  namespace: default
spec:
  containers:
  - args:
    - --http-port=8080
    image: example.org/rehearsal:1
    name: app
    ports:
    - containerPort: 8080
      name: http
    readinessProbe:
      httpGet:
        path: /app-health/app/readyz
        port: 15020
    resources: {}
  - args:
    - proxy
    - sidecar
    - --domain
    - $(POD_NAMESPACE).svc.cluster.local
    - --proxyLogLevel=warning
    env:
    - name: CA_ADDR
      value: istiod.istio-system.svc:15012
    - name: POD_NAME
      valueFrom:
        fieldRef:
          fieldPath: metadata.name
    - name: POD_NAMESPACE
      valueFrom:
        fieldRef:
          fieldPath: metadata.namespace
    - name: INSTANCE_IP
      valueFrom:
        fieldRef:
          fieldPath: status.podIP
    - name: ISTIO_CPU_LIMIT
      valueFrom:
        resourceFieldRef:
          divisor: "1"
          resource: limits.cpu
    - name: PROXY_CONFIG
      value: |
        {}
    - name: ISTIO_META_POD_PORTS
      value: |-
        [
            {"name":"http","containerPort":8080}
        ]
    - name: ISTIO_META_CLUSTER_ID
      value: Kubernetes
    - name: ISTIO_META_NODE_NAME
      valueFrom:
        fieldRef:
          fieldPath: spec.nodeName
    - name: ISTIO_META_WORKLOAD_NAME
      value: rehearsal
    - name: ISTIO_META_MESH_ID
      value: cluster.local
    image: example.org/proxyv2:1
    name: istio-proxy
    ports:
    - containerPort: 15090
      name: http-envoy-prom
      protocol: TCP
    readinessProbe:
      httpGet:
        path: /healthz/ready
        port: 15021
      periodSeconds: 15
    resources:
      limits:
        cpu: "2"
        memory: 1Gi
    securityContext:
      runAsUser: 1337
    volumeMounts:
    - mountPath: /var/run/secrets/istio
      name: istiod-ca-cert
    - mountPath: /etc/istio/proxy
      name: istio-envoy
    - mountPath: /var/run/secrets/tokens
      name: istio-token
    - mountPath: /etc/istio/pod
      name: istio-podinfo
  initContainers:
  - args:
    - istio-iptables
    - -p
    - "15001"
    - -i
    - '*'
    image: example.org/proxyv2:1
    name: istio-init
    securityContext:
      capabilities:
        add:
        - NET_ADMIN
  serviceAccountName: rehearsal
  volumes:
  - emptyDir:
      medium: Memory
    name: istio-envoy
  - downwardAPI:
      items:
      - fieldRef:
          fieldPath: metadata.labels
        path: labels
    name: istio-podinfo
  - name: istio-token
    projected:
      sources:
      - serviceAccountToken:
          audience: istio-ca
          expirationSeconds: 43200
          path: istio-token
  - configMap:
      name: istio-ca-root-cert
    name: istiod-ca-cert
`;
