import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { EnvoySnapshot } from '../../contract/types.ts';
import { readReady, readServerInfo } from '../../domain/envoy/admin.ts';
import type { BootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';
import type { ConfigDumpSummary } from '../../domain/envoy/config-dump.ts';
import { NO_PILOT_AGENT, readLadder } from '../../domain/envoy/ladder.ts';
import {
  CONNECTED_STATE_PATH,
  type ControlStats,
  controlStatsPath,
  readControlStats,
} from '../../domain/envoy/stats.ts';
import { NO_UPDATES, trackUpdates, type UpdateTrack } from '../../domain/envoy/updates.ts';
import type { AdminClient } from './admin-client.ts';
import type { DumpReader } from './dump-reader.ts';
import type { RunRecord } from './run-record.ts';

/** How often a running Envoy is looked at, in milliseconds. */
export const POLL_MS = 500;
const MAX_BACKOFF_MS = 4_000;
const HEARTBEAT_MS = 1_000;
/** /server_info repeats the node with every extension that is compiled in, 107 KB: asked when the state changed, or now and then. */
const SERVER_INFO_MS = 5_000;
const REQUEST = { timeoutMs: 2_000, maxBytes: 4_000_000 };
const LOG_TAIL = 4_000;
/** Envoy answers /config_dump on its main thread: it gets ten times the rest that the last one took. */
const DUMP_REST = 10;

export interface PollerOptions {
  readonly runId: string;
  readonly pid: number;
  readonly adminAddress: string;
  readonly client: AdminClient;
  readonly dumps: DumpReader;
  readonly facts: BootstrapFacts;
  readonly log: () => string;
  /** Milliseconds since Envoy was started. */
  readonly elapsed: () => number;
  readonly emit: (snapshot: EnvoySnapshot) => void;
  readonly record: RunRecord;
  /** Milliseconds between two looks. */
  readonly pollMs: number;
}

interface State {
  ready: EnvoySnapshot['ready'];
  /** What /ready said last, while it does not answer. */
  readyBefore: EnvoySnapshot['ready'];
  server: EnvoySnapshot['server'];
  serverAt: number;
  stats: ControlStats | null;
  updates: UpdateTrack;
  dump: ConfigDumpSummary | null;
  dumpProblem: string | null;
  /** What the dump was last asked for; it is asked again when this changes. */
  dumpKey: string;
  dumpNotBefore: number;
  dumping: boolean;
  /** The bootstrap hides `control_plane.connected_state`: found once, it stays so. */
  hidden: boolean;
  missingSocket: string | null;
}

/** A copy: a slice of a long string keeps all of it alive for as long as somebody keeps the slice. */
const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

function snapshotOf(options: PollerOptions, state: State): EnvoySnapshot {
  const ladder = readLadder({
    refused: null,
    ready: state.ready,
    readyBefore: state.readyBefore,
    stats: state.stats,
    updates: state.updates,
    dump: state.dump,
    asks: options.facts.asks,
    asksForSecrets: options.facts.asksForSecrets,
    missingSocket: state.missingSocket,
    podReady: NO_PILOT_AGENT,
  });
  const { dump } = state;
  return {
    runId: options.runId,
    t: Math.round(options.elapsed()),
    ready: state.ready,
    connectedState: state.ready === null ? null : (state.stats?.connectedState ?? null),
    ...ladder,
    server: state.server,
    node: dump?.node ?? null,
    counts:
      dump === null
        ? null
        : {
            staticClusters: dump.staticClusters.count,
            dynamicClusters: dump.dynamicClusters.count,
            warmingClusters: dump.warmingClusters.count,
            listeners: dump.listeners.count,
          },
    ...(state.dumpProblem === null ? {} : { dumpProblem: state.dumpProblem }),
    pid: options.pid,
    adminAddress: options.adminAddress,
    log: detached(options.log().slice(-LOG_TAIL)),
  };
}

/** What must change for a config_dump to be worth asking for. */
function dumpKeyOf(stats: ControlStats, ready: EnvoySnapshot['ready'], record: RunRecord): string {
  const { cds, lds, secrets, warmingClusters, warmingListeners } = stats;
  return JSON.stringify([
    ready?.body,
    [cds, lds, ...secrets].map(({ success, rejected, version }) => [success, rejected, version]),
    secrets.length,
    warmingClusters,
    warmingListeners,
    // A recording that begins wants the text of it, too.
    record.keep(),
  ]);
}

/**
 * Looks at a running Envoy every half second, one request at a time, and tells what it sees: on every change, else once a
 * second. When Envoy does not answer it looks less often, and says that /ready does not answer, or no longer does.
 * @returns the way to end it; after that nothing is told any more
 */
export function startPoller(options: PollerOptions): () => void {
  const { client, facts, record } = options;
  const state: State = {
    ready: null,
    readyBefore: null,
    server: null,
    serverAt: Number.NEGATIVE_INFINITY,
    stats: null,
    updates: NO_UPDATES,
    dump: null,
    dumpProblem: null,
    dumpKey: '',
    dumpNotBefore: 0,
    dumping: false,
    hidden: false,
    missingSocket: null,
  };
  const statsPath = controlStatsPath(facts.adsStatName);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let told = '';
  /** Changes do not put the beat off: who leaves some of them out still hears it once a second. */
  let beatAt = Number.NEGATIVE_INFINITY;

  function tell(): void {
    if (stopped) return;
    const snapshot = snapshotOf(options, state);
    if (record.keep() !== null) record.poll(snapshot);
    const { t, server, log, ...rest } = snapshot;
    const now = JSON.stringify([rest, server?.state, log?.length]);
    const beat = t - beatAt >= HEARTBEAT_MS;
    if (now === told && !beat) return;
    told = now;
    if (beat) beatAt = t;
    options.emit(snapshot);
  }

  async function lookAtStats(): Promise<void> {
    const answer = await client.get(statsPath, REQUEST);
    if (answer.code !== 200) throw new Error(`/stats answered ${answer.code}`);
    const stats = readControlStats(answer.body.toString('utf8'));
    if (stats.connectedState !== null || state.hidden) {
      state.stats = stats;
    } else {
      const alone = await client.get(CONNECTED_STATE_PATH, REQUEST);
      const { connectedState } = readControlStats(alone.body.toString('utf8'));
      state.hidden = connectedState === null;
      state.stats = { ...stats, connectedState };
    }
    state.updates = trackUpdates(state.updates, state.stats);
    const { adsSocket } = facts;
    state.missingSocket =
      adsSocket !== null && isAbsolute(adsSocket) && !existsSync(adsSocket) ? adsSocket : null;
  }

  async function lookAtServer(before: string | undefined): Promise<void> {
    if (before === state.ready?.body && options.elapsed() - state.serverAt < SERVER_INFO_MS) return;
    const answer = await client.get('/server_info', REQUEST);
    state.server = answer.code === 200 ? readServerInfo(answer.body.toString('utf8')) : null;
    state.serverAt = options.elapsed();
  }

  async function readDump(key: string): Promise<void> {
    state.dumping = true;
    state.dumpKey = key;
    const begin = options.elapsed();
    try {
      const { summary, kept } = await options.dumps.read({ address: options.adminAddress }, record.keep());
      state.dump = summary;
      state.dumpProblem = null;
      if (kept !== null && !stopped) record.dump(kept);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      state.dumpProblem = `config_dump could not be read: ${why}`;
    }
    state.dumping = false;
    state.dumpNotBefore = options.elapsed() + DUMP_REST * (options.elapsed() - begin);
    tell();
  }

  async function look(): Promise<boolean> {
    try {
      const before = state.ready?.body;
      const ready = await client.get('/ready', REQUEST);
      state.ready = readReady(ready.code, ready.body.toString('utf8'));
      await lookAtStats();
      await lookAtServer(before);
    } catch {
      // It is ending, or too busy to answer: what was seen before is no longer so.
      state.readyBefore = state.ready ?? state.readyBefore;
      state.ready = null;
      state.server = null;
      state.serverAt = Number.NEGATIVE_INFINITY;
      return false;
    }
    const key = state.stats === null ? '' : dumpKeyOf(state.stats, state.ready, record);
    if (!stopped && !state.dumping && key !== state.dumpKey && options.elapsed() >= state.dumpNotBefore)
      void readDump(key);
    return true;
  }

  let pause = options.pollMs;
  async function loop(): Promise<void> {
    const answered = await look();
    tell();
    pause = answered ? options.pollMs : Math.min(pause * 2, MAX_BACKOFF_MS);
    if (!stopped) timer = setTimeout(() => void loop(), pause);
  }
  void loop();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
