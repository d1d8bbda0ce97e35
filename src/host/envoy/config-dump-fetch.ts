import { type ConfigDumpSummary, readConfigDump } from '../../domain/envoy/config-dump.ts';
import { createAdminClient } from './admin-client.ts';

/** A larger dump is not read: V8 cannot hold its text in one string. */
export const MAX_DUMP_BYTES = 400_000_000;
/** Envoy writes about 10 MB a second (108 MB in 9.8 s on two cores). */
export const DUMP_TIMEOUT_MS = 60_000;

/** Bytes of a config_dump as a summary; the work of the worker thread. */
export function summariseConfigDump(bytes: Uint8Array): ConfigDumpSummary {
  return readConfigDump(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

/** Asks an Envoy for its config_dump and reads it. Rejects with a one-line Error. */
export async function fetchConfigDump(address: string): Promise<ConfigDumpSummary> {
  const client = createAdminClient(address);
  try {
    const answer = await client.get('/config_dump', { timeoutMs: DUMP_TIMEOUT_MS, maxBytes: MAX_DUMP_BYTES });
    if (answer.code !== 200) throw new Error(`/config_dump answered ${answer.code}`);
    return summariseConfigDump(answer.body);
  } finally {
    client.close();
  }
}
