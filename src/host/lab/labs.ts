import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inputFailure, usageFailure } from '../../contract/failure.ts';
import type { LabRun, LabUnderWay, LabView } from '../../contract/lab-types.ts';
import type { RequestInput } from '../../contract/requests.ts';
import type { BootstrapLabel, NamedText } from '../../contract/types.ts';
import type { LabFile, LabFiles, LabName, LabReport } from '../../domain/lab/model.ts';
import type { ManifestWish } from '../../domain/manifest/generate.ts';
import type { EnvoyStage } from '../envoy/observe.ts';
import { cancelledFailure } from '../failures.ts';
import { readRegularFile } from '../files/named-file.ts';
import type { GivenFile } from '../host-parts.ts';
import type { InjectionFile } from '../inject/injector.ts';
import { createUnderWay } from '../under-way.ts';
import { createAuthorship } from './authorship.ts';
import { createLabRuns, type LabRunListeners } from './lab-runs.ts';
import { type LabPlace, labPaths, readLabFile, readLabFolder } from './read-folder.ts';
import type { LabRunRequest, LabRunResult } from './run-lab.ts';
import { typedPath } from './typed-path.ts';

/** What is injected in a lab. */
export interface LabInput {
  readonly input: GivenFile;
  readonly injection: readonly InjectionFile[];
  /** Which workload of the input, counted from 0. */
  readonly index: number;
}

/** What a person chose for a lab where its own values are not wanted. */
export type LabChoice = Pick<
  RequestInput<'lab:look'>,
  'start' | 'namespace' | 'control' | 'kubeconfig' | 'preferred'
>;

/** An order to do steps of a lab, with everything that can be chosen for it. */
export interface LabOrder
  extends LabPlace,
    LabInput,
    LabChoice,
    Pick<RequestInput<'lab:do'>, 'native' | 'steps' | 'force' | 'replace'>,
    Required<Pick<LabRunRequest, 'signal' | 'onProgress' | 'onWritten' | 'isOwn' | 'between'>> {
  /** Of the install lab: a person's file, or what is to be generated. */
  readonly manifest: GivenFile | ManifestWish;
  /** Where its Envoy runs so that it is seen. */
  readonly stage: EnvoyStage;
}

/** One of the labs: grades a folder, and does steps in one. */
export interface LabDesk {
  /** Of a folder that is there. */
  grade(place: LabPlace, choice: LabChoice, signal: AbortSignal): Promise<LabReport>;
  /** Of files in no folder. */
  gradeFiles(files: LabFiles): LabReport;
  run(order: LabOrder): Promise<LabRunResult>;
  close(): Promise<void>;
}

export interface LabsOptions {
  readonly desks: Readonly<Record<LabName, LabDesk>>;
  readonly cacheDir: string;
  readonly home: string;
  /** The workload of a study, as it was before it was injected, with the files it was injected with. */
  readonly inputOf: (studyId: string, index: number) => LabInput;
  /** The stage's bench, for the lab's bootstrap under the name that a page gives it. */
  readonly stageOf: (label: BootstrapLabel | null) => EnvoyStage;
  readonly on: LabRunListeners;
}

/** The labs of the window. */
export interface Labs {
  folder(lab: LabName): string;
  look(input: RequestInput<'lab:look'>): Promise<LabView>;
  run(input: RequestInput<'lab:do'>): Promise<LabRun>;
  file(input: RequestInput<'lab:file'>): Promise<NamedText>;
  /** The run that writes into a folder. */
  underWay(input: RequestInput<'lab:under-way'>): LabUnderWay | null;
  /** Ends a run; it fails with `cancelled`. */
  cancel(run: string): void;
  /** Cancels, and waits until what was cancelled has cleaned up. */
  close(): Promise<void>;
}

/** How long closing waits for what was cancelled, in milliseconds. */
const CLOSE_LIMIT_MS = 5000;

/** Grades and does labs in folders that a person names. A second order for the same folder waits for the first (`openLabFolder`). */
export function createLabs(options: LabsOptions): Labs {
  const { desks } = options;
  const authors = createAuthorship(options.cacheDir);
  const underWay = createUnderWay();
  const runs = createLabRuns(options.on);

  function placeOf({ lab, folder }: Pick<RequestInput<'lab:look'>, 'lab' | 'folder'>): LabPlace {
    return { lab, folder: typedPath(folder, 'folder', options.home), shown: folder };
  }

  async function view(
    place: LabPlace,
    files: LabFiles,
    report: LabReport,
    exists: boolean,
  ): Promise<LabView> {
    const by = await authors.by(place.lab, place.folder, files);
    const isOther = exists && (await isOtherLab(place, files));
    return { lab: place.lab, folder: place.folder, exists, isOther, report, by };
  }

  async function doLab(
    {
      studyId,
      paceMs,
      run: _,
      label,
      folder: __,
      manifest,
      profile,
      sets,
      ...chosen
    }: RequestInput<'lab:do'>,
    place: LabPlace,
    signal: AbortSignal,
    tell: LabOrder['onProgress'],
  ): Promise<LabRun> {
    const { lab } = place;
    const written = new Map<string, string>();
    let since = performance.now();
    const order: LabOrder = {
      ...chosen,
      ...place,
      ...options.inputOf(studyId, chosen.index),
      signal,
      manifest: await manifestOf({ manifest, profile, sets }, options.home, signal),
      stage: options.stageOf(label),
      onWritten: (path, text) => void written.set(path, text),
      isOwn: (path, text) => authors.isOwn(lab, place.folder, path, text),
      between: () => pause(Math.max(0, paceMs - (performance.now() - since)), signal),
      onProgress: (progress) => {
        if (progress.file !== undefined) return;
        if (progress.state === 'running') since = performance.now();
        tell(progress);
      },
    };
    // However it ends: what was written until then is the app's.
    const { files, commands, report } = await desks[lab]
      .run(order)
      .finally(() => authors.note(lab, place.folder, written));
    const now = await readLabFolder(place, signal);
    return { ...(await view(place, now, report, true)), files, commands };
  }

  return {
    folder: (lab) => `~/sidecar-anatomy/${lab}-lab`,
    look: ({ lab, folder, ...choice }) =>
      underWay.run(async (signal) => {
        const place = placeOf({ lab, folder });
        // A folder that is not there yet is one in which nothing was done.
        if (!(await isThere(place.folder))) {
          const files = nothingIn(lab);
          return view(place, files, desks[lab].gradeFiles(files), false);
        }
        const report = await desks[lab].grade(place, choice, signal);
        return view(place, await readLabFolder(place, signal), report, true);
      }),
    run: (input) =>
      underWay.run((ending) => {
        const place = placeOf(input);
        return runs.follow(input.run, place, ending, (signal, tell) => doLab(input, place, signal, tell));
      }),
    file: ({ path, ...named }) =>
      underWay.run(async (signal) => {
        if (!labPaths(named.lab).includes(path))
          throw inputFailure('no-such-file', `The lab has no file ${path}.`, 'Choose one of its files.');
        const found = await readLabFile(placeOf(named), path, signal);
        if (found.kind === 'text') return { name: path, text: found.text };
        throw inputFailure(
          'no-such-file',
          found.kind === 'missing' ? `${path} is not there yet.` : found.why,
          'Do the step that makes it.',
        );
      }),
    underWay: (input) => runs.underWay(placeOf(input)),
    cancel: runs.cancel,
    async close() {
      underWay.cancel();
      await underWay.settled(CLOSE_LIMIT_MS);
      await Promise.all(Object.values(desks).map((desk) => desk.close()));
    },
  };
}

/** @throws FailureError `file-and-settings`; of a file that cannot be read */
async function manifestOf(
  { manifest, profile, sets }: Pick<RequestInput<'lab:do'>, 'manifest' | 'profile' | 'sets'>,
  home: string,
  signal: AbortSignal,
): Promise<GivenFile | ManifestWish> {
  if (manifest === null) return { profile, sets };
  if (profile !== null || sets.length > 0)
    throw usageFailure(
      'file-and-settings',
      `${manifest} is taken as it is, and ${profile === null ? '--set changes' : 'a profile changes'} what is generated.`,
      'Leave out the manifest, or the settings.',
    );
  const path = typedPath(manifest, 'file', home);
  // Not a pipe: a window would wait for whoever writes into it.
  const bytes = await readRegularFile(path, manifest, signal);
  if (bytes !== null) return { name: basename(path), bytes };
  throw inputFailure('cannot-read', `${manifest} is not there.`, 'Name a file by its whole path.');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw cancelledFailure();
  }
}

/** Whether a folder holds nothing of a lab, and something that only the other one has. */
async function isOtherLab({ lab, folder }: LabPlace, files: LabFiles): Promise<boolean> {
  if ([...files.values()].some(({ kind }) => kind !== 'missing')) return false;
  const mine = new Set(labPaths(lab));
  const paths = labPaths(lab === 'bootstrap' ? 'install' : 'bootstrap').filter((path) => !mine.has(path));
  const there = await Promise.all(paths.map((path) => isThere(join(folder, path))));
  return there.includes(true);
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
  );
}

function nothingIn(lab: LabName): LabFiles {
  return new Map(labPaths(lab).map((path): [string, LabFile] => [path, { kind: 'missing' }]));
}
