import { atPointer, isObject, type Json } from '../bootstrap/json.ts';
import { adsFields, clusterFields } from './bootstrap-fields.ts';
import type { AnatomyBuilder } from './builder.ts';
import { idOf } from './identifiers.ts';
import type { Origin } from './model.ts';
import { type ProxyContext, phrase } from './proxy-context.ts';

const ENDPOINT = '/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address';

/** Adds the bootstrap of the chosen variant: admin, ADS, static clusters and listeners, each with its range. */
export function bootstrapParts(context: ProxyContext): void {
  const { builder, bootstrap, variant } = context;
  const origin: Origin = variant === 'sidecar' ? 'agent' : 'lab';
  const at = (pointer: string): Json | undefined => atPointer(bootstrap.value, pointer);
  builder.add({
    id: 'bootstrap',
    kind: 'bootstrap',
    label: 'bootstrap',
    value: variant,
    source: bootstrap.range(''),
    origin,
    parent: null,
    change: 'added',
    detail: detailOf(context),
  });
  builder.add({
    id: 'bootstrap/admin',
    kind: 'admin',
    label: 'admin',
    value: addressText(at('/admin/address')),
    source: bootstrap.range('/admin'),
    origin,
    parent: 'bootstrap',
    change: 'added',
  });
  adsPart(context, origin);
  for (const [index, cluster] of list(at('/static_resources/clusters')).entries()) {
    const name = text(cluster, 'name');
    builder.add({
      id: idOf('bootstrap', 'cluster', name),
      kind: 'static-cluster',
      label: name,
      value: addressText(atPointer(cluster, ENDPOINT)),
      source: bootstrap.range(`/static_resources/clusters/${index}`),
      origin,
      parent: 'bootstrap',
      change: 'added',
      ...phrase(text(cluster, 'type'), speaksHttp2(cluster) ? 'HTTP/2' : null),
    });
    clusterFields(context, origin, cluster, index);
  }
  for (const [index, listener] of list(at('/static_resources/listeners')).entries()) {
    const name = text(listener, 'name');
    builder.add({
      id: idOf('bootstrap', 'listener', name),
      kind: 'static-listener',
      label: name,
      value: addressText(atPointer(listener, '/address')),
      source: bootstrap.range(`/static_resources/listeners/${index}`),
      origin,
      parent: 'bootstrap',
      change: 'added',
      ...phrase(routeOf(listener)?.path, 'static: all other listeners come from istiod'),
    });
  }
  insideLinks(context.builder, list(at('/static_resources/listeners')));
}

function detailOf({ variant, proxy }: ProxyContext): string {
  switch (variant) {
    case 'lab':
      return "written by hand for the lab: a simplification of a real sidecar's";
    case 'typo':
      return "the lab's, with a wrong ADS cluster name";
    case 'sidecar':
      return waitsForEver(proxy.start.fetchTimeout)
        ? 'as pilot-agent writes it: envoy-rev.json'
        : `as pilot-agent writes it (envoy-rev.json), but for initial_fetch_timeout ${proxy.start.fetchTimeout}: there it is 0s`;
  }
}

/** Whether a duration is none, which Envoy takes for “wait without end”. */
const waitsForEver = (duration: string): boolean => /^0+(\.0+)?s$/.test(duration);

function adsPart(context: ProxyContext, origin: Origin): void {
  const { builder, bootstrap, proxy, variant } = context;
  const name = '/dynamic_resources/ads_config/grpc_services/0/envoy_grpc/cluster_name';
  const cluster = String(atPointer(bootstrap.value, name) ?? '');
  const { fetchTimeout } = proxy.start;
  const waits = waitsForEver(fetchTimeout)
    ? `initial_fetch_timeout ${fetchTimeout}: waits for ever`
    : // Measured: Envoy waits for CDS as long as that, and then for LDS; LIVE comes after both.
      `initial_fetch_timeout ${fetchTimeout}: each in turn, then starts without configuration`;
  builder.add({
    id: 'bootstrap/ads',
    kind: 'ads',
    label: 'ADS',
    value: cluster,
    source: bootstrap.range('/dynamic_resources'),
    origin,
    parent: 'bootstrap',
    change: 'added',
    ...phrase(
      'CDS and LDS',
      String(atPointer(bootstrap.value, '/dynamic_resources/ads_config/api_type')),
      waits,
    ),
  });
  adsFields(context, origin);
  const target = idOf('bootstrap', 'cluster', cluster);
  builder.link('bootstrap/ads', target, variant === 'typo' ? 'ads-cluster-missing' : 'ads-cluster');
  if (variant === 'typo')
    builder.add({
      id: target,
      kind: 'static-cluster',
      label: cluster,
      value: null,
      source: bootstrap.range(name),
      origin,
      parent: 'bootstrap',
      change: 'added',
      detail: 'named by ADS, but in no static cluster: Envoy refuses the bootstrap',
    });
}

function insideLinks(builder: AnatomyBuilder, listeners: readonly Json[]): void {
  builder.link(idOf('bootstrap', 'cluster', 'prometheus_stats'), 'bootstrap/admin', 'endpoint');
  for (const listener of listeners) {
    const id = idOf('bootstrap', 'listener', text(listener, 'name'));
    const cluster = routeOf(listener)?.cluster;
    if (cluster !== undefined) builder.link(id, idOf('bootstrap', 'cluster', cluster), 'probes');
  }
}

function routeOf(listener: Json): { readonly path: string; readonly cluster: string } | undefined {
  const route = '/filter_chains/0/filters/0/typed_config/route_config/virtual_hosts/0/routes/0';
  const path = atPointer(listener, `${route}/match/prefix`);
  const cluster = atPointer(listener, `${route}/route/cluster`);
  return path === undefined || cluster === undefined
    ? undefined
    : { path: String(path), cluster: String(cluster) };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function text(value: Json, key: string): string {
  return String(atPointer(value, `/${key}`) ?? '');
}

function speaksHttp2(cluster: Json): boolean {
  const options = atPointer(cluster, '/typed_extension_protocol_options');
  return isObject(options) && Object.keys(options).length > 0;
}

function addressText(address: Json | undefined): string | null {
  const path = atPointer(address, '/pipe/path');
  if (path !== undefined) return String(path);
  const host = atPointer(address, '/socket_address/address');
  return host === undefined
    ? null
    : `${String(host)}:${String(atPointer(address, '/socket_address/port_value'))}`;
}
