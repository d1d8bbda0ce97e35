import { type Json, type JsonObject, json, object } from './json.ts';
import { metadataObject, nodeMetadata } from './metadata.ts';
import { ads, socketAddress, typed } from './pieces.ts';
import { nodeCluster, nodeId, type ProxyInput } from './proxy.ts';
import { adminPort, loopback, setting } from './settings.ts';
import { sidecarClusters } from './sidecar-clusters.ts';
import { sidecarListeners } from './sidecar-listeners.ts';
import { sidecarRuntime } from './sidecar-runtime.ts';
import { statsConfig, statsFlushInterval } from './sidecar-stats.ts';

/**
 * The bootstrap as pilot-agent writes it (`envoy-rev.json`), in its order of fields. Source of every field:
 * istio.io/istio/pkg/bootstrap and the template tools/packaging/common/envoy_bootstrap.json of the same module.
 */
export function sidecarBootstrap(proxy: ProxyInput): JsonObject {
  const metadata = metadataObject(nodeMetadata(proxy));
  return json({
    application_log_config: applicationLog(proxy),
    node: json({
      id: nodeId(proxy),
      cluster: nodeCluster(proxy).value,
      locality: locality(proxy),
      metadata,
    }),
    layered_runtime: json({
      layers: [
        json({ name: 'global config', static_layer: sidecarRuntime(proxy) }),
        json({ name: 'admin', admin_layer: json({}) }),
      ],
    }),
    bootstrap_extensions: extensions(metadata),
    stats_flush_interval: statsFlushInterval(proxy),
    stats_config: statsConfig(proxy, metadata),
    admin: json({
      access_log: [
        json({
          name: 'envoy.access_loggers.file',
          typed_config: typed('envoy.extensions.access_loggers.file.v3.FileAccessLog', {
            path: '/dev/null',
          }),
        }),
      ],
      profile_path: '/var/lib/istio/data/envoy.prof',
      address: socketAddress(loopback(proxy), adminPort(proxy)),
    }),
    dynamic_resources: json({
      lds_config: ads(proxy.start.fetchTimeout),
      cds_config: ads(proxy.start.fetchTimeout),
      ads_config: json({
        api_type: 'DELTA_GRPC',
        set_node_on_first_message_only: true,
        transport_api_version: 'V3',
        grpc_services: [json({ envoy_grpc: json({ cluster_name: 'xds-grpc' }) })],
      }),
    }),
    static_resources: json({
      clusters: sidecarClusters(proxy, metadata),
      listeners: sidecarListeners(proxy, metadata),
    }),
    overload_manager: overload(proxy),
    deferred_stat_options: json({ enable_deferred_creation_stats: true }),
  });
}

function applicationLog(proxy: ProxyInput): Json {
  const asJson = proxy.flag('--log_as_json') !== null;
  return json({
    log_format: asJson
      ? json({
          json_format: json({
            time: '%Y-%m-%dT%T.%fZ',
            level: '%l',
            scope: 'envoy %n',
            msg: '%j',
            caller: '%g:%#',
            thread: '%t',
          }),
        })
      : json({ text_format: '%Y-%m-%dT%T.%fZ\t%l\tenvoy %n %g:%#\t%v\tthread=%t' }),
  });
}

/** Region, zone and sub-zone from the pod's labels, `.` standing for `/` in a label. */
function locality(proxy: ProxyInput): Json {
  const label = proxy.labels?.get('topology.istio.io/locality') ?? proxy.labels?.get('istio-locality') ?? '';
  const text = label.includes('/') ? label : label.replaceAll('.', '/');
  const [region, zone, subZone] = text.split('/');
  return object(
    [
      ['region', region],
      ['zone', zone],
      ['sub_zone', subZone],
    ].flatMap(([key, value]) => (key === undefined || !value ? [] : [[key, value] as const])),
  );
}

const TYPED_STRUCT = 'udpa.type.v1.TypedStruct';

function extensions(metadata: JsonObject): Json {
  const discovery = json({
    name: 'metadata_discovery',
    typed_config: typed(TYPED_STRUCT, {
      type_url: 'type.googleapis.com/istio.workload.BootstrapExtension',
      value: json({ config_source: json({ ads: json({}) }) }),
    }),
  });
  return [
    ...(metadata.METADATA_DISCOVERY === 'true' ? [discovery] : []),
    json({
      name: 'envoy.bootstrap.internal_listener',
      typed_config: typed(TYPED_STRUCT, {
        type_url: 'type.googleapis.com/envoy.extensions.bootstrap.internal_listener.v3.InternalListener',
        value: json({ buffer_size_kb: 64 }),
      }),
    }),
  ];
}

/** proxyMetadata, else a runtime value, else the largest 32-bit number. */
function overload(proxy: ProxyInput): Json {
  const metadata = setting(proxy, 'proxyMetadata') as JsonObject | null;
  const runtime = setting(proxy, 'runtimeValues') as JsonObject | null;
  const wanted =
    metadata?.ISTIO_META_GLOBAL_DOWNSTREAM_MAX_CONNECTIONS ??
    runtime?.['overload.global_downstream_max_connections'];
  const connections = /^\d+$/.test(String(wanted ?? '')) ? Number(wanted) : 2147483647;
  return json({
    resource_monitors: [
      json({
        name: 'envoy.resource_monitors.global_downstream_max_connections',
        typed_config: typed(
          'envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig',
          { max_active_downstream_connections: connections },
        ),
      }),
    ],
  });
}
