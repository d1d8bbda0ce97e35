import { randomUUID } from 'node:crypto';
import { inputFailure } from '../../contract/failure.ts';
import type { LabProgress } from '../../contract/lab-types.ts';
import { MAX_INPUT_BYTES } from '../../contract/limits.ts';
import type { RequestInput } from '../../contract/requests.ts';
import type {
  BootstrapLabel,
  EnvoyEnded,
  EnvoyRun,
  EnvoySnapshot,
  NamedText,
  RecordingState,
  RunningEnvoy,
  SavedRecording,
  Study,
  ToolInfo,
  ValidateResult,
} from '../../contract/types.ts';
import type { RunRecord } from '../envoy/run-record.ts';
import type { StudyTexts } from '../study/reader.ts';
import { defined } from '../study/studies.ts';
import { machineWords } from './machine-words.ts';
import { type MaskedRecording, maskRecording } from './mask-recording.ts';
import { askOther, type OtherInjection, othersWithin, withOthers } from './other-injections.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { type BootstrapOf, createReel, type Reel } from './reel.ts';

export interface FlightParts {
  /** Version of the app. */
  readonly version: string;
  readonly cacheDir: string;
  /** A study that a page shows, with its texts. Throws `no-such-study`. */
  held(studyId: string): { readonly study: Study; readonly texts: StudyTexts };
  /** What the texts of a study give the other way, classic or native. Rejects with `no-counterpart`, `cancelled`, and as an injection does. */
  otherInjection(studyId: string): Promise<NamedText>;
  tools(): Promise<readonly ToolInfo[]>;
  running(): RunningEnvoy | null;
  /** For how many milliseconds that has been running. */
  runningFor(): number;
  /** Tells every page. */
  tell(state: RecordingState | null): void;
}

/** Keeps what is done by hand from one moment to another, whichever page does it. */
export interface FlightRecorder {
  start(shown: RequestInput<'record:start'>): Promise<RecordingState>;
  state(): RecordingState | null;
  note(note: RequestInput<'record:note'>): void;
  /** Ends it and masks it. What was recorded stays until it is saved or thrown away. */
  stop(): Promise<RecordingState>;
  save(secrets: boolean): SavedRecording;
  discard(): void;
  /** Of the run that begins now, or of whichever runs when a recording begins. */
  readonly run: RunRecord;
  started(run: EnvoyRun, yaml: string, label: BootstrapLabel | null): void;
  ended(ended: EnvoyEnded): void;
  validated(yaml: string, label: BootstrapLabel | null, result: ValidateResult): void;
  lab(step: LabProgress): void;
}

interface Flight {
  readonly id: string;
  readonly name: string;
  readonly startedAt: Date;
  readonly recorder: Recorder;
  readonly reel: Reel;
  /** Of each input that was opened, in order. */
  readonly others: Promise<OtherInjection>[];
  /** Why it holds no other injection of an input; null: it holds all that there are. */
  lacks: string | null;
  /** When it was stopped. */
  whole: {
    readonly text: string;
    readonly seconds: number;
    /** Null while it is being masked. */
    readonly masked: MaskedRecording | null;
  } | null;
}

/** Which bootstrap a page means by its label: `…#index#variant`. */
export function labelled(label: BootstrapLabel | null): BootstrapOf {
  const [, index, variant] = /#(\d{1,6})#(lab|sidecar|typo)$/.exec(label?.key ?? '') ?? [];
  if (index === undefined || (variant !== 'lab' && variant !== 'sidecar' && variant !== 'typo'))
    return { workload: 0, variant: 'lab', edited: true };
  return { workload: Number(index), variant, edited: label?.edited ?? true };
}

export function createFlightRecorder(parts: FlightParts): FlightRecorder {
  let flight: Flight | null = null;

  const recording = (): Flight | null => (flight !== null && flight.whole === null ? flight : null);

  function stateOf({ id, startedAt, recorder, whole, lacks }: Flight): RecordingState {
    const { bytes, events, full } = recorder.state;
    return {
      ...{ id, startedAt: startedAt.toISOString(), bytes, events, full, lacks },
      phase: whole === null ? 'recording' : whole.masked === null ? 'masking' : 'stopped',
      seconds: whole?.seconds ?? Math.floor(recorder.elapsed() / 1000),
      masked: whole?.masked?.masked ?? null,
    };
  }
  function tell(): RecordingState | null {
    const state = flight === null ? null : stateOf(flight);
    parts.tell(state);
    return state;
  }
  function opened(to: Flight, studyId: string): void {
    const { study, texts } = parts.held(studyId);
    const { name, notes, commands, tools } = study;
    to.reel.opened({ name, native: isNative(study), texts, notes, commands, tools });
    // Kept where nobody looks at the start order meanwhile, too: it is played where there is no istioctl.
    to.others.push(askOther(() => parts.otherInjection(studyId)));
  }

  return {
    async start({ studyId, workload, variant, start, scene, view, edits }) {
      const { study } = parts.held(studyId);
      if (study.bench === 'recording') throw noLab();
      if (recording() !== null) throw underWay();
      const tools = await parts.tools();
      const recorder = createRecorder({
        ...{ name: study.name, app: parts.version, now: new Date(), includeSecrets: true },
        ...machineWords(tools, [parts.cacheDir]),
      });
      const reel = createReel(recorder);
      const mine: Flight = {
        ...{ id: randomUUID(), name: study.name, startedAt: new Date(), recorder, reel },
        ...{ others: [], lacks: null, whole: null },
      };
      flight = mine;
      opened(mine, studyId);
      recorder.add({ is: 'chose', workload, variant, start: defined(start) });
      for (const edit of edits) reel.edited(edit.workload, edit.variant, edit.yaml);
      recorder.add({ is: 'scene', scene, view });
      const running = parts.running();
      if (running !== null) {
        const { run, yaml, label, snapshot } = running;
        reel.started(labelled(label), label?.words ?? '', yaml, run, parts.runningFor());
        reel.run.wrote(snapshot?.log ?? '');
        if (snapshot !== null) reel.run.poll(snapshot);
      }
      tell();
      return stateOf(mine);
    },
    state: () => (flight === null ? null : stateOf(flight)),
    note(note) {
      const now = recording();
      if (now === null) return;
      switch (note.is) {
        case 'opened':
          return opened(now, note.studyId);
        case 'chose':
          return now.recorder.add({
            ...{ is: 'chose', workload: note.workload, variant: note.variant },
            start: defined(note.start),
          });
        case 'scene':
          return now.recorder.add({ is: 'scene', scene: note.scene, view: note.view });
        case 'edited':
          return now.reel.edited(note.workload, note.variant, note.yaml);
      }
    },
    async stop() {
      const now = recording();
      if (now === null) throw nothing();
      const seconds = Math.floor(now.recorder.elapsed() / 1000);
      const written = now.recorder.finish();
      now.whole = { text: written, seconds, masked: null };
      tell();
      const others = await othersWithin(now.others);
      now.lacks =
        others.flatMap((other) => (other !== null && 'problem' in other ? [other.problem] : []))[0] ?? null;
      const whole = withOthers(written, others);
      // A recording that is full to the last byte stays one that can be opened.
      const fits = Buffer.byteLength(whole) <= MAX_INPUT_BYTES;
      if (!fits) now.lacks ??= 'The recording is full.';
      const text = fits ? whole : written;
      now.whole = { text, seconds, masked: await maskRecording(text) };
      tell();
      return stateOf(now);
    },
    save(secrets) {
      const { text = '', masked = null } = flight?.whole ?? {};
      if (flight === null || masked === null) throw nothing();
      const day = flight.startedAt.toISOString().slice(0, 10);
      const name = `${flight.name.replace(/\.[^.]*$/, '')}-${day}.anatomy`;
      const base64 = Buffer.from(secrets ? text : masked.text).toString('base64');
      flight = null;
      tell();
      return { name, base64, masked: secrets ? 0 : masked.masked };
    },
    discard() {
      flight = null;
      tell();
    },
    run: {
      keep: () => (recording() === null ? null : 'whole'),
      poll: (snapshot: EnvoySnapshot) => {
        const now = recording();
        const full = now?.recorder.state.full;
        now?.reel.run.poll(snapshot);
        if (now?.recorder.state.full !== full) tell();
      },
      dump: (kept) => recording()?.reel.run.dump(kept),
      wrote: (text) => recording()?.reel.run.wrote(text),
    },
    started: (run, yaml, label) =>
      recording()?.reel.started(labelled(label), label?.words ?? '', yaml, run, run.command.ms),
    ended: (ended) => recording()?.reel.ended(ended),
    validated: (yaml, label, result) => recording()?.reel.validated(labelled(label), yaml, result),
    lab: ({ lab, step, state }) => recording()?.recorder.add({ is: 'lab', lab, step, state }),
  };
}

/** What was injected says it. */
function isNative({ workloads }: Study): boolean {
  return workloads.some(({ sidecar }) => sidecar === 'native');
}

function noLab() {
  return inputFailure(
    'recording-a-recording',
    'A recording is on the stage, and nothing happens in it that could be recorded.',
    'Choose “Lab bench” first.',
  );
}

function underWay() {
  return inputFailure('records-already', 'It records already.', 'Stop that first.');
}

function nothing() {
  return inputFailure('nothing-recorded', 'Nothing is recorded.', 'Start a recording first.');
}
