import { atPointer, isObject, type Json } from '../bootstrap/json.ts';
import { idOf } from './identifiers.ts';
import type { Origin } from './model.ts';
import type { ProxyContext } from './proxy-context.ts';

/** Where the bootstrap says how ADS is spoken; what is not written there is no part. */
const ADS_FIELDS = {
  cluster_name: '/dynamic_resources/ads_config/grpc_services/0/envoy_grpc/cluster_name',
  api_type: '/dynamic_resources/ads_config/api_type',
  transport_api_version: '/dynamic_resources/ads_config/transport_api_version',
  set_node_on_first_message_only: '/dynamic_resources/ads_config/set_node_on_first_message_only',
  cds_config: '/dynamic_resources/cds_config/initial_fetch_timeout',
  lds_config: '/dynamic_resources/lds_config/initial_fetch_timeout',
} as const;

/** The fields of ADS one by one, each with its place; of CDS and LDS what they wait for their first answer. */
export function adsFields(context: ProxyContext, origin: Origin): void {
  for (const [label, pointer] of Object.entries(ADS_FIELDS))
    field(context, origin, 'bootstrap/ads', label, pointer, atPointer(context.bootstrap.value, pointer), {
      ...(pointer.endsWith('/initial_fetch_timeout') ? { detail: 'initial_fetch_timeout' } : {}),
    });
}

/** The plain fields of a static cluster in the order of the text, and by which protocol it speaks. */
export function clusterFields(context: ProxyContext, origin: Origin, cluster: Json, index: number): void {
  if (!isObject(cluster)) return;
  const parent = idOf('bootstrap', 'cluster', String(cluster.name ?? ''));
  const pointer = `/static_resources/clusters/${index}`;
  for (const [key, value] of Object.entries(cluster)) {
    if (key === 'name') continue;
    field(context, origin, parent, key, `${pointer}/${key}`, protocolOf(key, value) ?? value);
  }
}

/** `HTTP/2` of `typed_extension_protocol_options`; of any other field nothing. */
function protocolOf(key: string, options: Json | undefined): string | undefined {
  if (key !== 'typed_extension_protocol_options' || !isObject(options)) return undefined;
  const speaks = Object.values(options).some(
    (option) => atPointer(option ?? null, '/explicit_http_config/http2_protocol_options') !== undefined,
  );
  return speaks ? 'HTTP/2' : undefined;
}

function field(
  { builder, bootstrap }: ProxyContext,
  origin: Origin,
  parent: string,
  label: string,
  pointer: string,
  value: Json | undefined,
  more: { readonly detail?: string } = {},
): void {
  if (value === undefined || value === null || typeof value === 'object') return;
  builder.add({
    id: `${parent}/${label}`,
    kind: 'field',
    label,
    value: String(value),
    source: bootstrap.range(pointer),
    origin,
    parent,
    change: 'added',
    ...more,
  });
}
