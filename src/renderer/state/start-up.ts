import type { Failure, Outcome } from '../../contract/failure.ts';
import type { AppInfo, Study } from '../../contract/types.ts';
import { fileOfBase64 } from '../bridge/base64.ts';
import { UNREACHABLE } from '../bridge/bridge.ts';
import { keep, note, openAgain, openInput, openSample, type Place } from './actions.ts';
import type { Stores } from './app.ts';
import type { Kept } from './keep.ts';
import { type OpenedInput, openedFile, sameFile } from './opened-input.ts';

/** The file of the command line, opened like one that was dropped: its text is there whatever comes of it. */
async function openStartFile(stores: Stores): Promise<void> {
  const given = await stores.bridge.request('app:start-file', {});
  if (stores.study.getState().input !== null) return;
  if (!given.ok) return stores.study.getState().fail(given.failure);
  const { name, base64 } = given.value;
  await openInput(stores, {
    file: await openedFile(name, await fileOfBase64(base64)),
    injection: [],
    alreadyInjected: false,
  });
}

async function loadKept(stores: Stores): Promise<Kept | null> {
  try {
    return await stores.keeper.load();
  } catch {
    return null;
  }
}

/** The first picture, of the answer to `recording:sample`: a recording needs no program, so it is there at once. */
export async function showRecording(stores: Stores, answer: Promise<Outcome<Study>>): Promise<void> {
  const recording = await answer;
  const study = stores.study.getState();
  if (study.study !== null) return;
  if (!recording.ok) return study.fail(recording.failure);
  await study.showStudy(recording.value);
  stores.commands.getState().replace(recording.value.commands);
}

/** Edits, the finished run's command and the chosen place are kept up to date from here on. */
function keepUp(stores: Stores): void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const later = () => {
    note(stores);
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void keep(stores), 300);
  };
  stores.stage.subscribe((state, before) => {
    if (state.scene !== before.scene || state.view !== before.view) later();
  });
  stores.bootstrap.subscribe((state, before) => {
    if (state.edits !== before.edits) later();
  });
  stores.study.subscribe((state, before) => {
    const same =
      state.index === before.index &&
      state.variant === before.variant &&
      state.start === before.start &&
      state.native === before.native &&
      state.input === before.input &&
      state.shown === before.shown &&
      state.recording === before.recording &&
      state.refused === before.refused &&
      state.failure === before.failure;
    if (!same) later();
  });
  // By its id and not by the present run: a Restart has begun the next run before the end of this one is told.
  stores.bridge.on('envoy:ended', (ended) => stores.commands.getState().finish(ended.runId, ended));
}

/** The file of the command line, else the sample, injected now; nothing when the user has opened something meanwhile. */
async function openFirst(stores: Stores, info: Outcome<AppInfo>, place: Place = {}): Promise<void> {
  const untouched = () => stores.study.getState().input === null && stores.study.getState().busy === null;
  // Taken at once: fetching istioctl can take minutes, and its text is there to be read.
  if (info.ok && info.value.startFile !== null && untouched()) return openStartFile(stores);
  if (!(await stores.tools.getState().awaitIstioctl()) || !untouched()) return;
  const wasRecording = stores.study.getState().study?.bench === 'recording';
  if ((await openSample(stores, place)) && wasRecording && stores.study.getState().input === null)
    stores.study.getState().tell('Now from your own istioctl');
}

const sameInput = (one: OpenedInput, other: OpenedInput): boolean =>
  sameFile(one.file, other.file) && one.alreadyInjected === other.alreadyInjected;

/**
 * What the user opened before a reload. What led to nothing then is not tried again, and what leads to nothing now does
 * not cost what was on the stage before it: that is opened instead, and the text that failed stays beside it.
 */
async function openKept(
  stores: Stores,
  kept: Kept & { readonly input: OpenedInput },
  info: Outcome<AppInfo>,
): Promise<void> {
  const { input, shown, index, native } = kept;
  let { failure } = kept;
  const sameAgain = shown !== null && sameInput(shown, input);
  // That nobody answered was no fault of the file, and somebody answers now.
  if (!kept.refused || failure?.code === UNREACHABLE) {
    if (await openInput(stores, input, { index, same: sameAgain, native })) return;
    const { input: now, refused, failure: why } = stores.study.getState();
    if (now !== input || !refused) return;
    failure = why;
  }
  stores.study.getState().setInput(null);
  if (shown !== null && !sameAgain) await openInput(stores, shown, { index, same: true, native });
  else await openFirst(stores, info, { same: shown === null, native });
  const { input: now, shown: onStage } = stores.study.getState();
  // Whatever the user opened meanwhile wins.
  if (now !== onStage) return;
  stores.study.getState().setInput(input, true);
  if (failure !== null) stores.study.getState().fail(failure);
}

/**
 * The recording that was on the stage before a reload; what was open on the lab bench is there to be gone back to. False where
 * it cannot be opened, or something else was opened meanwhile.
 */
async function reopenRecording(stores: Stores, { recording, input, shown, refused }: Kept): Promise<boolean> {
  if (recording === null || stores.study.getState().input !== null) return false;
  stores.study.getState().setInput(input, refused);
  stores.study.getState().setShown(shown);
  if (await openAgain(stores, recording)) return true;
  // The lab bench begins as if there had been no recording.
  if (stores.study.getState().input === input) stores.study.getState().setInput(null);
  return false;
}

/** The scene, view and bootstrap that were looked at before a reload. */
async function restorePlace(stores: Stores, kept: Kept): Promise<void> {
  const stage = stores.stage.getState();
  stage.setScene(kept.scene);
  stage.setView(kept.view);
  const study = stores.study.getState();
  if (kept.variant !== study.variant || Object.keys(kept.start).length > 0) await study.restore(kept);
}

/**
 * What follows the recording: the programs, then the recording or the user's own input of before a reload, the file of the command line,
 * or the sample, injected now. Whatever the user opens meanwhile wins.
 */
export async function startUp(stores: Stores): Promise<void> {
  const [kept, info, running] = await Promise.all([
    loadKept(stores),
    stores.bridge.request('app:info', {}),
    stores.bridge.request('envoy:running', {}),
  ]);
  const lost = stores.keeper.reading.lost();
  if (kept !== null) {
    stores.bootstrap.getState().restore(kept.edits);
    await restorePlace(stores, kept);
  }
  // What is half restored is nothing to keep.
  keepUp(stores);
  // Whatever is opened first: Run needs both, and a file that holds a sidecar asks for none.
  void stores.tools.getState().provide();
  if (running.ok && running.value !== null) stores.run.getState().adopt(running.value);
  if (kept !== null) {
    if (await reopenRecording(stores, kept)) return tellTurnedAway(stores, kept, lost);
    const { input } = kept;
    if (input !== null && stores.study.getState().input === null) {
      await openKept(stores, { ...kept, input, failure: kept.unread ? null : kept.failure }, info);
      return tellTurnedAway(stores, kept, lost);
    }
  }
  await openFirst(stores, info, kept === null ? {} : { same: true, native: kept.native });
  tellTurnedAway(stores, kept, lost);
}

const lostFile = (name: string): Failure => ({
  code: 'reading-interrupted',
  kind: 'input',
  message: `${name} was not opened: the page was loaded anew while it was being read.`,
  hint: 'Open it again.',
  source: null,
});

/**
 * Something that was turned away unread before a reload is told again, and so is a file that the reload itself cut off,
 * unless there is something newer to tell.
 */
function tellTurnedAway(stores: Stores, kept: Kept | null, lost: string | null): void {
  const study = stores.study.getState();
  if (study.failure !== null || study.input !== (kept?.input ?? null)) return;
  if (lost !== null && lost !== kept?.input?.file.name) study.turnAway(lostFile(lost));
  else if (kept?.unread === true && kept.failure !== null) study.turnAway(kept.failure);
}
