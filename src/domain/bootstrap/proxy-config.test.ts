import { describe, expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { effectiveProxyConfig } from './proxy-config.ts';
import type { Variable } from './variables.ts';

function effective(given: {
  mesh?: string;
  variable?: string;
  annotations?: Record<string, string>;
  cpu?: string;
}) {
  const variable = (name: string, value: string | undefined): [string, Variable][] =>
    value === undefined ? [] : [[name, { name, value, unknown: null, atStart: false }]];
  const fields = effectiveProxyConfig({
    mesh: given.mesh === undefined ? null : (readYaml('mesh.yaml', given.mesh).documents[0] ?? null),
    variables: new Map([
      ...variable('PROXY_CONFIG', given.variable),
      ...variable('ISTIO_CPU_LIMIT', given.cpu),
    ]),
    annotations: given.annotations === undefined ? null : new Map(Object.entries(given.annotations)),
    templateFile: null,
  });
  return new Map(fields.map((field) => [field.key, field]));
}

describe('the configuration pilot-agent ends up with', () => {
  it('is built in where nothing is said', () => {
    const fields = effective({});
    expect(fields.get('discoveryAddress')).toMatchObject({
      value: 'istiod.istio-system.svc:15012',
      origin: 'built-in',
    });
    expect([...fields.keys()]).toEqual([...fields.keys()].sort());
  });

  it('takes the mesh over what is built in, PROXY_CONFIG over the mesh, annotations over both', () => {
    const mesh = 'defaultConfig: {discoveryAddress: "m:1", statusPort: 15020, drainDuration: 9s}';
    const annotations = {
      'proxy.istio.io/config': 'concurrency: 4',
      'sidecar.istio.io/discoveryAddress': 'a:1',
    };
    expect(effective({ mesh }).get('discoveryAddress')).toMatchObject({
      value: 'm:1',
      origin: 'mesh',
      saidByMesh: true,
    });
    const variable = '{"discoveryAddress":"v:1","drainDuration":"9s"}';
    expect(effective({ mesh, variable }).get('discoveryAddress')).toMatchObject({
      value: 'v:1',
      saidByMesh: false,
    });
    expect(effective({ mesh, variable }).get('drainDuration')).toMatchObject({
      origin: 'variable',
      saidByMesh: true,
    });
    const all = effective({ mesh, variable, annotations });
    expect(all.get('discoveryAddress')).toMatchObject({ value: 'a:1', origin: 'annotation' });
    expect(all.get('concurrency')).toMatchObject({
      value: 4,
      origin: 'annotation',
      by: 'proxy.istio.io/config',
    });
  });

  it('merges proxyMetadata and replaces everything else whole', () => {
    const fields = effective({
      mesh: 'defaultConfig: {proxyMetadata: {A: "1", B: "1"}, tracing: {zipkin: {address: z}}}',
      variable: '{"proxyMetadata":{"B":"2","C":3},"tracing":{}}',
    });
    expect({ ...(fields.get('proxyMetadata')?.value as object) }).toEqual({ A: '1', B: '2', C: '3' });
    expect({ ...(fields.get('tracing')?.value as object) }).toEqual({});
  });

  it('sets concurrency from the CPU limit unless it is set', () => {
    expect(effective({ cpu: '2' }).get('concurrency')).toMatchObject({ value: 2, origin: 'agent' });
    expect(effective({ cpu: '2', variable: '{"concurrency":5}' }).get('concurrency')?.value).toBe(5);
    expect(effective({ cpu: '0' }).has('concurrency')).toBe(false);
  });

  it('reads field names in both of protobuf’s spellings', () => {
    expect(effective({ variable: 'discovery_address: s:1' }).get('discoveryAddress')?.value).toBe('s:1');
  });

  it('leaves out what protobuf writes as absent', () => {
    const fields = effective({
      annotations: { 'status.sidecar.istio.io/port': '0' },
      variable: '{"controlPlaneAuthPolicy":"NONE"}',
    });
    expect(fields.has('statusPort')).toBe(false);
    expect(fields.has('controlPlaneAuthPolicy')).toBe(false);
  });

  it('keeps to what can be read when PROXY_CONFIG cannot', () => {
    expect(effective({ variable: '{"a": [' }).get('discoveryAddress')?.origin).toBe('built-in');
  });
});
