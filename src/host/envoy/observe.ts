import { setTimeout as pause } from 'node:timers/promises';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { CommandRun, EnvoyEnded, EnvoyRun } from '../../contract/types.ts';
import { type Ready, readReady } from '../../domain/envoy/admin.ts';
import type { BootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';
import { readDumpedNode } from '../../domain/envoy/dumped-node.ts';
import { CONNECTED_STATE_PATH, readStats } from '../../domain/envoy/stats.ts';
import type { YamlValue } from '../../domain/yaml/document.ts';
import { cancelledFailure } from '../failures.ts';
import { adminTarget, createAdminClient } from './admin-client.ts';
import { explainLog } from './end-of-run.ts';
import { findPortOwner } from './port-owner.ts';
import { startEnvoy } from './start-envoy.ts';

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

/** A bench on which an Envoy can be watched by others while it is looked at. A second start there ends the first. */
export interface EnvoyStage {
  /** As `EnvoyBench.start`; `ended` resolves when it is over, whoever ended it. */
  start(yaml: string): Promise<{ readonly run: EnvoyRun; readonly ended: Promise<EnvoyEnded> }>;
  stop(runId: string): Promise<void>;
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
  /** Where it runs so that others see it, and until when they shall; without it, on its own and no longer than the look. */
  readonly stage?: { readonly on: EnvoyStage; readonly until: Promise<void> };
}

/** An Envoy that runs, as much of it as is needed to look at it. */
interface Running {
  /** Of its admin endpoint. */
  readonly address: string;
  /** Resolves when it has ended, by itself or by somebody's hand. */
  readonly ended: Promise<unknown>;
  /** Ends it; resolves when it is over and nothing of it is left. */
  stop(): Promise<CommandRun>;
}

/** Another export holds its port for about a second. */
const WAIT_MS = 5_000;
const LOOK_MS = 100;
/** An Envoy that was told to end does so in a moment. */
const ENDING_MS = 2_000;
const ANSWER = { timeoutMs: 10_000, maxBytes: 64_000_000 };

/**
 * Runs Envoy on a bootstrap until its admin endpoint answers, looks once at the three things that the lab asks for, and
 * ends it. How ready it is does not matter: without istiod it never gets LIVE.
 * @throws FailureError `address-in-use`, `envoy-refused`, `cancelled`, and what hinders the program itself
 */
export async function observeEnvoy(request: ObserveRequest): Promise<Observed> {
  const { stage, signal } = request;
  const envoy = await startWhenFree(request);
  const called = new Promise<void>((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
  // A look at one that is being ended fails at once.
  void called.then(() => envoy.stop()).catch(() => undefined);
  try {
    const seen = await look(envoy.address);
    const target = adminTarget(envoy.address);
    const over = Promise.race([stage?.until, called]).then(() => envoy.stop());
    // Told by whoever waits for it.
    over.catch(() => undefined);
    return { ...seen, port: 'port' in target ? target.port : null, over };
  } catch (error) {
    // One that is being ended breaks the look off before it is over.
    const isOver = await Promise.race([envoy.ended.then(() => true), pause(ENDING_MS, false)]);
    await envoy.stop();
    if (signal.aborted) throw cancelledFailure();
    throw isOver ? endedMeanwhile() : error;
  }
}

/** Starts it, a while later where another Envoy still holds its port. */
async function startWhenFree(request: ObserveRequest): Promise<Running> {
  const { facts, signal, waitMs = WAIT_MS } = request;
  const begin = performance.now();
  for (;;) {
    try {
      return await (request.stage === undefined ? startAlone(request) : startOn(request.stage.on, request));
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

async function startAlone({ program, yaml, facts, signal }: ObserveRequest): Promise<Running> {
  const { envoy, opened, cleanUp } = await startEnvoy(program, yaml, facts, signal);
  const stop = async (): Promise<CommandRun> => {
    await envoy.stop();
    await cleanUp();
    return envoy.run;
  };
  if (opened.kind === 'open') return { address: opened.address, ended: envoy.exited, stop };
  const { reason, explanation } = explainLog(envoy.log(), yaml, await envoy.exited);
  await stop();
  throw refused(explanation, reason === '' ? envoy.log() : reason);
}

async function startOn(stage: EnvoyStage, { yaml, signal }: ObserveRequest): Promise<Running> {
  signal.throwIfAborted();
  const { run, ended } = await stage.start(yaml);
  const stop = async (): Promise<CommandRun> => {
    await stage.stop(run.runId);
    const { exitCode, signal, t, log } = await ended;
    return { ...run.command, exitCode, signal, ms: t, stderr: log };
  };
  if (run.adminAddress !== '') return { address: run.adminAddress, ended, stop };
  const { explanation, reason, log } = await ended;
  throw refused(explanation ?? NOT_EXPLAINED, reason ?? log);
}

const NOT_EXPLAINED = { message: 'Envoy ended before its admin endpoint was open', hint: 'Run it again.' };

function endedMeanwhile(): FailureError {
  return inputFailure(
    'envoy-ended',
    'Envoy was stopped before it had been looked at, so step 6 is not done.',
    'Do the step again, and let it run meanwhile.',
  );
}

function refused(
  { message, hint }: { readonly message: string; readonly hint: string },
  evidence: string,
): FailureError {
  return inputFailure('envoy-refused', `${message}.`, hint, null, evidence.slice(-2000));
}

async function look(address: string) {
  const client = createAdminClient(address);
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
