import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigDumpError, MAX_NAMES, readConfigDump } from './config-dump.ts';

const caseText = (name: string) =>
  readFileSync(new URL(`../../../test/cases/${name}`, import.meta.url), 'utf8');
const dumpOf = (type: string, section: object) =>
  JSON.stringify({ configs: [{ '@type': `type.googleapis.com/envoy.admin.v3.${type}`, ...section }] });

describe('secrets', () => {
  test('case 68: uninitialized secrets are missing, and the warming cluster is not counted as active', () => {
    const summary = readConfigDump(caseText('68-config-dump-secrets-uninitialized.json'));
    expect(summary.missingSecrets).toEqual({ count: 2, names: ['default', 'ROOTCA'] });
    expect(summary.warmingSecrets.count).toBe(2);
    expect(summary.activeSecrets.count).toBe(0);
    expect(summary.warmingClusters.names).toEqual(['outbound|443||mtls.shop.svc.cluster.local']);
    expect(summary.dynamicClusters.count).toBe(0);
    expect(summary.staticClusters.names).toEqual(['xds-grpc']);
    expect(summary.clustersVersion).toBe('v1');
  });

  test('case 67: what is inside a secret does not leave the reader, masked by Envoy or not', () => {
    const text = JSON.stringify(readConfigDump(caseText('67-config-dump-half-redacted.json')));
    expect(text).toContain('session_ticket_keys');
    expect(text).not.toContain('bm90LWEtcmVhbC1rZXk');
  });
});

describe('listeners', () => {
  const details = "error adding listener '127.0.0.1:19999':\n no filter chains specified";
  const dynamic_listeners = [
    { name: 'virtualInbound', error_state: { failed_configuration: { name: 'virtualInbound' }, details } },
    { error_state: { failed_configuration: { name: 'virtualInbound' }, details } },
    { name: '0.0.0.0_80', active_state: { version_info: 'v1' }, draining_state: {} },
    { name: '0.0.0.0_81', warming_state: { version_info: 'v2' } },
  ];
  const text = dumpOf('ListenersConfigDump', {
    static_listeners: [{ listener: { name: '0.0.0.0_15090' } }],
    dynamic_listeners,
  });

  test('a refused one is told once, although Envoy lists it a second time without a name', () => {
    expect(readConfigDump(text).refusedListeners).toEqual([
      {
        name: 'virtualInbound',
        details: "error adding listener '127.0.0.1:19999': no filter chains specified",
      },
    ]);
  });

  test('in service are static ones and those with an active state, not warming and not refused ones', () => {
    expect(readConfigDump(text).listeners.names).toEqual(['0.0.0.0_15090', '0.0.0.0_80']);
    expect(readConfigDump(text).warmingListeners.names).toEqual(['0.0.0.0_81']);
  });
});

describe('hostile dumps', () => {
  test('names are counted all and kept up to a bound', () => {
    const static_clusters = Array.from({ length: 1000 }, (_, n) => ({ cluster: { name: `c${n}` } }));
    const { staticClusters } = readConfigDump(dumpOf('ClustersConfigDump', { static_clusters }));
    expect(staticClusters.count).toBe(1000);
    expect(staticClusters.names).toHaveLength(MAX_NAMES);
  });

  test('a node nested fifty thousand deep is read and bounded, without overflowing the stack', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const text = `{"configs":[{"@type":"x/envoy.admin.v3.BootstrapConfigDump","bootstrap":{"node":{"id":"a","metadata":${deep}}}}]}`;
    const { node } = readConfigDump(text);
    expect(node?.length).toBeLessThan(300_000);
    expect(node).toContain('"id": "a"');
  });

  test('keys such as __proto__ are data and change no prototype', () => {
    readConfigDump(
      '{"configs":[{"@type":"x.ClustersConfigDump","__proto__":{"static_clusters":[{}]}}],"__proto__":{"a":1}}',
    );
    expect('a' in {}).toBe(false);
    expect(
      readConfigDump('{"configs":[{"@type":"x.ClustersConfigDump","__proto__":{"static_clusters":[{}]}}]}')
        .staticClusters.count,
    ).toBe(0);
  });

  test.each([
    ['{"configs": [', 'config_dump is not JSON'],
    ['{"stats": []}', 'holds no "configs"'],
    ['[1]', 'holds no "configs"'],
  ])('%s is told in one sentence', (text, message) => {
    expect(() => readConfigDump(text)).toThrow(ConfigDumpError);
    expect(() => readConfigDump(text)).toThrow(message);
  });

  test('sections and fields of other shapes are passed over', () => {
    expect(
      readConfigDump(
        '{"configs":[1,null,{"@type":7},{"@type":"x.ClustersConfigDump","static_clusters":{}}]}',
      ),
    ).toMatchObject({
      node: null,
      staticClusters: { count: 0 },
    });
  });
});
