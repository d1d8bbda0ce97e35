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
  /** Only these; all without it. */
  readonly steps?: readonly number[];
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LabProgress) => void;
  /** Hears of every file that was written, with its text. */
  readonly onWritten?: (path: string, text: string) => void;
  /** Waited for between two steps, for who wants to watch them. */
  readonly between?: () => Promise<void>;
  /** Called when another export writes into the folder and is waited for. */
  readonly onWait?: () => void;
  /** Called when the steps are done or given up: ends what still runs for them. */
  readonly close?: () => Promise<void>;
}

export interface LabRunResult {
  readonly files: readonly {
    readonly step: number;
    readonly path: string;
    readonly state: 'written' | 'kept';
  }[];
  readonly commands: readonly CommandRun[];
  /** Of the folder as it was left, all steps. */
  readonly report: LabReport;
}

/**
 * Does the steps of a lab and writes their files into its folder. A file that is there already stays as it is when it says
 * the same, so an interrupted export goes on; one that says something else is never replaced but with `force` or `replace`.
 * @throws FailureError `lab-file-differs`, `lab-link`, `lab-folder-busy`, `lab-folder-gone`, `no-folder`, `folder-name`, `cannot-write`, `cancelled`, and what the steps throw; what
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
    for (const [index, work] of wanted.entries()) {
      if (index > 0) await request.between?.();
      done.push(...(await doStep(request, folder, files, work)));
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

async function doStep(
  request: LabRunRequest,
  folder: LabWriter,
  files: Map<string, LabFile>,
  work: StepWork,
): Promise<LabRunResult['files']> {
  const { number: step } = work;
  const tell = (progress: Omit<LabProgress, 'step'>): void => request.onProgress?.({ step, ...progress });
  const done: LabRunResult['files'][number][] = [];
  tell({ state: 'running' });
  for (const made of await work.make(request.signal, files)) {
    if (request.signal.aborted) throw cancelledFailure();
    const text = await textToWrite(request, files, step, made);
    if (text !== null) {
      await folder.write(made.path, text);
      request.onWritten?.(made.path, text);
      files.set(made.path, { kind: 'text', text });
    }
    done.push({ step, path: made.path, state: text === null ? 'kept' : 'written' });
    tell({ state: text === null ? 'kept' : 'done', file: made.path });
  }
  tell({ state: done.every(({ state }) => state === 'kept') ? 'kept' : 'done' });
  return done;
}

/** The text to be written in a file's place; null when what is there stays. */
async function textToWrite(
  request: LabRunRequest,
  files: Map<string, LabFile>,
  step: number,
  { path, text, varies = false }: MadeFile,
): Promise<string | null> {
  // Looked at again: a person may have written it while the steps before were done.
  const there = await readLabFile(request, path, request.signal);
  files.set(path, there);
  const made = async (): Promise<string> => (typeof text === 'string' ? text : text());
  if (there.kind === 'missing') return made();
  const mayReplace = request.force || request.replace?.includes(path) === true;
  if (varies && !mayReplace && there.kind === 'text' && (await isGood(request, files, step, path)))
    return null;
  const wanted = await made();
  if (there.kind === 'text' && there.text === wanted) return null;
  if (mayReplace) return wanted;
  throw fileDiffers(path, there, wanted);
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
