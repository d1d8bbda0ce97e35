import { type Json, type JsonObject, json } from './json.ts';

/** Pieces of Envoy configuration that occur more than once. */

export function typeUrl(name: string): string {
  return `type.googleapis.com/${name}`;
}

/** A `typed_config`: the type first, then its fields. */
export function typed(name: string, fields: { readonly [key: string]: Json | undefined } = {}): JsonObject {
  return json({ '@type': typeUrl(name), ...fields });
}

export function socketAddress(address: string, port: number): JsonObject {
  return json({ socket_address: json({ address, port_value: port }) });
}

/** As pilot-agent writes it, with the protocol spelt out. */
export function tcpAddress(address: string, port: number): JsonObject {
  return json({ socket_address: json({ protocol: 'TCP', address, port_value: port }) });
}

const HTTP_OPTIONS = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';

/** gRPC runs on HTTP/2, so a cluster for it has to speak HTTP/2. */
export function http2(): JsonObject {
  return json({
    [HTTP_OPTIONS]: typed(HTTP_OPTIONS, {
      explicit_http_config: json({ http2_protocol_options: json({}) }),
    }),
  });
}

/** CDS or LDS through ADS; Envoy waits for it as long as `timeout` says, for ever at `0s`. */
export function ads(timeout: string): JsonObject {
  return json({ ads: json({}), initial_fetch_timeout: timeout, resource_api_version: 'V3' });
}
