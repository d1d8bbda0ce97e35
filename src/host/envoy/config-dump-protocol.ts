import { fetchConfigDump, type Keep, type ReadDump, readDumpBytes } from './config-dump-fetch.ts';

/** What the thread is asked: to fetch from an admin address, or to read bytes that are handed over. */
export interface DumpRequest {
  readonly id: number;
  readonly source: { readonly address: string } | { readonly bytes: Uint8Array };
  /** Whether its text is wanted, too. */
  readonly keep?: Keep | null;
}
export type DumpReply =
  | { readonly id: number; readonly ok: true; readonly dump: ReadDump }
  | { readonly id: number; readonly ok: false; readonly problem: string };

/** Never rejects. */
export async function answerDumpRequest({ id, source, keep = null }: DumpRequest): Promise<DumpReply> {
  try {
    const dump =
      'address' in source
        ? await fetchConfigDump(source.address, keep)
        : await readDumpBytes(source.bytes, keep);
    return { id, ok: true, dump };
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return { id, ok: false, problem };
  }
}
