import type { BootstrapVariant, Note, StartValues } from '../anatomy/model.ts';
import type { ViewMode } from '../diagram/scene.ts';
import type { BootExplanation } from '../envoy/explain-boot.ts';
import type { LadderStep, Rung } from '../envoy/ladder.ts';

/**
 * A recording is a text of one JSON object a line: the head, then events in the order in which they happened. A line is
 * complete when it is written, so what a crash leaves opens as far as it goes; and two recordings can be compared by
 * line tools.
 */
export const RECORDING_FORMAT = 'sidecar-anatomy-recording/2';

export interface RecordingHead {
  readonly format: typeof RECORDING_FORMAT;
  /** Of the first input, without folders. */
  readonly name: string;
  /** ISO time; `t` of every event counts from here. */
  readonly recordedAt: string;
  /** Version of the app that recorded. */
  readonly app: string;
  readonly secrets: 'masked' | 'included';
}

export interface RecordedCommand {
  readonly argv: readonly string[];
  readonly line: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ms: number;
  readonly stderr: string;
}

export interface RecordedTool {
  readonly program: 'istioctl' | 'envoy';
  readonly path: string | null;
  readonly version: string | null;
  readonly source:
    | 'setting'
    | 'environment'
    | 'path'
    | 'cache'
    | 'release-archive'
    | 'go-build'
    | 'wheel'
    | null;
  readonly problem: string | null;
}

/** What all admin endpoints answered to one poll. */
export interface Look {
  readonly ready: { readonly code: number; readonly body: string } | null;
  readonly connectedState: number | null;
  readonly rung: Rung;
  readonly steps: readonly LadderStep[];
  readonly server: {
    readonly state: string;
    readonly version: string;
    readonly uptimeSeconds: number;
  } | null;
  readonly node: string | null;
  readonly counts: {
    readonly staticClusters: number;
    readonly dynamicClusters: number;
    readonly warmingClusters: number;
    readonly listeners: number;
  } | null;
  /** Why the config_dump could not be read; null when it could, or was not asked for yet. */
  readonly dumpProblem: string | null;
}

/** What differs from the poll before; of a run's first poll everything. */
export type LookDelta = { readonly [K in keyof Look]?: Look[K] };

/** Which bootstrap: of which workload, and whether somebody wrote into it. */
export interface RecordedBootstrap {
  /** Index of the workload in the input. */
  readonly workload: number;
  readonly variant: BootstrapVariant;
  readonly edited: boolean;
  /** Id of its text. */
  readonly text: number;
}

/** What can happen in a recording; `is` tells which. */
export interface RecordedKinds {
  tools: { readonly tools: readonly RecordedTool[] };
  /** A text, once; what needs it names its id. Ids count from 0. */
  text: { readonly id: number; readonly name: string; readonly text: string };
  /** An input was injected, or read as it is: by role, the ids of the texts that its anatomy is made of. */
  opened: {
    readonly name: string;
    readonly native: boolean;
    readonly texts: Readonly<Record<string, number>>;
    readonly notes: readonly Note[];
    readonly commands: readonly RecordedCommand[];
  };
  /** A workload, a variant or start values were chosen. */
  chose: {
    readonly workload: number;
    readonly variant: BootstrapVariant;
    readonly start: Partial<StartValues>;
  };
  /** A bootstrap was edited by hand; without a text it is as generated again. */
  edited: { readonly workload: number; readonly variant: BootstrapVariant; readonly text: number | null };
  /** A scene was gone to; another version may know others. */
  scene: { readonly scene: string; readonly view: ViewMode };
  validated: RecordedBootstrap & {
    readonly exitCode: number | null;
    readonly output: string;
    readonly command: RecordedCommand;
    readonly explanation?: BootExplanation;
  };
  started: RecordedBootstrap & {
    /** `payments, lab`. */
    readonly words: string;
    /** `t` at which Envoy was started, some milliseconds before its admin endpoint was open. */
    readonly began: number;
    readonly pid: number;
    readonly admin: string;
    readonly command: RecordedCommand;
  };
  poll: LookDelta;
  /** Envoy wrote this. */
  log: { readonly text: string };
  /** The config_dump changed: the id of its text, or why it is not kept. */
  dump: { readonly text: number } | { readonly problem: string };
  ended: {
    readonly by: 'us' | 'outside' | 'itself';
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly reason: string | null;
    readonly explanation?: BootExplanation;
  };
  /** A step of a lab begins or is over. */
  lab: {
    readonly lab: 'bootstrap' | 'install';
    readonly step: number;
    readonly state: 'running' | 'done' | 'kept';
  };
  /** How many different secrets have been masked so far. */
  masked: { readonly count: number };
  /** The recording was ended in order. */
  end: { readonly why: 'stopped' | 'full' };
}

export type RecordedKind = keyof RecordedKinds;

/** One line of a recording after its head. `t` in milliseconds since the recording began. */
export type RecordedEvent = {
  readonly [K in RecordedKind]: { readonly t: number; readonly is: K } & RecordedKinds[K];
}[RecordedKind];

/** An event before it is known when it is written. */
export type Happening = {
  readonly [K in RecordedKind]: { readonly is: K } & RecordedKinds[K];
}[RecordedKind];

export interface Recording {
  readonly head: RecordingHead;
  readonly events: readonly RecordedEvent[];
  /** False when it breaks off: its last event does not end it. */
  readonly whole: boolean;
}

/** A line of a recording, with its line end. */
export function recordingLine(line: RecordingHead | RecordedEvent): string {
  return `${JSON.stringify(line)}\n`;
}

/** A recording as the text that it was read from. */
export function recordingText({ head, events }: Pick<Recording, 'head' | 'events'>): string {
  return [head, ...events].map(recordingLine).join('');
}
