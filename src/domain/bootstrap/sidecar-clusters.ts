import { type Json, type JsonObject, json } from './json.ts';
import { http2, tcpAddress } from './pieces.ts';
import type { ProxyInput } from './proxy.ts';
import { adminPort, loopback, setting } from './settings.ts';

/** Static clusters of a sidecar: to Envoy's own admin, to pilot-agent, to its two sockets. */
export function sidecarClusters(proxy: ProxyInput, metadata: JsonObject): Json {
  const socket = String(metadata.WORKLOAD_IDENTITY_SOCKET_FILE ?? 'socket');
  return [
    local('prometheus_stats', tcpAddress(loopback(proxy), adminPort(proxy))),
    local('agent', tcpAddress(loopback(proxy), Number(setting(proxy, 'statusPort') ?? 0))),
    json({
      name: 'sds-grpc',
      alt_stat_name: 'sds-grpc;',
      type: 'STATIC',
      typed_extension_protocol_options: http2(),
      connect_timeout: '1s',
      lb_policy: 'ROUND_ROBIN',
      load_assignment: assignment('sds-grpc', pipe(`./var/run/secrets/workload-spiffe-uds/${socket}`)),
    }),
    xds(proxy),
  ];
}

/** pilot-agent's socket for xDS: `XDS` in its configuration folder. */
export function xdsSocket(proxy: ProxyInput): string {
  return `${String(setting(proxy, 'configPath') ?? '')}/XDS`;
}

function xds(proxy: ProxyInput): Json {
  return json({
    name: 'xds-grpc',
    alt_stat_name: 'xds-grpc;',
    type: 'STATIC',
    connect_timeout: '1s',
    lb_policy: 'ROUND_ROBIN',
    load_assignment: assignment('xds-grpc', pipe(xdsSocket(proxy))),
    circuit_breakers: json({
      thresholds: ['DEFAULT', 'HIGH'].map((priority) =>
        json({
          priority,
          max_connections: 100000,
          max_pending_requests: 100000,
          max_requests: 100000,
        }),
      ),
    }),
    upstream_connection_options: json({ tcp_keepalive: json({ keepalive_time: 300 }) }),
    max_requests_per_connection: 1,
    typed_extension_protocol_options: http2(),
  });
}

function local(name: string, address: Json): Json {
  return json({
    name,
    alt_stat_name: `${name};`,
    type: 'STATIC',
    connect_timeout: '0.250s',
    lb_policy: 'ROUND_ROBIN',
    load_assignment: assignment(name, address),
  });
}

function pipe(path: string): Json {
  return json({ pipe: json({ path }) });
}

function assignment(cluster: string, address: Json): Json {
  return json({
    cluster_name: cluster,
    endpoints: [json({ lb_endpoints: [json({ endpoint: json({ address }) })] })],
  });
}
