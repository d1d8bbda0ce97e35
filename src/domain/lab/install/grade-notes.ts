import { withoutColours } from '../../checks/lines.ts';
import { isNamespaceName } from '../../namespace-name.ts';
import { filesWithoutIssues, readAnalysis } from './analysis.ts';
import type { InstallFolder } from './folder.ts';
import { begin } from './grade-install.ts';
import { linesOf, listed, type StepJudge, shown } from './judge.ts';
import type { InstallNames, NamespaceView } from './model.ts';
import {
  INJECTION_LABEL,
  injectionLabels,
  isLabelled,
  namesOfLab,
  noName,
  withoutNamesLine,
} from './namespaces.ts';
import { analyzeFaults, injectionFaults } from './note-ideas.ts';
import { INSTALL_PATHS } from './paths.ts';
import { refuseStale } from './stale.ts';

/** Step 4: one namespace that is labelled, one that is not, and a note on when a label has an effect. */
export function judgeNamespaces(judge: StepJudge, folder: InstallFolder): void {
  const { names, namespaces } = folder;
  const { name, found, live, told } = namespaces;
  const note = judge.text(INSTALL_PATHS.injectionNote);
  if (names.namespace !== namesOfLab(null).namespace || names.control !== namesOfLab(null).control)
    judge.note(`Judged with the namespaces ${names.namespace} and ${names.control}.`);
  for (const called of [names.namespace, names.control])
    if (!isNamespaceName(called))
      judge.fail(INSTALL_PATHS.injectionNote, `It is about a namespace that cannot be: ${noName(called)}.`);
  if (found.kind === 'seen') {
    judge.note(told ?? `Judged by the namespaces of ${name}.`);
    const path = live ? '' : INSTALL_PATHS.namespaces;
    const there = compareNamespaces(judge, path, begin(name), names, found.value);
    judge.elsewhere(there);
  } else if (!live && judge.textOf(INSTALL_PATHS.namespaces) !== null)
    judge.fail(INSTALL_PATHS.namespaces, `It cannot be used: ${found.why}.`);
  else judge.unproved(told ?? `The namespaces of ${name} could not be read: ${found.why}.`);
  if (note === null) return;
  refuseStale(judge, INSTALL_PATHS.injectionNote, note, folder);
  judgeWords(judge, INSTALL_PATHS.injectionNote, withoutNamesLine(note), injectionFaults);
}

/** Gives whether one of the two is there. */
function compareNamespaces(
  judge: StepJudge,
  path: string,
  where: string,
  { namespace, control }: InstallNames,
  found: readonly NamespaceView[],
): boolean {
  const [labelled, other] = [namespace, control].map((name) => found.find((one) => one.name === name));
  const has = (one: NamespaceView): string => injectionLabels(one).join(' and ') || 'no label of injection';
  if (labelled === undefined) judge.fail(path, `${where} has no namespace ${namespace}.`, { key: namespace });
  else if (!isLabelled(labelled))
    judge.fail(path, `${namespace} has ${has(labelled)}, where ${INJECTION_LABEL}=enabled is asked for.`, {
      key: namespace,
    });
  if (other === undefined)
    judge.fail(path, `${where} has no namespace ${control}, which shows what happens without the label.`, {
      key: control,
    });
  else if (injectionLabels(other).length > 0)
    judge.fail(path, `${control} has ${has(other)}, where no label of injection is asked for.`, {
      key: control,
    });
  return labelled !== undefined || other !== undefined;
}

function judgeWords(
  judge: StepJudge,
  path: string,
  text: string,
  faultsOf: (text: string) => readonly string[],
): void {
  if (text.trim() === '') judge.fail(path, 'It says nothing.');
  else for (const fault of faultsOf(text)) judge.fail(path, fault);
}

const LEAST_NOTE_LINES = 2;

/** Step 6: an analysis without errors, and a note on what it looks at. */
export function judgeAnalysis(judge: StepJudge, folder: InstallFolder): void {
  const { analyze, analyzeNote } = INSTALL_PATHS;
  const text = judge.text(analyze);
  if (text !== null) {
    refuseStale(judge, analyze, text, folder);
    judgeOutput(judge, analyze, text, folder);
  }
  const note = judge.text(analyzeNote);
  if (note === null) return;
  judgeWords(judge, analyzeNote, note, analyzeFaults);
  const lines = linesOf(note).filter((line) => /\p{L}/u.test(line)).length;
  if (lines > 0 && lines < LEAST_NOTE_LINES)
    judge.fail(analyzeNote, `It has ${lines} line, where ${LEAST_NOTE_LINES} are asked for.`);
}

/** istioctl says which namespace it looked at, where it was asked about a cluster. */
const ANALYZED_NAMESPACE = /No validation issues found when analyzing namespace: (\S+?)\.?\s*$/m;

/** With `-A`: no namespace is left out. */
const ANALYZED_ALL = /No validation issues found when analyzing all namespaces/;
/** How it ends where there are messages as bad as it was asked to fail for. */
const FOUND_ISSUES = /^Error: Analyzers found issues/;

/** What stands for a cluster where there is none; `-`: standard input, of which nobody can tell what it was. */
const FILES_OF_LAB: ReadonlySet<string> = new Set([
  INSTALL_PATHS.namespaces,
  INSTALL_PATHS.manifest,
  INSTALL_PATHS.injected,
  '-',
]);

function judgeOutput(judge: StepJudge, path: string, text: string, { names }: InstallFolder): void {
  if (text.trim() === '') {
    judge.fail(
      path,
      'It is empty. istioctl analyze says that there are no issues on standard error: save both streams (2>&1).',
    );
    return;
  }
  const { analyzed, isFine, errorLines, errors, failure } = readAnalysis(text);
  const lines = linesOf(withoutColours(text));
  for (const line of errorLines)
    judge.fail(path, `An error is left: ${shown(lines[line - 1]?.trim() ?? '')}.`, { line });
  if (errorLines.length === 0 && errors > 0) judge.fail(path, `${errors} messages of level Error are left.`);
  const [, looked = names.namespace] = ANALYZED_NAMESPACE.exec(withoutColours(text)) ?? [];
  if (looked !== names.namespace)
    judge.fail(path, `It is about the namespace ${looked}, where ${names.namespace} was to be analyzed.`);
  const files = filesWithoutIssues(text);
  if (files.length > 0 && !files.some((file) => FILES_OF_LAB.has(file.split(/[\\/]/).at(-1) ?? '')))
    judge.fail(
      path,
      `It is about ${listed(files)}, and neither about ${names.namespace} in a cluster nor about ${[...FILES_OF_LAB].join(', ')}.`,
    );
  if (analyzed) {
    // What it says of the messages above them is no other result.
    if (failure !== null && errors === 0 && (isFine || !FOUND_ISSUES.test(failure)))
      judge.fail(path, `It says that the analysis was done, and beside it ${shown(failure)}.`);
    else if (isFine && ANALYZED_ALL.test(withoutColours(text)))
      judge.note(`istioctl analyze looked at all namespaces, and so at ${names.namespace}, too.`);
    return;
  }
  const instead = failure ?? lines.find((line) => line.trim() !== '')?.trim() ?? '';
  judge.fail(
    path,
    `It holds no result of istioctl analyze (messages such as “Warning [IST0102]”, or “No validation issues found”), but ${shown(instead)}.`,
  );
}
