import type { Handlers, Host } from '../contract/requests.ts';
import type { AppInfo, EnvoyRun } from '../contract/types.ts';
import { createEmitter } from './emitter.ts';
import type { HostParts } from './host-parts.ts';
import { createStudies } from './study/studies.ts';

export interface HostOptions {
  readonly shell: AppInfo['shell'];
  readonly version: string;
  /** Folder that holds `samples/` and `recordings/`: in a clone `resources`, in a package the one beside it. */
  readonly resources: string;
  /** The file named on the command line, as an absolute path; asked anew each time. */
  readonly startFile: () => string | null;
}

/** Answers every request of the contract with the given rooms. Its `close` leaves no process and no private folder. */
export function createHost(options: HostOptions, parts: HostParts): Host {
  const { toolchain, bench, reader } = parts;
  const { emit, on } = createEmitter();
  const studies = createStudies(options, parts);
  const stopProgress = toolchain.onProgress((progress) => emit('tools:progress', progress));
  const validating = new AbortController();
  let running: string | null = null;
  let starting: Promise<unknown> = Promise.resolve();

  /** One bench, one Envoy: a page that was reloaded may not know of the one that it started before. */
  async function startEnvoy(yaml: string): Promise<EnvoyRun> {
    if (running !== null) await bench.stop(running);
    let over = false;
    const run = await bench.start(yaml, {
      snapshot: (snapshot) => emit('envoy:snapshot', snapshot),
      ended: (ended) => {
        over = true;
        if (running === ended.runId) running = null;
        emit('envoy:ended', ended);
      },
    });
    if (!over) running = run.runId;
    return run;
  }

  const handlers: Handlers = {
    'app:info': async () => ({
      version: options.version,
      platform: process.platform,
      shell: options.shell,
      startFile: options.startFile(),
    }),
    'tools:list': () => toolchain.list(),
    'tools:install': () => toolchain.install(),
    'tools:cancel': async () => {
      toolchain.cancel();
      return null;
    },
    'recording:sample': () => studies.openRecording('payments.anatomy'),
    'study:open': (input) => studies.open(input),
    'study:open-sample': (input) => studies.openSample(input.native),
    'study:open-start-file': () => studies.openStartFile(),
    'study:cancel': async () => {
      studies.cancel();
      return null;
    },
    'study:text': async (input) => studies.text(input.studyId, input.role),
    'study:workload': (input) => studies.view(input),
    'bootstrap:build': (input) => studies.bootstrap(input),
    'bootstrap:validate': (input) => bench.validate(input.yaml, validating.signal),
    'envoy:start': (input) => {
      const started = starting.then(() => startEnvoy(input.yaml));
      starting = started.catch(() => undefined);
      return started;
    },
    'envoy:stop': async (input) => {
      await bench.stop(input.runId);
      return null;
    },
  };

  return {
    handlers,
    on,
    async close() {
      studies.cancel();
      toolchain.cancel();
      validating.abort();
      stopProgress();
      await Promise.all([bench.close(), reader.close()]);
    },
  };
}
