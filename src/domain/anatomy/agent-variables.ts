/**
 * Variables that pilot-agent, or the Go runtime in it, uses itself and that reach neither metadata nor bootstrap
 * (read in istio.io/istio: pilot/cmd/pilot-agent, pkg/istio-agent, pkg/envoy, pkg/dns, pkg/wasm, pkg/security).
 */
const AGENT_VARIABLES: ReadonlySet<string> = new Set([
  'CA_ADDR',
  'CA_PROVIDER',
  'CA_ROOT_CA',
  'CREDENTIAL_FETCHER_TYPE',
  'CREDENTIAL_IDENTITY_PROVIDER',
  'DISABLE_ENVOY',
  'DNS_FORWARD_PARALLEL',
  'DNS_FORWARD_TIMEOUT',
  'ECC_CURVE',
  'ECC_SIGNATURE_ALGORITHM',
  'ENABLE_PROBE_KEEPALIVE_CONNECTIONS',
  'EXIT_ON_ZERO_ACTIVE_CONNECTIONS',
  'FILE_DEBOUNCE_DURATION',
  'FILE_MOUNTED_CERTS',
  'GOMAXPROCS',
  'GOMEMLIMIT',
  'GRPC_XDS_BOOTSTRAP',
  'HOST_IP',
  'ISTIO_CPU_LIMIT',
  'ISTIO_ENABLE_HTTP2_PROBING',
  'ISTIO_ENVOY_ENABLE_CORE_DUMP',
  'ISTIO_KUBE_APP_PROBERS',
  'ISTIO_PROMETHEUS_ANNOTATIONS',
  'ISTIOD_SAN',
  'JWT_POLICY',
  'MINIMUM_DRAIN_DURATION',
  'OUTPUT_CERTS',
  'PILOT_CERT_PROVIDER',
  'PKCS8_KEY',
  'PROV_CERT',
  'PROXY_CONFIG_XDS_AGENT',
  'REWRITE_PROBE_LEGACY_LOCALHOST_DESTINATION',
  'SECRET_GRACE_PERIOD_RATIO',
  'SECRET_GRACE_PERIOD_RATIO_JITTER',
  'SECRET_TTL',
  'TRUST_DOMAIN',
  'WASM_HTTP_REQUEST_MAX_RETRIES',
  'WASM_HTTP_REQUEST_TIMEOUT',
  'WASM_INSECURE_REGISTRIES',
  'WASM_MODULE_EXPIRY',
  'WASM_PURGE_INTERVAL',
  'WORKLOAD_RSA_KEY_SIZE',
  'XDS_AUTH_PROVIDER',
  'XDS_ROOT_CA',
]);

/** Whether pilot-agent is known to use a variable of this name itself. */
export function isAgentVariable(name: string): boolean {
  return AGENT_VARIABLES.has(name) || name.startsWith('XDS_HEADER_') || name.startsWith('CA_HEADER_');
}
