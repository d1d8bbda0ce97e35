import { type Json, type JsonObject, json } from './json.ts';
import { tcpAddress, typed } from './pieces.ts';
import type { ProxyInput } from './proxy.ts';
import { loopback, setting, wildcard } from './settings.ts';

/** Static listeners of a sidecar: metrics on 15090, readiness on 15021. All others come from istiod. */
export function sidecarListeners(proxy: ProxyInput, metadata: JsonObject): Json {
  const proxyMetadata = setting(proxy, 'proxyMetadata') as JsonObject | null;
  const here = proxyMetadata?.METRICS_LOCALHOST_ACCESS_ONLY === 'true' ? loopback(proxy) : wildcard(proxy);
  const compress = setting(proxy, 'statsCompression') !== false;
  return [
    listener(here, Number(metadata.ENVOY_PROMETHEUS_PORT), 'stats', '/stats/prometheus', 'prometheus_stats', [
      ...(compress ? ['brotli', 'zstd', 'gzip'].map(compressor) : []),
      router(),
    ]),
    listener(wildcard(proxy), Number(metadata.ENVOY_STATUS_PORT), 'agent', '/healthz/ready', 'agent', [
      router(),
    ]),
  ];
}

function listener(
  address: string,
  port: number,
  statPrefix: string,
  path: string,
  cluster: string,
  filters: readonly Json[],
): Json {
  return json({
    name: `${address}_${port}`,
    address: tcpAddress(address, port),
    ignore_global_conn_limit: true,
    bypass_overload_manager: true,
    filter_chains: [
      json({
        filters: [
          json({
            name: 'envoy.filters.network.http_connection_manager',
            typed_config: typed(
              'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
              {
                codec_type: 'AUTO',
                stat_prefix: statPrefix,
                route_config: json({ virtual_hosts: [backend(path, cluster)] }),
                http_filters: filters,
              },
            ),
          }),
        ],
      }),
    ],
  });
}

function backend(path: string, cluster: string): Json {
  return json({
    name: 'backend',
    domains: ['*'],
    routes: [json({ match: json({ prefix: path }), route: json({ cluster }) })],
  });
}

function router(): Json {
  return json({
    name: 'envoy.filters.http.router',
    typed_config: typed('envoy.extensions.filters.http.router.v3.Router'),
  });
}

const COMPRESSED = [
  'text/plain',
  'application/vnd.google.protobuf',
  'application/openmetrics-text',
  'application/openmetrics-protobuf',
];

function compressor(name: string): Json {
  const message = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return json({
    name: `envoy.filters.http.compressor.${name}`,
    typed_config: typed('envoy.extensions.filters.http.compressor.v3.Compressor', {
      compressor_library: json({
        name: `stats_${name}`,
        typed_config: typed(`envoy.extensions.compression.${name}.compressor.v3.${message}`),
      }),
      response_direction_config: json({ common_config: json({ content_type: COMPRESSED }) }),
    }),
  });
}
