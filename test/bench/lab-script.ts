/**
 * The bootstrap lab as a person does it in a terminal, in one script: the same commands of istioctl, Envoy and curl; sed, awk
 * and grep, which start faster, stand for yq and jq. The three injection files are there, as on the lab's own machine; nothing
 * is waited for longer than needed.
 * Parameters: 1 the folder, 2 istioctl, 3 envoy, 4 the admin port.
 */
export const LAB_SCRIPT = `set -e
cd "$1"; istioctl=$2; envoy=$3; port=$4
export KUBECONFIG=/dev/null
"$istioctl" kube-inject --revision default -f payments.yaml --injectConfigFile config.yaml \\
  --meshConfigFile mesh-config.yaml --valuesFile values.yaml > inject.yaml
args() { sed -n '/^      - args:$/,/^        env:$/p' inject.yaml | grep -A40 -- '- proxy$'; }
{
  echo "role=$(args | sed -n '2s/^ *- //p')"
  echo "domain=$(args | grep -A1 -- '- --domain$' | sed -n '2s/^ *- //p')"
  echo "proxy_log_level=$(args | sed -n 's/^ *- --proxyLogLevel=//p')"
  echo "component_log_level=$(args | sed -n 's/^ *- --proxyComponentLogLevel=//p')"
} > 01-args.txt
value() { grep -A1 -- "- name: $1$" inject.yaml | sed -n '2s/^ *value: //p'; }
path() { grep -A3 -- "- name: $1$" inject.yaml | sed -n 's/^ *fieldPath: /fieldRef:/p'; }
for name in CA_ADDR PILOT_CERT_PROVIDER ISTIO_META_CLUSTER_ID TRUST_DOMAIN ISTIO_META_WORKLOAD_NAME; do
  echo "$name=$(value $name)"
done > 02-env.txt
for name in POD_NAMESPACE SERVICE_ACCOUNT; do echo "$name=$(path $name)"; done >> 02-env.txt
discovery=$(sed -n 's/^ *discoveryAddress: //p' mesh-config.yaml)
ca=$(sed -n 's/^CA_ADDR=//p' 02-env.txt)
if [ "$discovery" = "$ca" ]; then same=yes; else same=no; fi
{
  echo "discovery_address=$discovery"
  echo "root_namespace=$(sed -n 's/^rootNamespace: //p' mesh-config.yaml)"
  echo "trust_domain=$(sed -n 's/^trustDomain: //p' mesh-config.yaml)"
  echo "ca_addr_same=$same"
} > 03-mesh.txt
cat > bootstrap.yaml <<END
admin: {address: {socket_address: {address: 127.0.0.1, port_value: $port}}}
node:
  id: sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local
  cluster: payments.default
  metadata:
    CLUSTER_ID: $(sed -n 's/^ISTIO_META_CLUSTER_ID=//p' 02-env.txt)
    MESH_ID: $(value ISTIO_META_MESH_ID)
    NAMESPACE: default
    WORKLOAD_NAME: $(sed -n 's/^ISTIO_META_WORKLOAD_NAME=//p' 02-env.txt)
dynamic_resources:
  ads_config: {api_type: GRPC, transport_api_version: V3, grpc_services: [{envoy_grpc: {cluster_name: xds-grpc}}]}
  cds_config: {ads: {}, initial_fetch_timeout: 0s, resource_api_version: V3}
  lds_config: {ads: {}, initial_fetch_timeout: 0s, resource_api_version: V3}
static_resources:
  clusters:
    - name: xds-grpc
      type: STRICT_DNS
      typed_extension_protocol_options:
        envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
          "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
          explicit_http_config: {http2_protocol_options: {}}
      load_assignment:
        cluster_name: xds-grpc
        endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: \${discovery%:*}, port_value: \${discovery##*:}}}}}]}]
END
code=0; "$envoy" --mode validate -c bootstrap.yaml > 04-validate.txt 2>&1 || code=$?
echo "rc=$code" >> 04-validate.txt
sed '/envoy_grpc/s/xds-grpc/istiod-xds/' bootstrap.yaml > boot-typo.yaml
code=0; "$envoy" --mode validate -c boot-typo.yaml > 05-typo.txt 2>&1 || code=$?
echo "rc=$code" >> 05-typo.txt
"$envoy" -c bootstrap.yaml --log-level warn --disable-hot-restart > envoy.log 2>&1 < /dev/null &
running=$!
until curl -s -o /dev/null "http://127.0.0.1:$port/ready"; do sleep 0.01; done
curl -s "http://127.0.0.1:$port/config_dump" > dump.json
awk '/^ *"node": \\{/ {print "{"; on = 1; next} /"user_agent_name"/ && on {exit} on' dump.json |
  sed '$s/,$//' > 06-node.json
echo '}' >> 06-node.json
{
  echo "ready_code=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/ready")"
  echo "ready_body=$(curl -s "http://127.0.0.1:$port/ready")"
  echo "connected_state=$(curl -s "http://127.0.0.1:$port/stats?filter=control_plane.connected_state" | sed 's/.*: //')"
} > 06-ready.txt
kill $running; wait $running || true
volume() { grep -B3 "^ *- $1:" inject.yaml | sed -n 's/^ *- name: //p'; }
mount() { grep -B1 "^ *name: $1$" inject.yaml | sed -n 's/^ *- mountPath: //p'; }
{
  echo "token_volume=$(volume serviceAccountToken)"
  echo "token_audience=$(sed -n 's/^ *audience: //p' inject.yaml)"
  echo "token_mount=$(mount istio-token)"
  echo "ca_configmap=$(grep -B1 '^ *name: istiod-ca-cert$' inject.yaml | sed -n 's/^ *name: \\(istio-ca.*\\)/\\1/p')"
  echo "ca_mount=$(mount istiod-ca-cert)"
} > 07-identity.txt
cat > 08-report.md <<END
xds_address=$discovery
xds_cluster=xds-grpc
typo_rc=$(sed -n 's/^rc=//p' 05-typo.txt)
ready_without_istiod=$(sed -n 's/^ready_body=//p' 06-ready.txt)

- Admin port: $port instead of the lab's 9982.
- CrashLoopBackOff: the bootstrap was refused.
- Running, but not Ready: istiod was not reached.
- No certificate: look at the audience of the token.
- istiod is not trusted: look at the root certificate.
END
`;
