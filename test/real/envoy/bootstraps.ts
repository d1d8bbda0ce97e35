import { LAB_NODE } from '../../helpers/lab-node.ts';

export interface BootstrapChoice {
  /** Port of the control plane on 127.0.0.1; 9 is the discard port, where nothing listens. */
  readonly controlPlane?: number;
  readonly adminPort?: number;
  readonly adminAddress?: string;
  readonly fetchTimeout?: string;
  readonly adsCluster?: string;
  /** More static clusters, as JSON. */
  readonly clusters?: readonly object[];
}

const http2 = {
  'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
    '@type': 'type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
    explicit_http_config: { http2_protocol_options: {} },
  },
};

/** The bootstrap of the lab: one static cluster, clusters and listeners over ADS. As JSON, which is YAML too. */
export function labBootstrap(choice: BootstrapChoice = {}): string {
  const source = {
    ads: {},
    resource_api_version: 'V3',
    initial_fetch_timeout: choice.fetchTimeout ?? '0s',
  };
  const address = { address: '127.0.0.1', port_value: choice.controlPlane ?? 9 };
  const xds = {
    name: 'xds-grpc',
    type: 'STRICT_DNS',
    connect_timeout: '1s',
    typed_extension_protocol_options: http2,
    load_assignment: {
      cluster_name: 'xds-grpc',
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: address } } }] }],
    },
  };
  return JSON.stringify(
    {
      admin: {
        address: {
          socket_address: {
            address: choice.adminAddress ?? '127.0.0.1',
            port_value: choice.adminPort ?? 0,
          },
        },
      },
      node: LAB_NODE,
      dynamic_resources: {
        ads_config: {
          api_type: 'GRPC',
          transport_api_version: 'V3',
          grpc_services: [{ envoy_grpc: { cluster_name: choice.adsCluster ?? 'xds-grpc' } }],
        },
        cds_config: source,
        lds_config: source,
      },
      static_resources: { clusters: [xds, ...(choice.clusters ?? [])] },
    },
    null,
    2,
  );
}

/** A static cluster that cannot start before its certificate came over an SDS stream of its own. */
export const clusterWaitingForIdentity = {
  name: 'needs-identity',
  type: 'STATIC',
  connect_timeout: '1s',
  transport_socket: {
    name: 'tls',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext',
      common_tls_context: {
        tls_certificate_sds_secret_configs: [
          {
            name: 'default',
            sds_config: {
              resource_api_version: 'V3',
              initial_fetch_timeout: '0s',
              api_config_source: {
                api_type: 'GRPC',
                transport_api_version: 'V3',
                grpc_services: [{ envoy_grpc: { cluster_name: 'xds-grpc' } }],
              },
            },
          },
        ],
      },
    },
  },
};
