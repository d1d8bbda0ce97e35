import type { Failure, Outcome } from '../../contract/failure.ts';
import type { CommandRun, ShippedRecording, Study } from '../../contract/types.ts';
import type { Stores } from './app.ts';
import { type CurrentBootstrap, currentBootstrap } from './current-bootstrap.ts';
import { NEEDS_LAB } from './needs-lab.ts';
import type { OpenedFile, OpenedInput, OpenedRecording } from './opened-input.ts';

/** Why an input waits for somebody to fetch istioctl; the foot of the window has what stopped that, and tries again. */
function notInjected({ file }: OpenedInput): Failure {
  return {
    code: 'tool-not-found',
    kind: 'input',
    message: `${file.name} was not injected: istioctl is not here.`,
    hint: 'It stays open. “Try again” fetches istioctl and then injects it.',
    source: null,
  };
}

/** Notes at once what is small: the database's answer may come too late for a page that is being left. */
export function note(stores: Stores): void {
  const { variant, start } = stores.study.getState();
  const { scene, view } = stores.stage.getState();
  stores.keeper.note({ edits: stores.bootstrap.getState().edits, variant, start, scene, view });
}

/** Saves what must survive a crash; a browser that refuses to keep it costs nothing else. */
export async function keep(stores: Stores): Promise<void> {
  const { input, shown, recording, refused, failure, unread, index, variant, start, native } =
    stores.study.getState();
  const { edits } = stores.bootstrap.getState();
  const { scene, view } = stores.stage.getState();
  try {
    await stores.keeper.save({
      input,
      shown,
      recording,
      refused: refused && input !== shown,
      failure: unread || (refused && input !== shown) ? failure : null,
      unread,
      edits,
      index,
      variant,
      start,
      native,
      scene,
      view,
    });
  } catch {
    // Private windows may have no storage; the input is then kept in memory only.
  }
}

/** `payments, lab, edited by hand`. */
function commandOf({ words, edited }: Pick<CurrentBootstrap, 'words' | 'edited'>): string {
  return edited ? `${words}, edited by hand` : words;
}

/** The commands behind a study, and the Envoy's that still runs. */
export function showCommands(stores: Stores, commands: readonly CommandRun[]): void {
  const { phase, run, of, edited } = stores.run.getState();
  const running =
    phase === 'running' && run !== null
      ? [{ ...run.command, runId: run.runId, of: commandOf({ words: of, edited }) }]
      : [];
  stores.commands.getState().replace([...commands, ...running]);
}

function afterOpening(stores: Stores): void {
  const { study } = stores.study.getState();
  stores.stage.getState().reset();
  stores.source.getState().reset();
  showCommands(stores, study?.commands ?? []);
}

/** Which workload of an input, and whether it is the one on the stage anew: what was chosen for that then stays. */
export interface Place {
  readonly index?: number;
  readonly same?: boolean;
  /** Classic sidecar or native one, where it is not as chosen now. */
  readonly native?: boolean;
}

/** Opens what the user gave; their text is kept whatever comes of it. */
export async function openInput(
  stores: Stores,
  input: OpenedInput,
  { index = 0, same = false, native }: Place = {},
): Promise<boolean> {
  const study = stores.study.getState();
  study.tell(null);
  if (input.file.signs.recording) return openRecording(stores, input.file);
  study.setInput(input);
  if (index === 0) void keep(stores).then(() => stores.keeper.reading.end(input.file.name));
  if (!input.alreadyInjected) {
    // What was told of an earlier file is over: this one is taken, and waits.
    study.dismiss();
    const there = await stores.tools.getState().awaitIstioctl();
    if (stores.study.getState().input !== input) return false;
    if (!there) {
      study.fail(notInjected(input));
      return false;
    }
  }
  if (native !== undefined) study.setNative(native);
  const strip = ({ name, bytes }: OpenedFile) => ({ name, bytes });
  const what = input.alreadyInjected ? `Reading ${input.file.name}` : `Injecting ${input.file.name}`;
  const done = await study.open(
    what,
    () =>
      stores.bridge.openStudy({
        file: strip(input.file),
        injection: input.injection.map(strip),
        native: stores.study.getState().native,
        alreadyInjected: input.alreadyInjected,
      }),
    { index, same, documents: input.file.signs.documents },
  );
  if (done) {
    study.setShown(input);
    afterOpening(stores);
  }
  return done;
}

/**
 * Opens a recording, which needs no program. What is open on the lab bench stays to be gone back to.
 */
async function openRecording(stores: Stores, file: OpenedFile): Promise<boolean> {
  const { name, bytes } = file;
  const ask = () =>
    stores.bridge.openStudy({
      file: { name, bytes },
      injection: [],
      native: false,
      alreadyInjected: true,
    });
  const done = await showOpened(stores, { of: 'file', file }, `Opening ${name}`, ask);
  stores.keeper.reading.end(name);
  return done;
}

/** A recording that comes with the app. */
export function openShipped(
  stores: Stores,
  { name, title }: Pick<ShippedRecording, 'name' | 'title'>,
): Promise<boolean> {
  const ask = () => stores.bridge.request('recording:open-shipped', { name });
  return showOpened(stores, { of: 'app', name, title }, `Opening the recording “${title}”`, ask);
}

/** A recording that was on the stage before a reload. */
export function openAgain(stores: Stores, recording: OpenedRecording): Promise<boolean> {
  return recording.of === 'file' ? openRecording(stores, recording.file) : openShipped(stores, recording);
}

async function showOpened(
  stores: Stores,
  recording: OpenedRecording,
  what: string,
  ask: () => Promise<Outcome<Study>>,
): Promise<boolean> {
  stores.player.getState().pause();
  const done = await stores.study.getState().open(what, ask);
  if (!done) return false;
  stores.study.getState().setRecording(recording);
  afterOpening(stores);
  // It was asked for: nothing of the programs stands before it.
  stores.player.getState().seek(stores.player.getState().at);
  await keep(stores);
  return true;
}

/** From a recording back to the lab bench: to what was open there, else the sample, injected now. */
export async function toLab(stores: Stores): Promise<boolean> {
  const { shown, index, study } = stores.study.getState();
  if (study?.bench !== 'recording') return true;
  stores.player.getState().pause();
  if (shown !== null) return openInput(stores, shown, { index, same: true });
  if (!(await stores.tools.getState().awaitIstioctl())) return false;
  return openSample(stores, { same: true });
}

/** The sample workload, injected now by the real istioctl. */
export async function openSample(stores: Stores, place: Place = {}): Promise<boolean> {
  const { same = false, native = stores.study.getState().native } = place;
  stores.study.getState().setNative(native);
  const done = await stores.study
    .getState()
    .open('Injecting the sample workload', () => stores.bridge.request('study:open-sample', { native }), {
      same,
    });
  if (done) {
    stores.study.getState().setShown(null);
    afterOpening(stores);
  }
  return done;
}

/** Fetches the programs once more; then what waits for them is injected. */
export async function fetchAgain(stores: Stores): Promise<void> {
  const { input, failure } = stores.study.getState();
  if (failure?.code === 'tool-not-found') stores.study.getState().dismiss();
  const fetched = stores.tools.getState().provide();
  const there = await stores.tools.getState().awaitIstioctl();
  // Whatever was opened meanwhile has waited for itself.
  if (stores.study.getState().input !== input) return;
  if (input !== null && !input.alreadyInjected) await openInput(stores, input);
  else if (there && input === null) await openSample(stores);
  await fetched;
}

/** Injects the same input the other way: classic sidecar or native one. */
export async function setNative(stores: Stores, native: boolean): Promise<void> {
  const study = stores.study.getState();
  study.setNative(native);
  const { shown, index } = study;
  const place: Place = { index, same: true };
  const done = shown === null ? await openSample(stores, place) : await openInput(stores, shown, place);
  if (!done) stores.study.getState().setNative(!native);
}

export function bootstrapNow(stores: Stores): CurrentBootstrap | null {
  return currentBootstrap(stores.study.getState(), stores.bootstrap.getState());
}

/** Asks the real Envoy whether it takes the bootstrap on the stage. */
export async function validate(stores: Stores): Promise<void> {
  if (stores.player.getState().film !== null) return stores.study.getState().tell(NEEDS_LAB);
  const bootstrap = bootstrapNow(stores);
  if (bootstrap === null) return;
  stores.run.getState().clear();
  const { key, yaml, words, edited } = bootstrap;
  const outcome = await stores.bootstrap.getState().validate(key, yaml, { key, words, edited });
  if (outcome.ok) stores.commands.getState().add({ ...outcome.value.command, of: commandOf(bootstrap) });
  else stores.study.getState().fail(outcome.failure);
}

/** Breaks the ADS cluster name and lets Envoy refuse it; a second press mends it. */
export async function typo(stores: Stores): Promise<void> {
  const study = stores.study.getState();
  if (study.variant === 'typo') return study.setVariant('lab');
  await study.setVariant('typo');
  await validate(stores);
}

/** Ends the Envoy that runs; says why where that could not be asked for. */
export async function stopEnvoy(stores: Stores): Promise<void> {
  const failure = await stores.run.getState().stop();
  if (failure !== null) stores.study.getState().fail(failure);
}

/** Whether another admin port can be given to the bootstrap on the stage: pilot-agent and an edit have their own. */
export function takesPort(bootstrap: CurrentBootstrap | null): boolean {
  return bootstrap !== null && !bootstrap.edited && !bootstrap.key.endsWith('#sidecar');
}

/** Gives Envoy another admin port, which stays for what is opened next, and starts it. */
export async function runOnPort(stores: Stores, adminPort: number): Promise<void> {
  const study = stores.study.getState();
  study.dismiss();
  const failure = await study.setStart({ adminPort });
  if (failure !== null) return study.fail(failure);
  await runEnvoy(stores);
}

export async function runEnvoy(stores: Stores): Promise<void> {
  if (stores.player.getState().film !== null) return stores.study.getState().tell(NEEDS_LAB);
  const bootstrap = bootstrapNow(stores);
  if (bootstrap === null) return;
  const answer = await stores.run
    .getState()
    .start(bootstrap.key, bootstrap.words, bootstrap.yaml, bootstrap.edited);
  if (!('runId' in answer)) return stores.study.getState().fail(answer);
  const commands = stores.commands.getState();
  commands.add({ ...answer.command, runId: answer.runId, of: commandOf(bootstrap) });
  const { ended } = stores.run.getState();
  if (ended?.runId === answer.runId) commands.finish(answer.runId, ended);
}
