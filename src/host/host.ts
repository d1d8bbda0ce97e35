import type { Handlers, Host } from '../contract/requests.ts';
import type { AppInfo, BootstrapLabel, EnvoyEnded, EnvoySnapshot, RunningEnvoy } from '../contract/types.ts';
import { createEmitter } from './emitter.ts';
import { fontsOf, pdfOf } from './export/of-drawing.ts';
import type { HostParts } from './host-parts.ts';
import { createLabs } from './lab/labs.ts';
import { createFlightRecorder } from './recording/flight-recorder.ts';
import { FIRST_RECORDING } from './recording/shipped.ts';
import { createStudies } from './study/studies.ts';
import { homeFolder } from './toolchain/home.ts';

export interface HostOptions {
  readonly shell: AppInfo['shell'];
  readonly version: string;
  /** Folder that holds `samples/` and `recordings/`: in a clone `resources`, in a package the one beside it. */
  readonly resources: string;
  /** The file named on the command line, as an absolute path; asked anew each time. */
  readonly startFile: () => string | null;
  /** Opens the presenter's window; absent where the page can do so itself. */
  readonly openPresenter?: (session: string) => void;
}

/** Answers every request of the contract with the given rooms. Its `close` leaves no process and no private folder. */
export function createHost(options: HostOptions, parts: HostParts): Host {
  const { toolchain, bench, reader, manifests, checks, lookAtCluster } = parts;
  const { emit, on } = createEmitter();
  const studies = createStudies(options, parts);
  const flight = createFlightRecorder({
    version: options.version,
    cacheDir: toolchain.cacheDir,
    held: (studyId) => studies.held(studyId),
    otherInjection: (studyId) => studies.otherInjection(studyId),
    tools: () => toolchain.list(),
    running: () => running,
    runningFor: () => performance.now() - runningSince,
    tell: (state) => emit('record:state', state),
  });
  const labs = createLabs({
    desks: parts.desks,
    cacheDir: toolchain.cacheDir,
    home: homeFolder(),
    inputOf: (studyId, index) => ({ ...studies.labInput(studyId), index }),
    stageOf: (label) => ({ start: (yaml) => startOnStage(yaml, label), stop: bench.stop }),
    on: {
      progress: (progress) => {
        flight.lab(progress);
        emit('lab:progress', progress);
      },
      over: (over) => emit('lab:over', over),
    },
  });
  const stopProgress = toolchain.onProgress((progress) => emit('tools:progress', progress));
  let running: RunningEnvoy | null = null;
  let runningSince = 0;
  const validating = new AbortController();
  // It is the first thing that every window asks for; if it cannot be read, who asks is told.
  void studies.openRecording(FIRST_RECORDING).catch(() => undefined);

  /** Runs a bootstrap where every page sees it. */
  async function startOnStage(yaml: string, label: BootstrapLabel | null) {
    let snapshot: EnvoySnapshot | null = null;
    let over = false;
    let tellEnd: (ended: EnvoyEnded) => void = () => undefined;
    const ended = new Promise<EnvoyEnded>((done) => {
      tellEnd = done;
    });
    const run = await bench.start(yaml, {
      snapshot: (newest) => {
        snapshot = newest;
        if (running?.run.runId === newest.runId) running = { ...running, snapshot: newest };
        emit('envoy:snapshot', newest);
      },
      ended: (end) => {
        over = true;
        if (running?.run.runId === end.runId) running = null;
        flight.ended(end);
        emit('envoy:ended', end);
        tellEnd(end);
      },
      record: flight.run,
    });
    flight.started(run, yaml, label);
    runningSince = performance.now() - run.command.ms;
    if (!over) {
      running = { run, yaml, label, snapshot };
      emit('envoy:started', running);
    }
    return { run, ended };
  }

  const handlers: Handlers = {
    'app:info': async () => ({
      version: options.version,
      platform: process.platform,
      shell: options.shell,
      startFile: options.startFile(),
    }),
    'app:start-file': () => studies.startFile(),
    'presenter:open': async ({ session }) => {
      options.openPresenter?.(session);
      return { opened: options.openPresenter !== undefined };
    },
    'tools:list': () => toolchain.list(),
    'tools:install': () => toolchain.install(),
    'tools:cancel': async () => {
      toolchain.cancel();
      return null;
    },
    'recording:sample': () => studies.openRecording(FIRST_RECORDING),
    'recording:list': () => studies.shipped(),
    'recording:open-shipped': ({ name }) => studies.openShipped(name),
    'recording:input': (input) => studies.recordedInput(input),
    'recording:text': async (input) => studies.recordedText(input),
    'study:open': (input) => studies.open(input),
    'study:open-sample': (input) => studies.openSample(input.native),
    'study:cancel': async () => {
      studies.cancel();
      return null;
    },
    'study:text': async (input) => studies.text(input.studyId, input.role),
    'study:workload': (input) => studies.view(input),
    'study:counterpart': (input) => studies.counterpart(input),
    'bootstrap:build': (input) => studies.bootstrap(input),
    'record:start': (input) => flight.start(input),
    'record:state': async () => flight.state(),
    'record:note': async (input) => {
      flight.note(input);
      return null;
    },
    'record:stop': () => flight.stop(),
    'record:save': async ({ secrets }) => flight.save(secrets),
    'record:discard': async () => {
      flight.discard();
      return null;
    },
    'bootstrap:validate': async ({ yaml, label }) => {
      const result = await bench.validate(yaml, validating.signal);
      flight.validated(yaml, label ?? null, result);
      return result;
    },
    'envoy:start': async ({ yaml, label }) => (await startOnStage(yaml, label ?? null)).run,
    'envoy:running': async () => running,
    'envoy:stop': async (input) => {
      await bench.stop(input.runId);
      return null;
    },
    'manifest:open': (input) => manifests.open(input),
    'manifest:find': ({ id, ...wish }) => manifests.find(id, wish),
    'manifest:object': ({ id, index }) => manifests.object(id, index),
    'manifest:compare': ({ before, after }) => manifests.compare(before, after),
    'manifest:difference': (input) => manifests.difference(input),
    'manifest:profiles': () => manifests.profiles(),
    'manifest:program': (input) => manifests.program(input.kubeconfig),
    'manifest:cancel-program': async () => {
      manifests.cancelProgram();
      return null;
    },
    'manifest:cancel': async () => {
      manifests.cancel();
      return null;
    },
    'lab:folder': async (input) => labs.folder(input.lab),
    'lab:look': (input) => labs.look(input),
    'lab:do': (input) => labs.run(input),
    'lab:under-way': async (input) => labs.underWay(input),
    'lab:cancel': async ({ run }) => {
      labs.cancel(run);
      return null;
    },
    'lab:file': (input) => labs.file(input),
    'export:pdf': async ({ svg }) => ({ base64: await pdfOf(svg) }),
    'export:fonts': ({ svg, beside }) => fontsOf(svg, beside),
    'cluster:look': (input) => lookAtCluster(input.kubeconfig),
    'checks:run': async ({ studyId, role, kubeconfig }) =>
      checks.run(studies.text(studyId, role), kubeconfig),
    'checks:precheck': (input) => checks.precheck(input.kubeconfig),
    'checks:cancel': async () => {
      checks.cancel();
      return null;
    },
  };

  return {
    handlers,
    on,
    async close() {
      toolchain.cancel();
      validating.abort();
      stopProgress();
      // An injection that is called off still ends istioctl and removes its folder; its texts need the reader, and so do findings.
      const readers = Promise.all([studies.close(), checks.close()]).then(() => reader.close());
      await Promise.all([bench.close(), manifests.close(), labs.close(), readers]);
    },
  };
}
