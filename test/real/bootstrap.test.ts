import { afterAll, describe, expect, it } from 'vitest';
import { type ReadAnatomy, readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { BootstrapVariant } from '../../src/domain/anatomy/model.ts';
import { createEnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { anatomyOf } from './anatomy.ts';
import { inject, payments, toolchain } from './injecting.ts';

const bench = createEnvoyBench({ toolchain });
afterAll(() => bench.close());

async function sample(): Promise<ReadAnatomy> {
  return readAnatomy(await inject('payments.yaml', payments()));
}

async function validate(anatomy: ReadAnatomy, variant: BootstrapVariant) {
  const bootstrap = anatomy.bootstrap(0, { variant, start: {} });
  if (bootstrap === null) throw new Error('no bootstrap');
  return bench.validate(bootstrap.yaml);
}

describe('the real Envoy', () => {
  it("accepts the lab's bootstrap", async () => {
    const { exitCode, output } = await validate(await sample(), 'lab');
    expect(output).toMatch(/configuration '.*' OK/);
    expect(exitCode).toBe(0);
  });

  it("accepts a sidecar's bootstrap, of which an upstream build has every extension", async () => {
    const { exitCode, output } = await validate(await sample(), 'sidecar');
    expect(output).toMatch(/configuration '.*' OK/);
    expect(exitCode).toBe(0);
  });

  it('refuses the bootstrap whose ADS names a cluster that is not there', async () => {
    const { exitCode, output } = await validate(await sample(), 'typo');
    expect(output.replace(/\s+/g, ' ')).toContain("Unknown gRPC client cluster 'istiod-xds'");
    expect(exitCode).toBe(1);
  });

  it('accepts bootstraps made from hostile names (75) and from metadata of all kinds (37b, 49)', async () => {
    for (const name of [
      '75-hostile-strings.yaml',
      '37b-proxy-metadata-strings.yaml',
      '49-env-valuefrom.yaml',
    ])
      for (const variant of ['lab', 'sidecar'] as const) {
        const { exitCode, output } = await validate(await anatomyOf(name), variant);
        expect(exitCode, `${name} ${variant}: ${output}`).toBe(0);
      }
  });
});

describe('the recorded outputs of the sample workload', () => {
  it('are what the real istioctl prints', async () => {
    const { readFileSync } = await import('node:fs');
    const recorded = (name: string) =>
      readFileSync(new URL(`../fixtures/payments/${name}`, import.meta.url), 'utf8');
    const result = await inject('payments.yaml', payments());
    expect(result.original.text).toBe(recorded('original.yaml'));
    expect(result.injected.text).toBe(recorded('injected.yaml'));
    expect(result.injectConfig.text.trim()).toBe(recorded('inject-config.yaml').trim());
    expect(result.meshConfig.text.trim()).toBe(recorded('mesh-config.yaml').trim());
    expect(result.values.text.trim()).toBe(recorded('values.yaml').trim());
  });
});
