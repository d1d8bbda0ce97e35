import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isLoopback, readBootstrapFacts } from './bootstrap-facts.ts';

describe('readBootstrapFacts', () => {
  test('the bootstrap of pilot-agent: admin on 15000, ADS over xds-grpc, whose stats carry no mark', () => {
    const text = readFileSync(
      new URL('../../../test/fixtures/pilot-agent/envoy-rev.json', import.meta.url),
      'utf8',
    );
    expect(readBootstrapFacts(JSON.parse(text))).toEqual({
      admin: { kind: 'tcp', address: '127.0.0.1', port: 15000 },
      asks: { cds: true, lds: true },
      asksForSecrets: false,
      adsStatName: 'xds-grpc',
      adsSocket: '/etc/istio/proxy/XDS',
    });
  });

  test('JSON names are read like proto names, and a port given as text like a number', () => {
    const admin = { address: { socketAddress: { address: '127.0.0.1', portValue: '9982' } } };
    expect(readBootstrapFacts({ admin }).admin).toEqual({ kind: 'tcp', address: '127.0.0.1', port: 9982 });
  });

  test.each([
    [{ admin: { address: { pipe: { path: '/run/a.sock' } } } }, { kind: 'pipe', path: '/run/a.sock' }],
    [{}, { kind: 'none' }],
    [{ admin: {} }, { kind: 'none' }],
    [{ admin: { address: 'x' } }, { kind: 'unclear' }],
    [{ admin: { address: { socket_address: { port_value: 1 } } } }, { kind: 'unclear' }],
    ['no object', { kind: 'none' }],
  ])('%j', (value, admin) => {
    expect(readBootstrapFacts(value).admin).toEqual(admin);
  });

  test('a secret that anything in it names is one it asks for, in whichever spelling', () => {
    const cluster = (key: string) => ({
      static_resources: {
        clusters: [
          { transport_socket: { typed_config: { tls_certificate_sds_secret_configs: [{ [key]: {} }] } } },
        ],
      },
    });
    expect(readBootstrapFacts(cluster('sds_config')).asksForSecrets).toBe(true);
    expect(readBootstrapFacts(cluster('sdsConfig')).asksForSecrets).toBe(true);
    expect(readBootstrapFacts(cluster('other')).asksForSecrets).toBe(false);
  });

  test('an ADS cluster that is not there has no stats', () => {
    const ads = { ads_config: { grpc_services: [{ envoy_grpc: { cluster_name: 'istiod-xds' } }] } };
    expect(readBootstrapFacts({ dynamic_resources: ads }).adsStatName).toBeNull();
  });
});

test('loopback is what only this machine reaches', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', '10.0.0.7', '127.0.0.1.evil.example', 'localhost', ''].some(isLoopback)).toBe(
    false,
  );
});
