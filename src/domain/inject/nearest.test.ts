import { describe, expect, it } from 'vitest';
import { meshFaults } from './mesh-check.ts';
import { editDistance, nearest } from './nearest.ts';

describe('the nearest word', () => {
  it('counts insertions, deletions, replacements and swaps of neighbours', () => {
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('trustDomian', 'trustDomain')).toBe(1);
    expect(editDistance('container', 'containers')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  it('is none when nothing is close', () => {
    expect(nearest('geteway', ['sidecar', 'gateway', 'waypoint'])).toBe('gateway');
    expect(nearest('foo', ['sidecar', 'gateway'])).toBeNull();
  });
});

describe('a mesh configuration', () => {
  it('has its misspelt keys named at any depth, in lists and in mappings by name', () => {
    const value = {
      extensionProviders: [{ name: 'a', zipkin: { servce: 'x', port: 9411 } }],
      defaultConfig: {
        proxyMetadata: { ANY_KEY: 'x' },
        tracing: { customTags: { t: { literl: { value: 'x' } } } },
      },
    };
    expect(meshFaults(value).map((fault) => fault.path.join('.'))).toEqual([
      'extensionProviders.0.zipkin.servce',
      'defaultConfig.tracing.customTags.t.literl',
    ]);
  });

  it('may spell keys as in the proto file', () => {
    expect(meshFaults({ trust_domain: 'a', default_config: { discovery_address: 'b' } })).toEqual([]);
  });

  it('has wrong types named', () => {
    const value = {
      enableTracing: 'yes',
      defaultConfig: { concurrency: 'many', drainDuration: 5, tracing: 1 },
    };
    expect(meshFaults(value, 'MeshConfig')).toMatchObject([
      { kind: 'wrong-type', key: 'enableTracing' },
      { kind: 'wrong-type', key: 'concurrency' },
      { kind: 'wrong-type', key: 'drainDuration' },
      { kind: 'wrong-type', key: 'tracing' },
    ]);
  });
});
