import { resolve } from 'node:path';
import type { Command } from 'commander';
import { usageFailure } from '../contract/failure.ts';
import type { LabFinding, LabName, LabReport, LabStepReport } from '../domain/lab/model.ts';
import { LABS } from '../domain/lab/model.ts';
import type { LabPlace } from '../host/lab/read-folder.ts';
import type { LabProgress, LabRunRequest, LabRunResult } from '../host/lab/run-lab.ts';
import type { CliContext } from './context.ts';
import { oneLine } from './one-line.ts';

/** What the command line adds to an export by itself. */
export type LabExport = Omit<LabRunRequest, 'signal' | 'onProgress' | 'onWait' | 'onWritten' | 'isOwn'>;

/** A folder that was named on the command line. */
export function labPlace(context: CliContext, lab: LabName, shown: string): LabPlace {
  if (shown === '')
    throw usageFailure(
      'no-folder-name',
      'The name of the folder is empty: a variable that was to hold it may be unset.',
      'Name the folder of the lab.',
    );
  return { lab, folder: resolve(context.cwd, shown), shown };
}

/** The numbers of steps after `--steps`: `1,4-6`. Throws FailureError `lab-steps`. */
export function stepNumbers(lab: LabName, text: string): readonly number[] {
  const last = LABS[lab].length;
  return text.split(',').flatMap((part) => {
    const [, from, to = from] = /^\s*(\d{1,3})(?:-(\d{1,3}))?\s*$/.exec(part) ?? [];
    const [first, final] = [Number(from), Number(to)];
    if (!(first >= 1 && first <= final && final <= last))
      throw usageFailure(
        'lab-steps',
        `${JSON.stringify(part)} names no step of this lab.`,
        `Its steps are 1 to ${last}: --steps 2,4-6.`,
      );
    return Array.from({ length: final - first + 1 }, (_, index) => first + index);
  });
}

/**
 * Runs an export, tells its steps on standard error and the report of the folder on standard output. Its exit code: 0 when
 * nothing of the steps that were done is wrong or missing.
 */
export async function exportLab(context: CliContext, request: LabExport, json: boolean): Promise<number> {
  if (json) context.quiet();
  const { runLab } = await import('../host/lab/run-lab.ts');
  const { createAuthorship } = await import('../host/lab/authorship.ts');
  const authors = createAuthorship(context.toolchain().cacheDir);
  const { lab, folder } = request;
  const files: LabProgress[] = [];
  const written = new Map<string, string>();
  const result = await runLab({
    ...request,
    signal: context.signal,
    isOwn: (path, text) => authors.isOwn(lab, folder, path, text),
    onWritten: (path, text) => void written.set(path, text),
    onWait: () => context.err(`another export writes into ${request.shown}; waiting for it\n`),
    onProgress: (progress) => {
      if (progress.file !== undefined) files.push(progress);
      else if (progress.state === 'running') context.doing(stepName(lab, progress.step));
      else {
        context.doing(null);
        context.err(doneLine(lab, progress, files.splice(0)));
      }
    },
  }).finally(() => authors.note(lab, folder, written));
  context.doing(null);
  const { report } = result;
  await context.out(json ? exportJson(result) : reportText(report));
  const asked = report.steps.filter(({ number }) => request.steps?.includes(number) ?? true);
  return asked.every(({ state }) => state === 'pass' || state === 'unproved') ? 0 : 1;
}

/** Writes what a grader says of a folder, as people read it or as JSON; gives the exit code: 0 when all steps pass. */
export async function tellReport(context: CliContext, report: LabReport, json: boolean): Promise<number> {
  await context.out(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
  return report.passed ? 0 : 1;
}

function exportJson({ files, commands, report }: LabRunResult): string {
  return `${JSON.stringify({ files, commands, report }, null, 2)}\n`;
}

function stepName(lab: LabName, number: number): string {
  const id = LABS[lab].find((step) => step.number === number)?.id ?? '';
  return `step ${number}, ${id}`;
}

/** `step 1, arguments: inject.yaml written, 01-args.txt kept, bootstrap.yaml made anew`. */
function doneLine(lab: LabName, { step }: LabProgress, files: readonly LabProgress[]): string {
  const told = files.map(
    ({ file = '', state, remade }) =>
      `${file} ${state === 'kept' ? 'kept' : remade === true ? 'made anew' : 'written'}`,
  );
  return `${stepName(lab, step)}: ${told.length === 0 ? 'no file' : told.join(', ')}\n`;
}

const MARK = { pass: '✓', fail: '✗', missing: '·', unproved: '?' } as const;
/** `3 arguments  missing  `: where findings and notes begin. */
const INDENT = 2;

/** A report for people: a line a step, and what is behind it. */
export function reportText(report: LabReport): string {
  const width = Math.max(...report.steps.map(({ id }) => id.length));
  const head = report.workload === null ? '' : `${oneLine(report.workload)}\n`;
  const steps = report.steps.map((step) => stepLines(step, width)).join('');
  const passed = report.steps.filter(({ state }) => state === 'pass').length;
  return `${head}${steps}${passed} of ${report.steps.length} steps pass\n`;
}

function stepLines({ number, id, state, findings, notes }: LabStepReport, width: number): string {
  const begin = `${MARK[state]} ${number} ${id.padEnd(width)}  ${state.padEnd('unproved'.length)}`;
  const behind = ' '.repeat(begin.length + INDENT);
  const told = [...findings.map(findingLine), ...notes.map((note) => `(${oneLine(note)})`)];
  const [first = '', ...others] = told;
  return [`${begin}  ${first}`.trimEnd(), ...others.map((line) => `${behind}${line}`)]
    .join('\n')
    .concat('\n');
}

/** `03-mesh.txt:4: what is wrong there`; the place only once. */
function findingLine({ file, line, message }: LabFinding): string {
  const place = line === null ? file : `${file}:${line}`;
  return oneLine(message.startsWith(place) ? message : `${place}: ${message}`);
}

/** The options that every export of a lab takes, behind its own. */
export function addExportOptions(command: Command): Command {
  return command
    .option('--steps <numbers>', 'only these steps: 2,4-6')
    .option('--force', 'replace files that say something else, whosever they are', false)
    .option('--json', 'files, commands and the report as JSON', false);
}
