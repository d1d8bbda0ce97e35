import { LAB_PORT } from '../model.ts';

/** What files of the labs have to hold, their values left out: for who writes them by hand. */

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

export const ARGUMENT_FORM = lines('role=', 'domain=', 'proxy_log_level=', 'component_log_level=');

export const ENVIRONMENT_FORM = lines(
  'CA_ADDR=',
  'PILOT_CERT_PROVIDER=',
  'ISTIO_META_CLUSTER_ID=',
  'TRUST_DOMAIN=',
  'ISTIO_META_WORKLOAD_NAME=',
  'POD_NAMESPACE=fieldRef:',
  'SERVICE_ACCOUNT=fieldRef:',
);

export const MESH_FORM = lines('discovery_address=', 'root_namespace=', 'trust_domain=', 'ca_addr_same=');

/** The shape of the lab's bootstrap; `…` is what the steps before give. */
export const bootstrapForm = (adminPort: number): string => `admin:
  address:
    socket_address: { address: 127.0.0.1, port_value: ${adminPort} }
node:
  id: sidecar~…~…~…
  cluster: …
  metadata: { CLUSTER_ID: …, MESH_ID: …, NAMESPACE: …, WORKLOAD_NAME: … }
dynamic_resources:
  ads_config:
    api_type: GRPC
    transport_api_version: V3
    grpc_services:
      - envoy_grpc: { cluster_name: … }
  cds_config: { resource_api_version: V3, initial_fetch_timeout: 0s, ads: {} }
  lds_config: { resource_api_version: V3, initial_fetch_timeout: 0s, ads: {} }
static_resources:
  clusters:
    - name: …
      type: STRICT_DNS
      typed_extension_protocol_options:
        envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
          "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
          explicit_http_config: { http2_protocol_options: {} }
      load_assignment:
        cluster_name: …
        endpoints:
          - lb_endpoints:
              - endpoint:
                  address:
                    socket_address: { address: …, port_value: … }
`;

export const OUTPUT_FORM = lines('… all that envoy printed …', 'rc=');

export const NODE_FORM = `{
  "id": "…",
  "cluster": "…",
  "metadata": { … }
}
`;

export const READY_FORM = lines('ready_code=', 'ready_body=', 'connected_state=');

export const IDENTITY_FORM = lines(
  'token_volume=',
  'token_audience=',
  'token_mount=',
  'ca_configmap=',
  'ca_mount=',
);

/** Another port than the lab's counts where the report names it. */
export function reportForm(adminPort: number): string {
  return lines(
    'xds_address=',
    'xds_cluster=',
    'typo_rc=',
    'ready_without_istiod=',
    '',
    ...(adminPort === LAB_PORT ? [] : [`- Admin port: ${adminPort}`]),
    '- a symptom: its cause (four such lines or more)',
  );
}

export const INJECTION_NOTE_FORM = lines(
  '… pods that exist already: they stay as they are …',
  '… a rollout, which recreates them, brings the sidecar …',
);

export const ANALYZE_NOTE_FORM = lines(
  '… that it looks at configuration, and does so statically …',
  '… when: before it is applied, or after …',
  '… and at no traffic …',
  '(two lines or more)',
);

export const SIDECAR_FORM = `{
  "containers": ["…", "istio-proxy"],
  "init_containers": ["…"],
  "container_count": 0,
  "proxy_image": "…",
  "interception": "one sentence with the word iptables"
}
`;

export const READINESS_FORM = `{
  "istio_crds": 0,
  "injection_namespaces": ["…"],
  "analyze_errors": 0
}
`;

/** Two Namespaces in a file, where no cluster holds them. */
export function namespacesFile(namespace: string, control: string): string {
  const named = (name: string): string => `apiVersion: v1\\nkind: Namespace\\nmetadata:\\n  name: ${name}\\n`;
  return `printf '${named(namespace)}  labels:\\n    istio-injection: enabled\\n---\\n${named(control)}' > namespaces.yaml`;
}
