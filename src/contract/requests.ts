import { z } from 'zod';
import type { FontRules } from '../domain/diagram/formats/font-rules.ts';
import type { FoundObjects } from '../domain/manifest/search.ts';
import type { CheckAnswer, PrecheckAnswer, PrecheckedCluster } from './checks.ts';
import { MAX_WORD, recordNote, recordStart, start, variant } from './chosen.ts';
import type { LabOver, LabProgress, LabRun, LabUnderWay, LabView } from './lab-types.ts';
import { MAX_DRAWING, MAX_INPUT_BYTES } from './limits.ts';
import type {
  ManifestComparison,
  ManifestObjectView,
  ManifestProgram,
  ObjectDifference,
  OpenManifest,
} from './manifest.ts';
import type {
  AppInfo,
  BuiltBootstrap,
  Counterpart,
  EnvoyEnded,
  EnvoyRun,
  EnvoySnapshot,
  GivenFile,
  NamedText,
  RecordingState,
  RunningEnvoy,
  SavedRecording,
  ShippedRecording,
  Study,
  ToolInfo,
  ToolProgress,
  ValidateResult,
  WorkloadView,
} from './types.ts';

export { MAX_INPUT_BYTES };

/** A file as it was read: base64, so that its encoding can still be told. */
const file = z.strictObject({
  name: z.string().min(1).max(4096),
  base64: z.string().max(Math.ceil(MAX_INPUT_BYTES / 3) * 4 + 4),
});
/** What an install manifest is made of. */
const manifestSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('generated'),
    /** null: istioctl's default. */
    profile: z.string().max(MAX_WORD).nullable(),
    /** `KEY=VALUE`, in order. */
    sets: z.array(z.string().max(MAX_WORD)).max(100),
  }),
  z.strictObject({ kind: z.literal('file'), file }),
]);
const manifestId = z.string().max(64);
const label = z.strictObject({ key: z.string().max(8192), words: z.string().max(4096), edited: z.boolean() });
/** A run of a lab, as the page that asks for it calls it. */
const labRun = z.string().min(1).max(64);
const none = z.strictObject({});

/** A kubeconfig that the person chose in the window; null: that of the settings, else no cluster is asked. */
const kubeconfig = z.string().min(1).max(MAX_WORD).nullable();
/** A lab, its folder as a person names it (`~/` is the home folder), and what may differ from what the lab itself says. */
const labPlace = z.strictObject({
  lab: z.enum(['bootstrap', 'install']),
  folder: z.string().min(1).max(MAX_WORD),
  /** Of the bootstrap lab. */
  start: start.partial(),
  /** `Deployment payments`, the workload on the stage: a folder that does not say which it is about is judged by it. */
  preferred: z.string().min(1).max(MAX_WORD).nullable(),
  /** The install lab's namespaces, the one with the label and the one without; null: what the folder says, else the lab's. */
  namespace: z.string().min(1).max(MAX_WORD).nullable(),
  control: z.string().min(1).max(MAX_WORD).nullable(),
  kubeconfig,
});

/** Marks the result type of a request; nothing at run time. */
function request<Input extends z.ZodType, Result>(
  input: Input,
): { readonly input: Input; readonly result?: Result } {
  return { input };
}
const ask =
  <Result>() =>
  <Input extends z.ZodType>(input: Input) =>
    request<Input, Result>(input);

/** Every request, once. Shells loop over this table; the host implements it in full or does not compile. */
export const requests = {
  'app:info': ask<AppInfo>()(none),
  'tools:list': ask<readonly ToolInfo[]>()(none),
  /** Finds or fetches both programs; progress comes as `tools:progress`. A second caller joins the first. */
  'tools:install': ask<readonly ToolInfo[]>()(none),
  'tools:cancel': ask<null>()(none),
  /** The shipped recording of the sample workload. */
  'recording:sample': ask<Study>()(none),
  /** The recordings that come with the app. */
  'recording:list': ask<readonly ShippedRecording[]>()(none),
  'recording:open-shipped': ask<Study>()(z.strictObject({ name: z.string().max(256) })),
  /** The study of another input of an open recording, counted from 0. */
  'recording:input': ask<Study>()(z.strictObject({ id: z.string().max(64), input: z.int().min(0) })),
  /** A text of an open recording by its id: a bootstrap, a config_dump. */
  'recording:text': ask<NamedText>()(z.strictObject({ id: z.string().max(64), text: z.int().min(0) })),
  /** Records from now on what is done on the lab bench, whichever page does it; `record:state` tells every page. */
  'record:start': ask<RecordingState>()(recordStart),
  'record:state': ask<RecordingState | null>()(none),
  /** Somebody opened, chose or edited something while it records; nothing happens where it does not. */
  'record:note': ask<null>()(recordNote),
  /** Ends the recording, which stays until it is saved or thrown away. */
  'record:stop': ask<RecordingState>()(none),
  /** With `secrets` as it was; else with passwords, tokens and keys masked. */
  'record:save': ask<SavedRecording>()(z.strictObject({ secrets: z.boolean() })),
  'record:discard': ask<null>()(none),
  /** Injects a workload with the real istioctl; reads a recording, whatever it is called, and runs nothing. `injection` holds files the user gave instead of the manifest. */
  'study:open': ask<Study>()(
    z.strictObject({
      file,
      injection: z.array(file).max(3),
      native: z.boolean(),
      /** The input already holds a sidecar: read it as it is, run nothing. */
      alreadyInjected: z.boolean(),
    }),
  ),
  /** The sample workload, injected now. */
  'study:open-sample': ask<Study>()(z.strictObject({ native: z.boolean() })),
  /** The file of the command line as it was read, to be opened like any other. */
  'app:start-file': ask<GivenFile>()(none),
  /** A window for the presenter; `opened` is false where the shell has no windows of its own, and the page opens one. */
  'presenter:open': ask<{ readonly opened: boolean }>()(
    z.strictObject({ session: z.string().regex(/^[a-z0-9]{6,24}$/) }),
  ),
  'study:cancel': ask<null>()(none),
  'study:text': ask<NamedText>()(
    z.strictObject({
      studyId: z.string().max(64),
      role: z.enum(['original', 'injected', 'inject-config', 'mesh-config', 'values']),
    }),
  ),
  'study:workload': ask<WorkloadView>()(
    z.strictObject({ studyId: z.string().max(64), index: z.int().min(0), variant, start: start.partial() }),
  ),
  /** The same workload injected the other way, with a classic sidecar or a native one; injected when first asked for. */
  'study:counterpart': ask<Counterpart>()(
    z.strictObject({ studyId: z.string().max(64), index: z.int().min(0) }),
  ),
  'bootstrap:build': ask<BuiltBootstrap>()(
    z.strictObject({ studyId: z.string().max(64), index: z.int().min(0), variant, start: start.partial() }),
  ),
  'bootstrap:validate': ask<ValidateResult>()(
    z.strictObject({ yaml: z.string().max(MAX_INPUT_BYTES), label: label.optional() }),
  ),
  'envoy:start': ask<EnvoyRun>()(
    z.strictObject({ yaml: z.string().max(MAX_INPUT_BYTES), label: label.optional() }),
  ),
  /** The Envoy that runs now, whichever page started it; null when none does. */
  'envoy:running': ask<RunningEnvoy | null>()(none),
  'envoy:stop': ask<null>()(z.strictObject({ runId: z.string().max(64) })),
  /** Generates an install manifest with the real istioctl, or reads a file; it is held, and asked about by its id. */
  'manifest:open': ask<OpenManifest>()(z.strictObject({ source: manifestSource })),
  'manifest:find': ask<FoundObjects>()(
    z.strictObject({
      id: manifestId,
      query: z.string().max(MAX_WORD),
      /** Objects of this kind only; null: of any. */
      kind: z.string().max(MAX_WORD).nullable(),
    }),
  ),
  'manifest:object': ask<ManifestObjectView>()(z.strictObject({ id: manifestId, index: z.int().min(0) })),
  'manifest:compare': ask<ManifestComparison>()(z.strictObject({ before: manifestId, after: manifestId })),
  /** One object in two manifests, by its number in each; null where one does not have it. */
  'manifest:difference': ask<ObjectDifference>()(
    z.strictObject({
      before: manifestId,
      after: manifestId,
      beforeIndex: z.int().min(0).nullable(),
      afterIndex: z.int().min(0).nullable(),
    }),
  ),
  /** The profiles that this istioctl has. */
  'manifest:profiles': ask<readonly string[]>()(none),
  /** `istioctl version` and `istioctl x precheck` of the chosen cluster, run now. */
  'manifest:program': ask<ManifestProgram>()(z.strictObject({ kubeconfig })),
  'manifest:cancel-program': ask<null>()(none),
  'manifest:cancel': ask<null>()(none),
  /** Where the app would put a lab: a folder under the home folder, which need not be there. */
  'lab:folder': ask<string>()(labPlace.pick({ lab: true })),
  /** Grades what is in the folder; writes nothing. */
  'lab:look': ask<LabView>()(labPlace),
  /**
   * Does steps of a lab with the workload of a study and writes their files; progress comes as `lab:progress`, the end as
   * `lab:over`. The Envoy of the bootstrap lab runs on the stage.
   */
  'lab:do': ask<LabRun>()(
    labPlace.extend({
      run: labRun,
      /** What the page calls the lab's bootstrap; null: none of a page. */
      label: label.nullable(),
      studyId: z.string().max(64),
      index: z.int().min(0),
      native: z.boolean(),
      /** The install lab's manifest, a file of this machine; null: it is generated. */
      manifest: z.string().min(1).max(MAX_WORD).nullable(),
      /** What it is generated with; null: istioctl's default profile. */
      profile: z.string().min(1).max(MAX_WORD).nullable(),
      sets: z.array(z.string().max(MAX_WORD)).max(100),
      steps: z.array(z.int().min(1).max(8)).min(1).max(8),
      /** Least that a step lasts when another follows it, in milliseconds: the programs are faster than an eye. */
      paceMs: z.int().min(0).max(5000),
      /** Files that are there and differ are replaced. */
      force: z.boolean(),
      /** Only these are, by the paths that the lab gives them. */
      replace: z.array(z.string().max(64)).max(32),
    }),
  ),
  /** The run that writes into this folder, so that a page that comes later follows it. */
  'lab:under-way': ask<LabUnderWay | null>()(labPlace.pick({ lab: true, folder: true })),
  /** Ends a run; nothing happens when it is over. */
  'lab:cancel': ask<null>()(z.strictObject({ run: labRun })),
  /** One file of a lab's folder, by the path that the lab gives it. */
  'lab:file': ask<NamedText>()(
    labPlace.pick({ lab: true, folder: true }).extend({ path: z.string().max(64) }),
  ),
  /** A drawing of ours as SVG, as a PDF in base64. */
  'export:pdf': ask<{ readonly base64: string }>()(z.strictObject({ svg: z.string().max(MAX_DRAWING) })),
  /** The fonts that a drawing of ours needs, and what stands beside it in a page: the same that the command line puts in. */
  'export:fonts': ask<FontRules>()(
    z.strictObject({ svg: z.string().max(MAX_DRAWING), beside: z.string().max(MAX_DRAWING) }),
  ),
  /** Which cluster would be asked, or that none would; it is asked nothing. */
  'cluster:look': ask<PrecheckedCluster>()(z.strictObject({ kubeconfig })),
  /** `istioctl analyze` and `validate` of a study's text; analyze lays it over the chosen cluster, where there is one. */
  'checks:run': ask<readonly CheckAnswer[]>()(
    z.strictObject({
      studyId: z.string().max(64),
      role: z.enum(['original', 'injected']),
      kubeconfig,
    }),
  ),
  /** `istioctl x precheck` of the chosen cluster; without one its own error. */
  'checks:precheck': ask<PrecheckAnswer>()(z.strictObject({ kubeconfig })),
  'checks:cancel': ask<null>()(none),
} as const;

export type RequestName = keyof typeof requests;
export type RequestInput<K extends RequestName> = z.infer<(typeof requests)[K]['input']>;
export type RequestResult<K extends RequestName> =
  | NonNullable<(typeof requests)[K]['result']>
  | Extract<(typeof requests)[K]['result'], null>;

/** Every event, once: name to payload. */
export interface Events {
  'tools:progress': ToolProgress;
  /** One has been started, by this page or by another. */
  'envoy:started': RunningEnvoy;
  'envoy:snapshot': EnvoySnapshot;
  'envoy:ended': EnvoyEnded;
  /** Ended because no page was there to look at it; said to the next page that comes. */
  'envoy:deserted': { readonly runId: string; readonly words: string; readonly afterMs: number };
  /** One step of a lab begins or has ended. */
  'lab:progress': LabProgress;
  'lab:over': LabOver;
  /** What is recorded now; null: nothing, or it was saved or thrown away. */
  'record:state': RecordingState | null;
  /** The save dialog of the desktop was answered. Browsers keep to themselves what becomes of a download. */
  'file:saved': { readonly name: string; readonly saved: boolean };
}
export type EventName = keyof Events;
export const eventNames = [
  'tools:progress',
  'envoy:started',
  'envoy:snapshot',
  'envoy:ended',
  'envoy:deserted',
  'lab:progress',
  'lab:over',
  'record:state',
  'file:saved',
] as const satisfies readonly EventName[];

/** What a host must offer: one function a request, and a way to hear events. */
export type Handlers = { readonly [K in RequestName]: (input: RequestInput<K>) => Promise<RequestResult<K>> };
export interface Host {
  readonly handlers: Handlers;
  /** Returns the way to stop listening. */
  readonly on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void;
  /** Ends every child process and removes private folders. */
  readonly close: () => Promise<void>;
}
