import { type ConfigDumpSummary, readConfigDump } from '../../domain/envoy/config-dump.ts';
import { createAdminClient } from './admin-client.ts';

/** A larger dump is not read: V8 cannot hold its text in one string. */
export const MAX_DUMP_BYTES = 400_000_000;
/** Envoy writes about 10 MB a second (108 MB in 9.8 s on two cores). */
export const DUMP_TIMEOUT_MS = 60_000;

/** Whether the text of a dump is kept beside its summary: as it is, or with its secrets masked. */
export type Keep = 'masked' | 'whole';

/** The text of a dump for a recording. */
export type KeptDump =
  /** `secrets` were masked in it. */
  { readonly text: string; readonly secrets: readonly string[] } | { readonly problem: string };

export interface ReadDump {
  readonly summary: ConfigDumpSummary;
  /** Null where it was not asked for. */
  readonly kept: KeptDump | null;
}

/** Most of a dump that is kept, in bytes: a recording is to stay small. */
const MOST_KEPT = 2_000_000;

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** Bytes of a config_dump as a summary. */
export function summariseConfigDump(bytes: Uint8Array): ConfigDumpSummary {
  return readConfigDump(textOf(bytes));
}

/** The same, and as text where that is kept; the work of the worker thread. */
export async function readDumpBytes(bytes: Uint8Array, keep: Keep | null): Promise<ReadDump> {
  const summary = summariseConfigDump(bytes);
  return { summary, kept: keep === null ? null : await keepDump(bytes, keep) };
}

async function keepDump(bytes: Uint8Array, keep: Keep): Promise<KeptDump> {
  const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
  if (bytes.length > MOST_KEPT)
    return {
      problem: `a config_dump of ${megabytes(bytes.length)} is not kept: ${megabytes(MOST_KEPT)} is the most`,
    };
  // Only who records needs what masks.
  const { createRedactor } = await import('../../domain/redact/redactor.ts');
  const { keptDump } = await import('../../domain/recording/kept-dump.ts');
  const redactor = createRedactor();
  const text = keptDump(textOf(bytes), keep === 'masked' ? redactor : null);
  return { text, secrets: [...redactor.secrets] };
}

/** Asks an Envoy for its config_dump and reads it. Rejects with a one-line Error. */
export async function fetchConfigDump(address: string, keep: Keep | null = null): Promise<ReadDump> {
  const client = createAdminClient(address);
  try {
    const answer = await client.get('/config_dump', { timeoutMs: DUMP_TIMEOUT_MS, maxBytes: MAX_DUMP_BYTES });
    if (answer.code !== 200) throw new Error(`/config_dump answered ${answer.code}`);
    return await readDumpBytes(answer.body, keep);
  } finally {
    client.close();
  }
}
