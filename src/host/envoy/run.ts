import { readFile, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { EnvoyEnded, EnvoyRun, EnvoySnapshot } from '../../contract/types.ts';
import { type BootEnd, readBootEnd } from '../../domain/envoy/boot-log.ts';
import { type BootstrapFacts, isLoopback } from '../../domain/envoy/bootstrap-facts.ts';
import { NO_PILOT_AGENT, readLadder } from '../../domain/envoy/ladder.ts';
import { NO_UPDATES } from '../../domain/envoy/updates.ts';
import { makeOwnFolder, writeOwnFile } from '../files/own-folder.ts';
import { type Supervised, supervise } from '../process/supervise.ts';
import { adminTarget, createAdminClient } from './admin-client.ts';
import type { DumpReader } from './dump-reader.ts';
import { describeEnd, NO_REFUSAL } from './end-of-run.ts';
import { startPoller } from './poller.ts';
import { findFreePort, findPortOwner } from './port-owner.ts';
import { bootstrapFileName } from './read-bootstrap.ts';
import { ADMIN_ADDRESS_FILE, startArguments } from './start-arguments.ts';

/** Envoy opens its admin endpoint 50 to 150 ms after its start, a loaded machine with a large bootstrap in seconds. */
const START_MS = 20_000;
const LOOK_MS = 20;

export interface RunRequest {
  readonly runId: string;
  readonly program: string;
  readonly yaml: string;
  readonly facts: BootstrapFacts;
  readonly dumps: DumpReader;
  readonly pollMs: number;
  readonly on: { snapshot(snapshot: EnvoySnapshot): void; ended(ended: EnvoyEnded): void };
}
export interface ActiveRun {
  readonly run: EnvoyRun;
  /** Resolves when Envoy has ended, that was told, and its private folder is gone. */
  readonly over: Promise<void>;
  /** Ends Envoy as asked by us. */
  stop(): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

type Opened = { readonly kind: 'open'; readonly address: string } | { readonly kind: 'ended' | 'silent' };

/** The address as we reach it: a relative socket path is relative to Envoy's folder, not to ours. */
function reachable(address: string, folder: string): string {
  const target = adminTarget(address);
  const isRelative = 'socketPath' in target && !isAbsolute(address);
  return isRelative ? join(folder, address) : address;
}

async function answers(address: string): Promise<boolean> {
  const client = createAdminClient(address);
  try {
    await client.get('/ready', { timeoutMs: 1_000, maxBytes: 64 * 1024 });
    return true;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

/**
 * Waits until the admin endpoint answers. Envoy opens it, and writes its address into a file, before it has read all of
 * its bootstrap: only an answer says that it took the bootstrap.
 */
async function waitForAdmin(envoy: Supervised, folder: string): Promise<Opened> {
  let ended = false;
  const exited = envoy.exited.then(() => {
    ended = true;
  });
  const begin = performance.now();
  while (performance.now() - begin < START_MS) {
    const written = await readFile(join(folder, ADMIN_ADDRESS_FILE), 'utf8').catch(() => '');
    const address = written.trim() === '' ? null : reachable(written.trim(), folder);
    const isOpen =
      address !== null && !isForeign(address) && (await Promise.race([answers(address), exited]));
    if (ended) return { kind: 'ended' };
    if (address !== null && (isOpen || isForeign(address))) return { kind: 'open', address };
    await Promise.race([pause(LOOK_MS), exited]);
  }
  return { kind: 'silent' };
}

/** True for an address that other machines can reach. */
function isForeign(address: string): boolean {
  const target = adminTarget(address);
  return 'host' in target && !isLoopback(target.host);
}

/** Says who holds the port that Envoy could not have, and which one is free. */
async function addressInUse(end: BootEnd, log: string): Promise<FailureError | null> {
  const { problem } = end;
  if (problem.kind !== 'cannot-bind' || !/in use/i.test(problem.why) || problem.port === null) return null;
  const owner = await findPortOwner(problem.port);
  const free = await findFreePort('127.0.0.1');
  const holder = owner === null ? 'another program' : `${owner.command} (process ${owner.pid})`;
  const { failure } = inputFailure(
    'address-in-use',
    `Envoy could not listen on ${problem.address}: port ${problem.port} is held by ${holder}.`,
    `End that program, or choose another port${free === null ? '' : `: ${free} is free now`}.`,
    null,
    log,
  );
  return new FailureError(free === null ? failure : { ...failure, freePort: free });
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

/**
 * Starts Envoy on a bootstrap in a private folder and follows it to its end.
 * @throws FailureError when it could not be started, its port was taken, or it opened nothing
 */
export async function startRun(request: RunRequest): Promise<ActiveRun> {
  const file = bootstrapFileName(request.yaml);
  const args = startArguments(file, request.facts.admin);
  const folder = await makeOwnFolder();
  const cleanUp = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const begin = performance.now();
  let envoy: Supervised;
  try {
    await writeOwnFile(join(folder, file), request.yaml);
    envoy = await supervise({ program: request.program, args, cwd: folder });
  } catch (error) {
    await cleanUp();
    throw error;
  }
  const elapsed = (): number => performance.now() - begin;
  const opened = await waitForAdmin(envoy, folder);
  const failure = await failureOfStart(opened, envoy);
  if (failure !== null) {
    await envoy.stop();
    await cleanUp();
    throw failure;
  }
  return follow(request, envoy, opened, cleanUp, elapsed);
}

/** What Envoy said last, as much of it as a line holds. */
function lastWords(log: string): string {
  const last = log.trim().split('\n').at(-1)?.trim() ?? '';
  return last === '' ? 'It wrote no log.' : `It said last: ${last.slice(0, 300)}`;
}

async function failureOfStart(opened: Opened, envoy: Supervised): Promise<FailureError | null> {
  switch (opened.kind) {
    case 'ended':
      return addressInUse(readBootEnd(envoy.log()), envoy.log());
    case 'silent':
      return inputFailure(
        'envoy-silent',
        `Envoy runs, but opened no admin endpoint within ${START_MS / 1000} s, and was ended.`,
        lastWords(envoy.log()),
        null,
        envoy.log(),
      );
    case 'open':
      if (!isForeign(opened.address)) return null;
      return inputFailure(
        'admin-not-loopback',
        `Envoy opened its admin endpoint on ${opened.address}, which other machines can reach, and was ended at once.`,
        'Set admin.address to 127.0.0.1 to run it here.',
      );
  }
}

function follow(
  request: RunRequest,
  envoy: Supervised,
  opened: Opened,
  cleanUp: () => Promise<void>,
  elapsed: () => number,
): ActiveRun {
  let asked = false;
  let stopPolling: () => void = () => undefined;
  const adminAddress = opened.kind === 'open' ? opened.address : '';
  const client = createAdminClient(adminAddress);
  const { runId } = request;
  const over = (async (): Promise<void> => {
    // Whoever started it learns its run id before any event of it.
    await pause(0);
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
    if (opened.kind === 'ended' && refused)
      request.on.snapshot(refusedSnapshot(request, envoy.pid, t, end.reason ?? '', log));
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
