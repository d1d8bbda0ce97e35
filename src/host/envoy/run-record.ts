import type { EnvoySnapshot } from '../../contract/types.ts';
import type { Keep, KeptDump } from './config-dump-fetch.ts';

/** Who keeps what a running Envoy shows; asked at every look, so that it may begin and end meanwhile. */
export interface RunRecord {
  /** Whether texts of config_dumps are kept, and how; null while nothing is recorded. */
  keep(): Keep | null;
  /** Every look, whether or not it shows something new. */
  poll(snapshot: EnvoySnapshot): void;
  /** The config_dump was read anew. */
  dump(kept: KeptDump): void;
  /** Envoy wrote this. */
  wrote(text: string): void;
}

/** Nobody records. */
export const NOT_RECORDED: RunRecord = {
  keep: () => null,
  poll: () => undefined,
  dump: () => undefined,
  wrote: () => undefined,
};
