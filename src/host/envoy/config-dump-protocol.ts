import type { ConfigDumpSummary } from '../../domain/envoy/config-dump.ts';
import { fetchConfigDump, summariseConfigDump } from './config-dump-fetch.ts';

/** What the thread is asked: to fetch from an admin address, or to read bytes that are handed over. */
export interface DumpRequest {
  readonly id: number;
  readonly source: { readonly address: string } | { readonly bytes: Uint8Array };
}
export type DumpReply =
  | { readonly id: number; readonly ok: true; readonly summary: ConfigDumpSummary }
  | { readonly id: number; readonly ok: false; readonly problem: string };

/** Never rejects. */
export async function answerDumpRequest({ id, source }: DumpRequest): Promise<DumpReply> {
  try {
    const summary =
      'address' in source ? await fetchConfigDump(source.address) : summariseConfigDump(source.bytes);
    return { id, ok: true, summary };
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return { id, ok: false, problem };
  }
}
