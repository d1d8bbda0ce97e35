import type {
  BootstrapVariant,
  Note,
  SourceRange,
  StartValues,
  WorkloadAnatomy,
  WorkloadSummary,
} from '../domain/anatomy/model.ts';
import type { BootExplanation } from '../domain/envoy/explain-boot.ts';
import type { LadderStep, Rung } from '../domain/envoy/ladder.ts';
import type { RecordedEvent, RecordingHead } from '../domain/recording/model.ts';

export type ProgramName = 'istioctl' | 'envoy';

/** Where a program was found, in the order in which we look. */
export type ToolSource =
  | 'setting'
  | 'environment'
  | 'path'
  | 'cache'
  | 'release-archive'
  | 'go-build'
  | 'wheel';

export interface ToolInfo {
  readonly program: ProgramName;
  /** Absolute path; null when it was not found. */
  readonly path: string | null;
  /** As the program itself says it; `unknown` when it says so; null when it was not found or cannot run. */
  readonly version: string | null;
  readonly source: ToolSource | null;
  /** One sentence when it was not found or cannot run: what is wrong and what to do. */
  readonly problem: string | null;
}

export interface ToolProgress {
  readonly program: ProgramName;
  readonly phase:
    | 'looking'
    | 'downloading'
    | 'verifying'
    | 'unpacking'
    | 'building'
    | 'ready'
    | 'failed'
    | 'cancelled';
  /** What is done now, from what kind of source: `Envoy 1.40.0 from the Python package index`. */
  readonly what: string;
  /** What comes after this; empty when nothing does. */
  readonly next: string;
  /** Why the source that was tried before gave nothing, one sentence; empty when this is the first. */
  readonly why: string;
  /** 0 to 1; null when it cannot be known (never a made-up figure). */
  readonly fraction: number | null;
  readonly doneBytes: number | null;
  readonly totalBytes: number | null;
}

/** A program that was run, exactly, to show and to copy. */
export interface CommandRun {
  /** Argument vector, program first, as it was spawned. */
  readonly argv: readonly string[];
  /** The same as one line for a POSIX shell, quoted; environment that matters in front. */
  readonly line: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Wall time in milliseconds. */
  readonly ms: number;
  /** What it printed on stderr, bounded. */
  readonly stderr: string;
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export type TextRole = 'original' | 'injected' | 'inject-config' | 'mesh-config' | 'values';

/** One input that was injected, or read as already injected. */
export interface Study {
  readonly id: string;
  /** The input's name, without folders. */
  readonly name: string;
  readonly bench: 'lab' | 'recording';
  /** ISO time at which the recording was made; null on the lab bench. */
  readonly recordedAt: string | null;
  readonly workloads: readonly WorkloadSummary[];
  readonly notes: readonly Note[];
  readonly commands: readonly CommandRun[];
  readonly tools: readonly ToolInfo[];
  /** What happened when the recording was made; absent on the lab bench, and for a later input of a recording. */
  readonly film?: RecordedFilm;
  /** The first workload with the lab's bootstrap and no start value changed, where it costs nothing: saves asking. */
  readonly first?: WorkloadView;
  /** Which texts can be asked for by `study:text`. */
  readonly texts: readonly { readonly role: TextRole; readonly name: string }[];
}

/** What happened in a recording, to be gone through like a film: `makeFilm` of `domain/recording` makes moments of it. */
export interface RecordedFilm {
  /** Names it for `recording:input` and `recording:text`. */
  readonly id: string;
  readonly head: RecordingHead;
  /** False when it breaks off. */
  readonly whole: boolean;
  /** Without the texts in it, which are asked for one by one. */
  readonly events: readonly RecordedEvent[];
}

/** What is being recorded, or was and waits to be saved. */
export interface RecordingState {
  readonly id: string;
  /** ISO time. */
  readonly startedAt: string;
  readonly phase: 'recording' | 'masking' | 'stopped';
  /** How long it is. */
  readonly seconds: number;
  readonly bytes: number;
  readonly events: number;
  /** It holds as much as a recording can, and keeps no more. */
  readonly full: boolean;
  /** How many different secrets are masked; null before it is stopped. */
  readonly masked: number | null;
  /** Why the start order is not in it both ways, classic and native; null where it is, or where there is one way only. */
  readonly lacks: string | null;
}

export interface SavedRecording {
  readonly name: string;
  readonly base64: string;
  /** How many different secrets are masked in it. */
  readonly masked: number;
}

/** A recording that comes with the app. */
export interface ShippedRecording {
  readonly name: string;
  /** What it shows. */
  readonly title: string;
  /** ISO time. */
  readonly recordedAt: string;
  readonly seconds: number;
}

export interface BootstrapDifference {
  /** JSON pointer in the bootstrap: `/static_resources/clusters/0/type`. */
  readonly pointer: string;
  readonly lab: string | null;
  readonly sidecar: string | null;
  readonly why: string;
}

export interface BuiltBootstrap {
  readonly variant: BootstrapVariant;
  /** Empty when the workload has no sidecar. */
  readonly yaml: string;
  readonly differences: readonly BootstrapDifference[];
}

/** Why Envoy refused, in words. */
export type EnvoyExplanation = BootExplanation;

export interface ValidateResult {
  readonly exitCode: number | null;
  /** Envoy's own output, both streams in order, bounded. */
  readonly output: string;
  readonly command: CommandRun;
  /** Absent when Envoy accepts the bootstrap. */
  readonly explanation?: EnvoyExplanation;
}

/** One look at a running Envoy. */
export interface EnvoySnapshot {
  readonly runId: string;
  /** Milliseconds since Envoy was started. */
  readonly t: number;
  readonly ready: { readonly code: number; readonly body: string } | null;
  /** `control_plane.connected_state`; null when Envoy does not show it, or does not answer. */
  readonly connectedState: number | null;
  readonly rung: Rung;
  readonly steps: readonly LadderStep[];
  /** `state`, `version` and `uptime` of /server_info; null when it did not answer. */
  readonly server: {
    readonly state: string;
    readonly version: string;
    readonly uptimeSeconds: number;
  } | null;
  /** Node as the config_dump shows it, as JSON text; null until it was read. */
  readonly node: string | null;
  /** Counted in the config_dump. */
  readonly counts: {
    readonly staticClusters: number;
    readonly dynamicClusters: number;
    readonly warmingClusters: number;
    readonly listeners: number;
  } | null;
  /** One sentence when the config_dump could not be read: what `node` and `counts` show then is older, or null. */
  readonly dumpProblem?: string;
  readonly pid: number;
  /** `127.0.0.1:9982`, or the path of a Unix socket. */
  readonly adminAddress: string;
  /** The last lines of Envoy's log so far, bounded; absent when the shell does not send it. */
  readonly log?: string;
}

export interface EnvoyEnded {
  readonly runId: string;
  readonly t: number;
  /** Who ended it: we, as asked; somebody from outside; Envoy itself by refusing its bootstrap. */
  readonly by: 'us' | 'outside' | 'itself';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The log line that says why, when there is one. */
  readonly reason: string | null;
  /** The last lines of the log, bounded. */
  readonly log: string;
  /** Absent when it ended as asked, or from outside. */
  readonly explanation?: EnvoyExplanation;
}

export interface EnvoyRun {
  readonly runId: string;
  readonly pid: number;
  readonly adminAddress: string;
  readonly command: CommandRun;
}

/** What a page calls the bootstrap it lets Envoy run, for itself after a reload and for other pages of the same host. */
export interface BootstrapLabel {
  readonly key: string;
  /** `payments, lab`. */
  readonly words: string;
  /** Not the generated text. */
  readonly edited: boolean;
}

/** The one Envoy that runs, to be shown by every page. */
export interface RunningEnvoy {
  readonly run: EnvoyRun;
  readonly yaml: string;
  /** Null when who started it gave none. */
  readonly label: BootstrapLabel | null;
  /** The newest look at it; null before the first. */
  readonly snapshot: EnvoySnapshot | null;
}

/** A file as it was read. */
export interface GivenFile {
  /** Without folders. */
  readonly name: string;
  readonly base64: string;
}

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  readonly shell: 'electron' | 'browser';
  /** A file given on the command line, to be opened at once: `app:start-file` gives it. */
  readonly startFile: string | null;
}

/** A workload as it comes out when the same input is injected the other way: native instead of classic, or back. */
export interface Counterpart {
  readonly anatomy: WorkloadAnatomy;
  /** How it was injected; null where a recording holds what came of it. */
  readonly command: CommandRun | null;
}

export interface WorkloadView {
  readonly anatomy: WorkloadAnatomy;
  readonly bootstrap: BuiltBootstrap;
  readonly start: StartValues;
  /** Live sources that part ranges may name beside the study's texts. */
  readonly bootstrapFile: string;
}

export type {
  BootstrapVariant,
  LadderStep,
  Note,
  Rung,
  SourceRange,
  StartValues,
  WorkloadAnatomy,
  WorkloadSummary,
};
