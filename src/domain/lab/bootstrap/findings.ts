import type { LabFile, LabFiles, LabFinding } from '../model.ts';

/** What was found out about one step, before its state is told. */
export interface StepResult {
  readonly findings: readonly LabFinding[];
  readonly notes: readonly string[];
  /** What the step is about could not be looked at; a note says why. */
  readonly unproved: boolean;
}

/** More findings of one file than this say nothing new. */
export const MAX_FINDINGS = 12;
/** As much of a text as a sentence holds. */
const MAX_QUOTE = 80;

/** A text in a sentence: quoted, control characters as escapes, cut. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text);
}

export function finding(
  file: string,
  message: string,
  line: number | null = null,
  key: string | null = null,
): LabFinding {
  return { file, line, key, message };
}

/** The first findings of a file, and how many more there are; `more` counts those that were not even written down. */
export function bounded(findings: readonly LabFinding[], more = 0): readonly LabFinding[] {
  const [first] = findings;
  const left = findings.length - MAX_FINDINGS + more;
  if (first === undefined || left <= 0) return findings;
  return [
    ...findings.slice(0, MAX_FINDINGS),
    finding(first.file, `${first.file} has ${left.toLocaleString('en')} more such faults.`),
  ];
}

export const NOTHING: StepResult = { findings: [], notes: [], unproved: false };

export function joined(...results: readonly StepResult[]): StepResult {
  return {
    findings: results.flatMap(({ findings }) => findings),
    notes: results.flatMap(({ notes }) => notes),
    unproved: results.some(({ unproved }) => unproved),
  };
}

export function fileAt(files: LabFiles, path: string): LabFile {
  return files.get(path) ?? { kind: 'missing' };
}

/** The largest file of the lab beside inject.yaml has a few thousand characters; what is larger than this is not read. */
export const MAX_TEXT = 2_000_000;

/** The text of a file; null when there is none that is read. */
export function textOf(files: LabFiles, path: string): string | null {
  const found = fileAt(files, path);
  return found.kind === 'text' && found.text.length <= MAX_TEXT ? found.text : null;
}

/** Grades a file that is there; one that is missing or unreadable is the finding. */
export function withText(
  files: LabFiles,
  path: string,
  grade: (text: string) => StepResult,
  maxText: number = MAX_TEXT,
): StepResult {
  const found = fileAt(files, path);
  switch (found.kind) {
    case 'text': {
      if (found.text.length > maxText)
        return { ...NOTHING, findings: [finding(path, tooLong(path, found.text))] };
      const result = grade(found.text);
      return found.told === undefined ? result : { ...result, notes: [found.told, ...result.notes] };
    }
    case 'missing':
      return { ...NOTHING, findings: [finding(path, `${path} is missing.`)] };
    case 'unreadable':
      return { ...NOTHING, findings: [finding(path, found.why)] };
  }
}

export function tooLong(path: string, text: string): string {
  return `${path} has ${(text.length / 1e6).toFixed(1)} million characters: that is no file of the lab, and was not read.`;
}
