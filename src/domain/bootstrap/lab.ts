import { InputFault } from '../fault.ts';
import { type Json, type JsonObject, json } from './json.ts';
import { nodeMetadata } from './metadata.ts';
import { ads, http2, socketAddress } from './pieces.ts';
import { nodeCluster, nodeId, type ProxyInput } from './proxy.ts';

/** Name of the static cluster that ADS speaks through, in the lab and in a real sidecar. */
export const XDS_CLUSTER = 'xds-grpc';
/** What the lab writes in its place to see Envoy refuse. */
export const TYPO_CLUSTER = 'istiod-xds';

/** The metadata keys the lab asks for. */
export const LAB_METADATA = ['CLUSTER_ID', 'MESH_ID', 'NAMESPACE', 'WORKLOAD_NAME'] as const;

/**
 * The lab's bootstrap, written by hand: exactly the fields its fourth step names. A simplification: a real sidecar's
 * `xds-grpc` is a Unix socket of pilot-agent, not istiod itself.
 */
export function labBootstrap(proxy: ProxyInput, adsCluster: string): JsonObject {
  const { host, port } = splitAddress(proxy.discoveryAddress);
  return json({
    admin: json({
      address: socketAddress('127.0.0.1', proxy.start.adminPort),
    }),
    node: json({ id: nodeId(proxy), cluster: nodeCluster(proxy).value, metadata: labMetadata(proxy) }),
    dynamic_resources: json({
      ads_config: json({
        api_type: 'GRPC',
        transport_api_version: 'V3',
        grpc_services: [json({ envoy_grpc: json({ cluster_name: adsCluster }) })],
      }),
      cds_config: ads(proxy.start.fetchTimeout),
      lds_config: ads(proxy.start.fetchTimeout),
    }),
    static_resources: json({
      clusters: [
        json({
          name: XDS_CLUSTER,
          type: 'STRICT_DNS',
          typed_extension_protocol_options: http2(),
          load_assignment: json({
            cluster_name: XDS_CLUSTER,
            endpoints: [
              json({
                lb_endpoints: [json({ endpoint: json({ address: socketAddress(host, port) }) })],
              }),
            ],
          }),
        }),
      ],
    }),
  });
}

function labMetadata(proxy: ProxyInput): Json {
  const keys = new Map(nodeMetadata(proxy).map(({ key, value }) => [key, value]));
  if (!keys.has('NAMESPACE')) keys.set('NAMESPACE', proxy.namespace);
  return json(Object.fromEntries(LAB_METADATA.map((key) => [key, keys.get(key) ?? undefined])));
}

/** Host and port of `host:port` or `[IPv6]:port`. */
export function splitAddress(address: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || port === undefined || Number(port) > 65535)
    throw new InputFault(
      'discovery-address',
      `discoveryAddress ${JSON.stringify(address)} is no host:port.`,
      'Correct discoveryAddress in the mesh configuration or in the pod, e.g. istiod.istio-system.svc:15012.',
    );
  return { host, port: Number(port) };
}
