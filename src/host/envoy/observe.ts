import { setTimeout as pause } from 'node:timers/promises';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import { type Ready, readReady } from '../../domain/envoy/admin.ts';
import type { BootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';
import { readDumpedNode } from '../../domain/envoy/dumped-node.ts';
import { CONNECTED_STATE_PATH, readStats } from '../../domain/envoy/stats.ts';
import type { YamlValue } from '../../domain/yaml/document.ts';
import { cancelledFailure } from '../failures.ts';
import { adminTarget, createAdminClient } from './admin-client.ts';
import { explainLog } from './end-of-run.ts';
import { findPortOwner } from './port-owner.ts';
import { type StartedEnvoy, startEnvoy } from './start-envoy.ts';

/** What one look at a running Envoy gave. */
export interface Observed {
  /** As the config_dump has it. */
  readonly node: { readonly [key: string]: YamlValue };
  readonly ready: Ready;
  readonly connectedState: number;
  /** Of the admin endpoint; null for a socket. */
  readonly port: number | null;
  /** Resolves when that Envoy has ended and its folder is gone, with the run and its end. */
  readonly over: Promise<CommandRun>;
}

export interface ObserveRequest {
  /** Envoy, as an absolute path. */
  readonly program: string;
  readonly yaml: string;
  /** What the text says. */
  readonly facts: BootstrapFacts;
  readonly signal: AbortSignal;
  /** For how long a port that another Envoy holds is waited for, in milliseconds. */
  readonly waitMs?: number;
}

/** Another export holds its port for about a second. */
const WAIT_MS = 5_000;
const LOOK_MS = 100;
const ANSWER = { timeoutMs: 10_000, maxBytes: 64_000_000 };

/**
 * Runs Envoy on a bootstrap until its admin endpoint answers, looks once at the three things that the lab asks for, and
 * ends it. How ready it is does not matter: without istiod it never gets LIVE.
 * @throws FailureError `address-in-use`, `envoy-refused`, `cancelled`, and what hinders the program itself
 */
export async function observeEnvoy(request: ObserveRequest): Promise<Observed> {
  const started = await startWhenFree(request);
  const stop = async (): Promise<void> => {
    await started.envoy.stop();
    await started.cleanUp();
  };
  const end = (): void => void stop().catch(() => undefined);
  request.signal.addEventListener('abort', end, { once: true });
  try {
    const { address, ...seen } = await look(request, started);
    const target = adminTarget(address);
    const over = stop().then(() => started.envoy.run);
    // Told by whoever waits for it.
    over.catch(() => undefined);
    return { ...seen, port: 'port' in target ? target.port : null, over };
  } catch (error) {
    await stop();
    throw request.signal.aborted ? cancelledFailure() : error;
  } finally {
    request.signal.removeEventListener('abort', end);
  }
}

/** Starts it, a while later where another Envoy still holds its port. */
async function startWhenFree({
  program,
  yaml,
  facts,
  signal,
  waitMs = WAIT_MS,
}: ObserveRequest): Promise<StartedEnvoy> {
  const begin = performance.now();
  for (;;) {
    try {
      return await startEnvoy(program, yaml, facts, signal);
    } catch (error) {
      const isTaken = error instanceof FailureError && error.failure.code === 'address-in-use';
      if (!isTaken || facts.admin.kind !== 'tcp') throw error;
      if (!(await isFreed(facts.admin.port, begin + waitMs, signal))) throw error;
    }
  }
}

/** Waits until an Envoy lets go of a port; false when it does not in time, or somebody else holds it. */
async function isFreed(port: number, until: number, signal: AbortSignal): Promise<boolean> {
  while (performance.now() < until) {
    const owner = await findPortOwner(port);
    if (owner === null) return true;
    if (!owner.command.includes('envoy')) return false;
    await pause(LOOK_MS, undefined, { signal });
  }
  return false;
}

async function look({ yaml }: ObserveRequest, { envoy, opened }: StartedEnvoy) {
  if (opened.kind !== 'open') {
    const exit = await envoy.exited;
    const { reason, explanation } = explainLog(envoy.log(), yaml, exit);
    throw inputFailure(
      'envoy-refused',
      `${explanation.message}.`,
      explanation.hint,
      null,
      reason === '' ? envoy.log().slice(-2000) : reason,
    );
  }
  const client = createAdminClient(opened.address);
  try {
    const dump = await client.get('/config_dump', ANSWER);
    const ready = await client.get('/ready', ANSWER);
    const stats = await client.get(CONNECTED_STATE_PATH, ANSWER);
    const node = readDumpedNode(dump.body.toString('utf8'));
    const connected = readStats(stats.body.toString('utf8')).get('control_plane.connected_state');
    if (node === null || connected === undefined)
      throw notShown(node === null ? 'no node in its config_dump' : 'no control_plane.connected_state');
    return {
      node,
      ready: readReady(ready.code, ready.body.toString('utf8')),
      connectedState: Number(connected),
      address: opened.address,
    };
  } finally {
    client.close();
  }
}

function notShown(what: string): FailureError {
  return inputFailure(
    'envoy-answer',
    `Envoy ran, but showed ${what}.`,
    'Check this Envoy in a terminal, or name another one: sidecar-anatomy tools says which one it is.',
  );
}
