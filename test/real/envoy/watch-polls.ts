import type { EnvoySnapshot } from '../../../src/contract/types.ts';
import { keptDump } from '../../../src/domain/recording/kept-dump.ts';
import { createAdminClient } from '../../../src/host/envoy/admin-client.ts';
import { createEnvoyBench } from '../../../src/host/envoy/envoy-bench.ts';
import { createToolchain } from '../../../src/host/toolchain/toolchain.ts';
import { labBootstrap } from './bootstraps.ts';

const WATCH_MS = 4000;

/** Every poll of a real Envoy for some seconds, and its config_dump. */
export async function watchPolls(): Promise<{
  readonly looks: readonly EnvoySnapshot[];
  readonly dump: string;
}> {
  const bench = createEnvoyBench({ toolchain: createToolchain() });
  const looks: EnvoySnapshot[] = [];
  const run = await bench.start(labBootstrap(), {
    snapshot: () => undefined,
    ended: () => undefined,
    record: {
      keep: () => 'whole',
      poll: (look) => looks.push(look),
      dump: () => undefined,
      wrote: () => undefined,
    },
  });
  await new Promise((done) => setTimeout(done, WATCH_MS));
  const client = createAdminClient(run.adminAddress);
  const { body } = await client.get('/config_dump', { timeoutMs: 10_000, maxBytes: 10_000_000 });
  client.close();
  await bench.close();
  return { looks, dump: keptDump(body.toString('utf8'), null) };
}
