import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LAB_NODE } from '../../../test/helpers/lab-node.ts';
import type { StartValues } from '../anatomy/model.ts';
import { findWorkloads } from '../anatomy/workloads.ts';
import { readYaml } from '../yaml/document.ts';
import { type BootstrapOptions, buildBootstrap } from './build.ts';
import { atPointer } from './json.ts';
import { writePlainYaml } from './plain-yaml.ts';
import { readProxy } from './proxy.ts';
import { startValues } from './start-values.ts';
import { bootstrapYaml } from './text.ts';

const injected = readFileSync(
  new URL('../../../test/fixtures/payments/injected.yaml', import.meta.url),
  'utf8',
);

function build(options: Partial<BootstrapOptions> = {}, start: Partial<StartValues> = {}, text = injected) {
  const [place] = findWorkloads(readYaml('injected.yaml', text));
  if (place === undefined) throw new Error('no workload');
  const values = startValues(place, start);
  const byHand = readProxy(place, null, values, true);
  const byAgent = readProxy(place, null, values, false);
  if (byHand === null || byAgent === null) throw new Error('no proxy');
  return buildBootstrap(byHand, byAgent, {
    variant: 'lab',
    file: 'bootstrap.yaml',
    ...options,
  });
}

describe("the lab's bootstrap", () => {
  it('is plain enough to be written without the library', () => {
    const { yaml, value } = build();
    expect(writePlainYaml('bootstrap.yaml', value)?.yaml).toBe(yaml);
    expect(bootstrapYaml(value)).toBe(yaml);
  });

  it('holds exactly the fields that its fourth step names', () => {
    expect(parse(build().yaml)).toEqual({
      admin: { address: { socket_address: { address: '127.0.0.1', port_value: 9982 } } },
      node: LAB_NODE,
      dynamic_resources: {
        ads_config: {
          api_type: 'GRPC',
          transport_api_version: 'V3',
          grpc_services: [{ envoy_grpc: { cluster_name: 'xds-grpc' } }],
        },
        cds_config: { ads: {}, initial_fetch_timeout: '0s', resource_api_version: 'V3' },
        lds_config: { ads: {}, initial_fetch_timeout: '0s', resource_api_version: 'V3' },
      },
      static_resources: {
        clusters: [
          {
            name: 'xds-grpc',
            type: 'STRICT_DNS',
            typed_extension_protocol_options: {
              'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
                '@type': 'type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
                explicit_http_config: { http2_protocol_options: {} },
              },
            },
            load_assignment: {
              cluster_name: 'xds-grpc',
              endpoints: [
                {
                  lb_endpoints: [
                    {
                      endpoint: {
                        address: {
                          socket_address: { address: 'istiod.istio-system.svc', port_value: 15012 },
                        },
                      },
                    },
                  ],
                },
              ],
            },
          },
        ],
      },
    });
  });

  it('differs from the one with the typo in the ADS cluster name only', () => {
    expect(build({ variant: 'typo' }).yaml).toBe(
      build().yaml.replace('cluster_name: xds-grpc', 'cluster_name: istiod-xds'),
    );
  });

  it('takes the start values that were chosen', () => {
    const chosen = build(
      {},
      { ip: '10.1.2.3', pod: 'p-0', namespace: 'shop', adminPort: 0, fetchTimeout: '5s' },
    );
    expect(atPointer(chosen.value, '/node/id')).toBe('sidecar~10.1.2.3~p-0.shop~shop.svc.cluster.local');
    expect(atPointer(chosen.value, '/dynamic_resources/cds_config/initial_fetch_timeout')).toBe('5s');
    expect(atPointer(chosen.value, '/admin/address/socket_address/port_value')).toBe(0);
  });

  it.each([
    ['ip', 'nonsense'],
    ['ip', '10.0.0.256'],
    ['ip', '1::2::3'],
    ['pod', 'a~b'],
    ['pod', 'two words'],
    ['namespace', 'a.b'],
    ['namespace', ''],
    ['node', 'Über'],
  ] as const)('refuses a start value no pod could have: %s %j', (key, text) => {
    expect(() => build({}, { [key]: text })).toThrow(`${JSON.stringify(text)} is no `);
  });

  it.each(['10.0.0.7', '255.255.255.255', '::1', 'fd00::2', '1:2:3:4:5:6:7:8'])(
    'takes the address %s',
    (ip) => {
      expect(atPointer(build({}, { ip }).value, '/node/id')).toContain(`sidecar~${ip}~`);
    },
  );

  it.each(['5', '5 s', '-1s', '1m', '', '1.0000000001s', '9223372036s', '99999999999999s'])(
    'refuses %j as a fetch timeout',
    (fetchTimeout) => {
      expect(() => build({}, { fetchTimeout })).toThrow('is no duration that Envoy reads');
    },
  );

  it('refuses a discovery address without a port and names it', () => {
    const text = injected.replace(
      '{}\n        - name: ISTIO_META_POD',
      '{"discoveryAddress":"istiod"}\n        - name: ISTIO_META_POD',
    );
    expect(() => build({}, {}, text)).toThrow('discoveryAddress "istiod" is no host:port');
  });
});

describe('the text of a bootstrap', () => {
  it('quotes what a YAML 1.1 reader would take for something else, and escapes what cannot be seen', () => {
    const odd = ['off', '0123', 'y', '1e3', '\\u202Eevil\\0\\e[31m', 'null'].map(
      (value, index) => `        - {name: ISTIO_META_T${index}, value: "${value}"}\n`,
    );
    const trust = '        - name: TRUST_DOMAIN';
    const text = injected.replace(trust, `${odd.join('')}${trust}`);
    const { yaml, value } = build({ variant: 'sidecar' }, {}, text);
    expect(parse(yaml, { version: '1.1' })).toEqual(JSON.parse(JSON.stringify(value)));
    expect(yaml).toContain('T4: "\\u202eevil\\0\\e[31m"');
    expect(atPointer(value, '/node/metadata/T0')).toBe('off');
  });

  it('gives the range of any place in it', () => {
    const { range, yaml } = build();
    const found = range('/static_resources/clusters/0/type');
    expect(yaml.split('\n')[(found?.line ?? 0) - 1]).toBe('      type: STRICT_DNS');
    expect(range('/no/such/place')).toBeNull();
  });
});

describe('the differences between lab and sidecar', () => {
  it('name every place at which the two differ, each with a reason', () => {
    const lab = JSON.parse(JSON.stringify(build().value));
    const sidecar = JSON.parse(JSON.stringify(build({ variant: 'sidecar' }).value));
    const found = build().differences();
    for (const { why } of found) expect(why).toMatch(/^\S.*\.$/);
    // What is left after every named place is taken out must be the same.
    const strip = (bootstrap: Record<string, unknown>) => {
      for (const { pointer } of found) remove(bootstrap, pointer, sidecar);
      return prune(bootstrap);
    };
    expect(strip(structuredClone(lab))).toEqual(strip(structuredClone(sidecar)));
  });

  it('says that in a sidecar xds-grpc is a socket of pilot-agent', () => {
    const type = build()
      .differences()
      .find(({ pointer }) => pointer === '/static_resources/clusters/3/type');
    expect(type).toMatchObject({ lab: 'STRICT_DNS', sidecar: 'STATIC' });
    expect(type?.why).toContain('Unix socket');
  });
});

type Tree = { [key: string]: unknown };

/** Takes out a place; positions of clusters are those of the sidecar's bootstrap and found by name in the other. */
function remove(bootstrap: Tree, pointer: string, sidecar: Tree): void {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (steps[1] === 'clusters') {
    const name = String(atPointer(sidecar as never, `/static_resources/clusters/${steps[2]}/name`));
    const clusters = atPointer(bootstrap as never, '/static_resources/clusters') as unknown as Tree[];
    const index = clusters.findIndex((cluster) => cluster.name === name);
    if (index < 0) return;
    if (steps.length === 3) {
      clusters[index] = {};
      return;
    }
    steps[2] = String(index);
  }
  const last = steps.pop() ?? '';
  const parent = steps.reduce<unknown>((here, step) => (here as Tree | undefined)?.[step], bootstrap);
  if (parent !== undefined) delete (parent as Tree)[last];
}

/** Without empty maps and lists, which taking out leaves behind. */
function prune(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, below]) => [key, prune(below)] as const)
    .filter(([, below]) => below !== undefined);
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept.map(([, below]) => below) : Object.fromEntries(kept);
}
