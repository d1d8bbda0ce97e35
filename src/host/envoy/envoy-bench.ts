import { randomUUID } from 'node:crypto';
import { inputFailure } from '../../contract/failure.ts';
import type { EnvoyEnded, EnvoyRun, EnvoySnapshot, ValidateResult } from '../../contract/types.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { createDumpReader, type DumpReader } from './dump-reader.ts';
import { POLL_MS } from './poller.ts';
import { readBootstrap } from './read-bootstrap.ts';
import { type ActiveRun, startRun } from './run.ts';
import type { RunRecord } from './run-record.ts';
import { validateBootstrap } from './validate.ts';

export interface RunListeners {
  snapshot(snapshot: EnvoySnapshot): void;
  /** Once, and after it nothing more. */
  ended(ended: EnvoyEnded): void;
  /** Who keeps all that the run shows. */
  readonly record?: RunRecord;
}

/** Where a bootstrap meets a real Envoy. */
export interface EnvoyBench {
  /**
   * `envoy --mode validate` with its own words, whatever they are.
   * @throws FailureError `cancelled`, `timeout`, `envoy-flood`, or what hinders the program itself
   */
  validate(yaml: string, signal?: AbortSignal): Promise<ValidateResult>;
  /**
   * Runs the bootstrap, which stays as it was given, and looks at it until it ends. One run at a time: a second start
   * ends the first. Resolves when the admin endpoint is open, or when Envoy has refused the bootstrap; events follow.
   * @throws FailureError `address-in-use` with the owner of the port and a free one, `admin-not-loopback`,
   *   `bootstrap-too-large`, `bootstrap-not-understood`, `envoy-silent`, or what hinders the program itself
   */
  start(yaml: string, on: RunListeners): Promise<EnvoyRun>;
  /** Ends a run; resolves when it has ended. Nothing happens for a run that is over. */
  stop(runId: string): Promise<void>;
  /** Ends everything and removes all private folders. */
  close(): Promise<void>;
}

export interface EnvoyBenchOptions {
  readonly toolchain: Pick<Toolchain, 'require'>;
  /** The built worker that reads config_dumps; by default looked for beside the running bundle. */
  readonly dumpWorker?: URL;
  /** Milliseconds between two looks at a running Envoy. */
  readonly pollMs?: number;
}

export function createEnvoyBench(options: EnvoyBenchOptions): EnvoyBench {
  const dumps: DumpReader = createDumpReader(options.dumpWorker);
  let current: ActiveRun | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function check(yaml: string, signal?: AbortSignal): Promise<ValidateResult> {
    const program = await options.toolchain.require('envoy');
    return validateBootstrap({ program, yaml, ...(signal === undefined ? {} : { signal }) });
  }

  /** Facts that make it safe to start; what cannot be read here may still be started if Envoy refuses it anyway. */
  async function factsOf(yaml: string) {
    const facts = readBootstrap(yaml);
    if (facts !== null) return facts;
    if ((await check(yaml)).exitCode === 0)
      throw inputFailure(
        'bootstrap-not-understood',
        'Envoy accepts this bootstrap, but where its admin endpoint is could not be read here, so it is not run.',
        'Write it as plain YAML or JSON, without anchors and tags.',
      );
    return readBootstrap('{}');
  }

  async function begin(yaml: string, on: RunListeners): Promise<EnvoyRun> {
    if (closed) throw inputFailure('cancelled', 'The bench is closed.', 'Start the app again.');
    await current?.stop();
    const program = await options.toolchain.require('envoy');
    const facts = await factsOf(yaml);
    if (facts === null) throw new Error('an empty bootstrap has facts');
    const run = await startRun({
      runId: randomUUID(),
      program,
      yaml,
      facts,
      dumps,
      on,
      pollMs: options.pollMs ?? POLL_MS,
    });
    current = run;
    void run.over.then(() => {
      if (current === run) current = null;
    });
    return run.run;
  }

  return {
    validate: check,
    start: (yaml, on) => {
      const started = queue.then(() => begin(yaml, on));
      queue = started.catch(() => undefined);
      return started;
    },
    stop: async (runId) => {
      if (current?.run.runId === runId) await current.stop();
    },
    close: async () => {
      closed = true;
      await queue;
      await current?.stop();
      await dumps.close();
    },
  };
}
