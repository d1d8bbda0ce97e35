import type { EnvoyEnded, EnvoyRun, EnvoySnapshot } from '../../contract/types.ts';
import type { BootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';
import { NO_PILOT_AGENT, readLadder } from '../../domain/envoy/ladder.ts';
import { NO_UPDATES } from '../../domain/envoy/updates.ts';
import { createAdminClient } from './admin-client.ts';
import type { DumpReader } from './dump-reader.ts';
import { describeEnd, NO_REFUSAL } from './end-of-run.ts';
import { startPoller } from './poller.ts';
import { NOT_RECORDED, type RunRecord } from './run-record.ts';
import { type StartedEnvoy, startEnvoy } from './start-envoy.ts';

export interface RunRequest {
  readonly runId: string;
  readonly program: string;
  readonly yaml: string;
  readonly facts: BootstrapFacts;
  readonly dumps: DumpReader;
  readonly pollMs: number;
  readonly on: {
    snapshot(snapshot: EnvoySnapshot): void;
    ended(ended: EnvoyEnded): void;
    readonly record?: RunRecord;
  };
}
export interface ActiveRun {
  readonly run: EnvoyRun;
  /** Resolves when Envoy has ended, that was told, and its private folder is gone. */
  readonly over: Promise<void>;
  /** Ends Envoy as asked by us. */
  stop(): Promise<void>;
}

/** The one look that a refused bootstrap allows: there never was an admin endpoint. */
function refusedSnapshot(
  request: RunRequest,
  pid: number,
  t: number,
  reason: string,
  log: string,
): EnvoySnapshot {
  const ladder = readLadder({
    refused: reason,
    ready: null,
    readyBefore: null,
    stats: null,
    updates: NO_UPDATES,
    dump: null,
    asks: request.facts.asks,
    asksForSecrets: request.facts.asksForSecrets,
    missingSocket: null,
    podReady: NO_PILOT_AGENT,
  });
  return {
    runId: request.runId,
    t,
    ready: null,
    connectedState: null,
    ...ladder,
    server: null,
    node: null,
    counts: null,
    pid,
    adminAddress: '',
    log: log.slice(-4_000),
  };
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Starts Envoy on a bootstrap in a private folder and follows it to its end.
 * @throws FailureError when it could not be started, its port was taken, or it opened nothing
 */
export async function startRun(request: RunRequest): Promise<ActiveRun> {
  return follow(request, await startEnvoy(request.program, request.yaml, request.facts));
}

function follow(request: RunRequest, { envoy, opened, cleanUp, elapsed }: StartedEnvoy): ActiveRun {
  let asked = false;
  let stopPolling: () => void = () => undefined;
  const adminAddress = opened.kind === 'open' ? opened.address : '';
  const client = createAdminClient(adminAddress);
  const { runId } = request;
  const record = request.on.record ?? NOT_RECORDED;
  const over = (async (): Promise<void> => {
    // Whoever started it learns its run id before any event of it.
    await pause(0);
    record.wrote(envoy.log());
    envoy.onOutput((text) => record.wrote(text));
    if (opened.kind === 'open')
      stopPolling = startPoller({
        runId,
        pid: envoy.pid,
        adminAddress,
        client,
        dumps: request.dumps,
        facts: request.facts,
        log: () => envoy.log(),
        elapsed,
        pollMs: request.pollMs,
        emit: (snapshot) => request.on.snapshot(snapshot),
        record,
      });
    const exit = await envoy.exited;
    stopPolling();
    client.close();
    // Its end is told in any case; a folder that stays is removed by who starts next (`sweepOwnFolders`).
    await cleanUp().catch(() => undefined);
    const log = envoy.log();
    const t = Math.round(elapsed());
    const end = describeEnd({ runId, t, log, yaml: request.yaml, open: opened.kind === 'open' }, exit, asked);
    const refused = end.by === 'itself' && !NO_REFUSAL.has(end.explanation?.code ?? '');
    if (opened.kind === 'ended' && refused) {
      const snapshot = refusedSnapshot(request, envoy.pid, t, end.reason ?? '', log);
      if (record.keep() !== null) record.poll(snapshot);
      request.on.snapshot(snapshot);
    }
    request.on.ended(end);
  })();
  return {
    run: { runId, pid: envoy.pid, adminAddress, command: envoy.run },
    over,
    stop: async () => {
      asked = true;
      stopPolling();
      await envoy.stop();
      await over;
    },
  };
}
