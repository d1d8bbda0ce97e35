import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import type { LabFile, LabFiles, LabReport } from '../../domain/lab/model.ts';
import { LABS } from '../../domain/lab/model.ts';
import { cancelledFailure, isAbort } from '../failures.ts';
import { fileDiffers } from './file-differs.ts';
import { type LabPlace, readLabFile, readLabFolder } from './read-folder.ts';
import { type LabWriter, openLabFolder } from './write-folder.ts';

/** A file as a step of a lab makes it. */
export interface MadeFile {
  /** One of the step's, or of `LAB_INPUTS`. */
  readonly path: string;
  /** A function is asked only when the text is needed: what it takes to make it (a program that runs) can be spared. */
  readonly text: string | (() => Promise<string>);
  /**
   * Other runs give another text that is as good (a program's log with its times, a person's own words): what is there is
   * kept where the grader finds nothing wrong with it.
   */
  readonly varies?: boolean;
  /**
   * Of one that varies: whether it tells what is so outside the folder (a cluster), and is made anew where it is the app's own
   * although the grader finds nothing wrong with it.
   */
  readonly follows?: boolean;
}

/** How one step of a lab is done. What steps share (an injection, a running Envoy) they make when it is first needed. */
export interface StepWork {
  readonly number: number;
  /** @param files what stands in the folder now, what the steps before have written included */
  make(signal: AbortSignal, files: LabFiles): Promise<readonly MadeFile[]>;
}

export interface LabProgress {
  readonly step: number;
  /** Of the file, else of the step: `kept` when all of it was there. */
  readonly state: 'running' | 'done' | 'kept';
  readonly file?: string;
  /** The file was there as the app had written it, and was replaced. */
  readonly remade?: boolean;
}

export interface LabRunRequest extends LabPlace {
  /** In the order of the steps. */
  readonly works: readonly StepWork[];
  /** Grades what stands in the folder; asked between steps, too. */
  readonly grade: (files: LabFiles) => LabReport | Promise<LabReport>;
  /** What was run so far, for the result. */
  readonly commands: () => readonly CommandRun[];
  /** Files that are there are replaced, whosever they are. */
  readonly force: boolean;
  /** Only these are, by path. */
  readonly replace?: readonly string[];
  /** Whether a file is as the app wrote it into this folder: such a one is made anew where the export has another text. */
  readonly isOwn?: (path: string, text: string) => Promise<boolean>;
  /** Only these; all without it. */
  readonly steps?: readonly number[];
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LabProgress) => void;
  /** Hears of every file that was written, with its text. */
  readonly onWritten?: (path: string, text: string) => void;
  /** Of which workload the export is; the steps after an injection fit no folder in which another one stands injected. */
  readonly subject?: LabSubjectPlace;
  /** Waited for between two steps, for who wants to watch them. */
  readonly between?: () => Promise<void>;
  /** Called when another export writes into the folder and is waited for. */
  readonly onWait?: () => void;
  /** Called when the steps are done or given up: ends what still runs for them. */
  readonly close?: () => Promise<void>;
}

/** Where a lab has its injected workload. */
export interface LabSubjectPlace {
  readonly file: string;
  /** Which step writes it. */
  readonly step: number;
  /** The workload of this export, as a report names it: `Deployment payments`. */
  title(): Promise<string>;
}

export interface LabRunResult {
  readonly files: readonly {
    readonly step: number;
    readonly path: string;
    /** `remade`: it was there as the app had written it, and was replaced. */
    readonly state: 'written' | 'remade' | 'kept';
  }[];
  readonly commands: readonly CommandRun[];
  /** Of the folder as it was left, all steps. */
  readonly report: LabReport;
}

/**
 * Does the steps of a lab and writes their files into its folder. A file that is there already stays as it is when it says
 * the same, so an interrupted export goes on; one that says something else is made anew where it is the app's own and nobody
 * touched it, and else never replaced but with `force` or `replace`.
 * @throws FailureError `lab-file-differs`, `lab-link`, `lab-folder-busy`, `lab-folder-gone`, `lab-other-workload`, `no-folder`, `folder-name`, `cannot-write`, `cancelled`, and what the steps throw; what
 * was written before that is whole
 */
export async function runLab(request: LabRunRequest): Promise<LabRunResult> {
  const { works, steps, signal, onWait } = request;
  const folder = await openLabFolder(request, { signal, ...(onWait === undefined ? {} : { onWait }) });
  const done: LabRunResult['files'][number][] = [];
  const ended = async (): Promise<void> => {
    await Promise.allSettled([request.close?.()]);
    await folder.close();
  };
  try {
    const files = new Map(await readLabFolder(request, signal));
    const wanted = works.filter(({ number }) => steps?.includes(number) ?? true);
    await refuseOtherWorkload(request, files, wanted);
    for (const [index, work] of wanted.entries()) {
      if (index > 0) await request.between?.();
      await doStep(request, folder, files, work, done);
    }
    await folder.check();
    // What still runs takes a moment to end.
    const ending = ended();
    const report = await request.grade(files);
    await ending;
    return { files: done, commands: request.commands(), report };
  } catch (error) {
    await ended();
    // A step that waits for something hears of the end before anybody else does.
    throw isAbort(error) ? cancelledFailure() : error;
  }
}

/** Before anything is written: one step done anew for another workload would make a folder that is right for neither. */
async function refuseOtherWorkload(
  { subject, shown, grade }: LabRunRequest,
  files: LabFiles,
  wanted: readonly StepWork[],
): Promise<void> {
  if (subject === undefined || files.get(subject.file)?.kind !== 'text') return;
  const after = wanted.filter(({ number }) => number > subject.step);
  if (after.length === 0 || wanted.some(({ number }) => number === subject.step)) return;
  const { workload } = await grade(files);
  const own = await subject.title();
  if (workload === null || workload === own) return;
  throw inputFailure(
    'lab-other-workload',
    `${subject.file} in ${shown} is of ${workload}, and this would be of ${own}: nothing was written.`,
    `Take ${workload}, or have step ${subject.step} done again as well.`,
  );
}

async function doStep(
  request: LabRunRequest,
  folder: LabWriter,
  files: Map<string, LabFile>,
  work: StepWork,
  done: LabRunResult['files'][number][],
): Promise<void> {
  const { number: step } = work;
  const tell = (progress: Omit<LabProgress, 'step'>): void => request.onProgress?.({ step, ...progress });
  const before = done.length;
  tell({ state: 'running' });
  for (const made of await work.make(request.signal, files)) {
    if (request.signal.aborted) throw cancelledFailure();
    const follows = made.follows === true || done.some(({ state }) => state === 'remade');
    const { state, text } = await textToWrite(request, files, step, { ...made, follows });
    if (state !== 'kept') {
      await folder.write(made.path, text);
      request.onWritten?.(made.path, text);
      files.set(made.path, { kind: 'text', text });
    }
    done.push({ step, path: made.path, state });
    const remade = state === 'remade' ? { remade: true } : {};
    tell({ state: state === 'kept' ? 'kept' : 'done', file: made.path, ...remade });
  }
  tell({ state: done.slice(before).every(({ state }) => state === 'kept') ? 'kept' : 'done' });
}

/** What becomes of a file: with `kept` what is there stays. */
type Becomes =
  | { readonly state: 'written' | 'remade'; readonly text: string }
  | { readonly state: 'kept'; readonly text?: undefined };
const KEPT: Becomes = { state: 'kept' };

/** What is to be written in a file's place. */
async function textToWrite(
  request: LabRunRequest,
  files: Map<string, LabFile>,
  step: number,
  { path, text, varies = false, follows = false }: MadeFile,
): Promise<Becomes> {
  // Looked at again: a person may have written it while the steps before were done.
  const there = await readLabFile(request, path, request.signal);
  files.set(path, there);
  const made = async (): Promise<string> => (typeof text === 'string' ? text : text());
  if (there.kind === 'missing') return { state: 'written', text: await made() };
  const mayReplace = request.force || request.replace?.includes(path) === true;
  if (varies && !mayReplace && there.kind === 'text') {
    // What the app's own says is the state of its last run; a person's words are judged by the grader alone.
    const isStale = follows && (await isOwn(request, path, there));
    if (!isStale && (await isGood(request, files, step, path))) return KEPT;
  }
  const wanted = await made();
  if (there.kind === 'text' && there.text === wanted) return KEPT;
  if (mayReplace) return { state: 'written', text: wanted };
  // Making it may have taken a while, in which a person may have changed it.
  const now = await readLabFile(request, path, request.signal);
  if (await isOwn(request, path, now)) return { state: 'remade', text: wanted };
  throw fileDiffers(path, now, wanted);
}

async function isOwn(request: LabRunRequest, path: string, file: LabFile): Promise<boolean> {
  return file.kind === 'text' && (await request.isOwn?.(path, file.text)) === true;
}

/** Whether the grader, who looks at the whole step, has nothing to say against a file. */
async function isGood(
  { lab, grade }: LabRunRequest,
  files: LabFiles,
  step: number,
  path: string,
): Promise<boolean> {
  const report = await grade(files);
  const found = report.steps.find(({ number }) => number === step);
  const others = LABS[lab].find(({ number }) => number === step)?.files.filter((file) => file !== path) ?? [];
  return (
    found !== undefined &&
    found.state !== 'missing' &&
    found.findings.every(({ file }) => file !== path && others.includes(file) && isMissing(files, file))
  );
}

/** Of a step that is half done, the files that come later are missing: that is no fault of those that are there. */
function isMissing(files: LabFiles, path: string): boolean {
  return files.get(path)?.kind === 'missing';
}
