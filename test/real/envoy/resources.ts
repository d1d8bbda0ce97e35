import { message } from './protobuf.ts';

/**
 * `SdsSecretConfig` (envoy/extensions/transport_sockets/tls/v3/secret.proto) that asks for `name` over the ADS stream and
 * waits for ever: 1 name, 2 sds_config { 3 ads, 4 initial_fetch_timeout 0s, 6 resource_api_version V3 }.
 */
const secretOverAds = (name: string): Buffer =>
  message([
    [1, name],
    [
      2,
      message([
        [3, message([])],
        [4, message([])],
        [6, 2],
      ]),
    ],
  ]);

/** A STATIC cluster without endpoints: 1 name, 2 type, 4 connect_timeout 1s. */
export function plainCluster(name: string): Buffer {
  return message([
    [1, name],
    [2, 0],
    [4, message([[1, 1]])],
  ]);
}

/** The same with mutual TLS whose certificate and root come over SDS, as istiod writes it: 24 transport_socket. */
export function mutualTlsCluster(name: string): Buffer {
  const commonTls = message([
    [6, secretOverAds('default')],
    [7, secretOverAds('ROOTCA')],
  ]);
  const upstreamTls = message([[1, commonTls]]);
  const any = message([
    [1, 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext'],
    [2, upstreamTls],
  ]);
  return Buffer.concat([
    plainCluster(name),
    message([
      [
        24,
        message([
          [1, 'tls'],
          [3, any],
        ]),
      ],
    ]),
  ]);
}

/** A listener without filter chains, which Envoy refuses: 1 name, 2 address { socket_address { 2 address, 3 port } }. */
export function emptyListener(name: string, port: number): Buffer {
  return message([
    [1, name],
    [
      2,
      message([
        [
          1,
          message([
            [2, '127.0.0.1'],
            [3, port],
          ]),
        ],
      ]),
    ],
  ]);
}
