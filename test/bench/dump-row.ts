import { createAdminClient } from '../../src/host/envoy/admin-client.ts';
import { summariseConfigDump } from '../../src/host/envoy/config-dump-fetch.ts';
import { createDumpReader } from '../../src/host/envoy/dump-reader.ts';
import { createEnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { labBootstrap } from '../real/envoy/bootstraps.ts';
import { collectGarbage, longestBlock, mb, median, ms, type Row, timed } from './measure.ts';

const BYTES = 100e6;
const ROUNDS = 5;

interface Dump {
  readonly configs: { readonly '@type': string; static_clusters?: { cluster: { name: string } }[] }[];
}

/** What a real Envoy prints for 500 clusters, its cluster entries repeated under other names until it is 100 MB. */
async function largeDump(): Promise<Uint8Array> {
  const clusters = Array.from({ length: 500 }, (_, n) => ({
    name: `outbound|80||service-${n}.shop.svc.cluster.local`,
    type: 'STATIC',
    connect_timeout: '1s',
    load_assignment: {
      cluster_name: `outbound|80||service-${n}.shop.svc.cluster.local`,
      endpoints: [
        {
          lb_endpoints: [
            { endpoint: { address: { socket_address: { address: '10.0.0.7', port_value: 8080 } } } },
          ],
        },
      ],
    },
  }));
  const bench = createEnvoyBench({ toolchain: createToolchain() });
  const nothing = () => undefined;
  const run = await bench.start(labBootstrap({ clusters }), { snapshot: nothing, ended: nothing });
  const client = createAdminClient(run.adminAddress);
  const { body } = await client.get('/config_dump', { timeoutMs: 30_000, maxBytes: 64e6 });
  client.close();
  await bench.close();
  const dump = JSON.parse(body.toString('utf8')) as Dump;
  const section = dump.configs.find((config) => config['@type'].endsWith('ClustersConfigDump'));
  const entries = section?.static_clusters ?? [];
  const size = JSON.stringify(entries, null, 1).length;
  if (section === undefined || size < 1000) throw new Error('Envoy printed no clusters');
  section.static_clusters = Array.from({ length: Math.ceil(BYTES / size) }, (_, round) =>
    entries.map((entry) => ({
      ...entry,
      cluster: { ...entry.cluster, name: `${entry.cluster.name}.${round}` },
    })),
  ).flat();
  return new Uint8Array(Buffer.from(JSON.stringify(dump, null, 1)));
}

/** 100 MB config_dump: bytes → summary, against JSON.parse of the same bytes; and what the app's own thread notices. */
export async function dumpRow(): Promise<Row> {
  const bytes = await largeDump();
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    collectGarbage();
    bare.push((await timed(() => JSON.parse(Buffer.from(bytes.buffer).toString('utf8')) as unknown)).ms);
    collectGarbage();
    ours.push((await timed(() => summariseConfigDump(bytes))).ms);
  }
  const size = bytes.byteLength;
  const reader = createDumpReader();
  await reader.read({ bytes: new Uint8Array(Buffer.from('{"configs":[]}')) });
  const idle = await longestBlock(() => new Promise<void>((done) => setTimeout(done, 500)));
  const blocked = await longestBlock(() => reader.read({ bytes }));
  const count = blocked.value.summary.staticClusters.count;
  await reader.close();
  return {
    what: `config_dump of ${mb(size)}, ${count} clusters: bytes → summary`,
    ours: ms(median(ours)),
    bare: `JSON.parse ${ms(median(bare))}`,
    ratio: median(ours) / median(bare),
    bound: 2.5,
    note: `Median of ${ROUNDS}. Read in its thread, the app's own is blocked for at most ${ms(blocked.ms)} (idle: ${ms(idle.ms)}; bound 50 ms).`,
  };
}
