import { stat } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inputFailure } from '../../contract/failure.ts';
import type { LabProgress, LabRun, LabView } from '../../contract/lab-types.ts';
import type { RequestInput } from '../../contract/requests.ts';
import type { NamedText } from '../../contract/types.ts';
import type { LabFile, LabFiles, LabName, LabReport } from '../../domain/lab/model.ts';
import { cancelledFailure } from '../failures.ts';
import type { GivenFile } from '../host-parts.ts';
import type { InjectionFile } from '../inject/injector.ts';
import { createUnderWay } from '../under-way.ts';
import { createAuthorship } from './authorship.ts';
import { type LabPlace, labPaths, readLabFile, readLabFolder } from './read-folder.ts';
import type { LabRunRequest, LabRunResult } from './run-lab.ts';

/** What is injected in a lab. */
export interface LabInput {
  readonly input: GivenFile;
  readonly injection: readonly InjectionFile[];
  /** Which workload of the input, counted from 0. */
  readonly index: number;
}

/** What a person chose for a lab where its own values are not wanted. */
export type LabChoice = Pick<RequestInput<'lab:look'>, 'start' | 'namespace' | 'control' | 'kubeconfig'>;

/** An order to do steps of a lab, with everything that can be chosen for it. */
export interface LabOrder
  extends LabPlace,
    LabInput,
    LabChoice,
    Pick<RequestInput<'lab:do'>, 'native' | 'profile' | 'sets' | 'steps' | 'force'>,
    Required<Pick<LabRunRequest, 'signal' | 'onProgress' | 'onWritten' | 'between'>> {}

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
  readonly onProgress: (progress: LabProgress) => void;
}

/** The labs of the window. */
export interface Labs {
  folder(lab: LabName): string;
  look(input: RequestInput<'lab:look'>): Promise<LabView>;
  run(input: RequestInput<'lab:do'>): Promise<LabRun>;
  file(input: RequestInput<'lab:file'>): Promise<NamedText>;
  /** Ends what is under way; it fails with `cancelled`. */
  cancel(): void;
  /** Cancels, and waits until what was cancelled has cleaned up. */
  close(): Promise<void>;
}

/** How long closing waits for what was cancelled, in milliseconds. */
const CLOSE_LIMIT_MS = 5000;

/** Grades and does labs in folders that a person names. A second order for the same folder waits for the first (`openLabFolder`). */
export function createLabs(options: LabsOptions): Labs {
  const { desks, onProgress } = options;
  const authors = createAuthorship(options.cacheDir);
  const underWay = createUnderWay();

  function placeOf({ lab, folder }: Pick<RequestInput<'lab:look'>, 'lab' | 'folder'>): LabPlace {
    return { lab, folder: absolute(folder, options.home), shown: folder };
  }

  async function view(
    place: LabPlace,
    files: LabFiles,
    report: LabReport,
    exists: boolean,
  ): Promise<LabView> {
    const by = await authors.by(place.lab, place.folder, files);
    return { lab: place.lab, folder: place.folder, exists, report, by };
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
    run: ({ studyId, paceMs, ...input }) =>
      underWay.run(async (signal) => {
        const { lab, folder: _, ...chosen } = input;
        const place = placeOf(input);
        const written = new Map<string, string>();
        let since = performance.now();
        const order: LabOrder = {
          ...chosen,
          ...place,
          ...options.inputOf(studyId, input.index),
          signal,
          onWritten: (path, text) => void written.set(path, text),
          between: () => pause(Math.max(0, paceMs - (performance.now() - since)), signal),
          onProgress: ({ step, state, file }) => {
            if (file !== undefined) return;
            if (state === 'running') since = performance.now();
            onProgress({ lab, folder: place.folder, step, state });
          },
        };
        // However it ends: what was written until then is the app's.
        const { files, commands, report } = await desks[lab]
          .run(order)
          .finally(() => authors.note(lab, place.folder, written));
        const now = await readLabFolder(place, signal);
        return { ...(await view(place, now, report, true)), files, commands };
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
    cancel: underWay.cancel,
    async close() {
      underWay.cancel();
      await underWay.settled(CLOSE_LIMIT_MS);
      await Promise.all(Object.values(desks).map((desk) => desk.close()));
    },
  };
}

/** A folder as a person types it. Throws FailureError `folder-not-absolute`: a window has no folder of its own. */
function absolute(folder: string, home: string): string {
  const typed = folder.trim();
  if (typed === '~') return home;
  if (/^~[\\/]/.test(typed)) return join(home, typed.slice(2));
  if (isAbsolute(typed)) return normalize(typed);
  throw inputFailure(
    'folder-not-absolute',
    `${typed} does not say from where on.`,
    'Give the whole path of the folder, or begin it with ~/ for your home folder.',
  );
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw cancelledFailure();
  }
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
