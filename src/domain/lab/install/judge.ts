import { visibleText } from '../../anatomy/visible-text.ts';
import type { LabFiles, LabFinding, LabStepPlan, LabStepReport, LabStepState } from '../model.ts';

/** Findings of one step that are told; a file that has nothing to do with the lab would fill pages. */
const MAX_FINDINGS = 12;
/** Characters of a value that are shown. */
const MAX_SHOWN = 120;

/** Where in a file a finding is. */
export interface FindingPlace {
  readonly line?: number | null;
  readonly key?: string;
}

/** What is found of one step while it is judged. */
export interface StepJudge {
  /** The text of a file; null where there is none, which is then a finding. */
  text(path: string): string | null;
  /** The same for a file that another step is about: that it is not there is no finding of this one. */
  textOf(path: string): string | null;
  /** Whether something is there that cannot be read. */
  isUnreadable(path: string): boolean;
  fail(path: string, message: string, place?: FindingPlace): void;
  note(sentence: string): void;
  /** What the step is about could not be looked at, because of what the sentence says. */
  unproved(sentence: string): void;
  /** Whether something of the step is there that stands in none of its files; until it is told, only its files count. */
  elsewhere(there: boolean): void;
  report(): LabStepReport;
}

/** Begins the judgement of a step on the files of a folder. */
export function judgeStep(plan: LabStepPlan, files: LabFiles): StepJudge {
  const findings: LabFinding[] = [];
  const notes: string[] = [];
  const told = new Set<string>();
  let proved = true;
  let other: boolean | null = null;
  const fail = (file: string, message: string, { line = null, key }: FindingPlace = {}): void => {
    findings.push({ file, line, key: key ?? null, message });
  };
  const textOf = (path: string): string | null => {
    const file = files.get(path);
    return file?.kind === 'text' ? file.text : null;
  };
  const missing = (path: string): boolean => (files.get(path)?.kind ?? 'missing') === 'missing';
  const state = (): LabStepState => {
    if (other !== true && plan.files.every(missing) && (plan.files.length > 0 || other === false))
      return 'missing';
    if (findings.length > 0) return 'fail';
    return proved ? 'pass' : 'unproved';
  };
  return {
    textOf,
    isUnreadable: (path) => files.get(path)?.kind === 'unreadable',
    fail,
    note: (sentence) => void notes.push(sentence),
    unproved: (sentence) => {
      proved = false;
      notes.push(sentence);
    },
    elsewhere: (there) => {
      other = there;
    },
    text(path) {
      const file = files.get(path) ?? { kind: 'missing' };
      if (file.kind === 'text' && file.told !== undefined && !told.has(path)) notes.push(file.told);
      if (!told.has(path) && file.kind !== 'text')
        fail(path, file.kind === 'missing' ? `There is no file ${path}.` : file.why);
      told.add(path);
      return textOf(path);
    },
    report: () => ({
      number: plan.number,
      id: plan.id,
      state: state(),
      findings: bounded(findings),
      notes,
    }),
  };
}

function bounded(findings: readonly LabFinding[]): readonly LabFinding[] {
  const [first, ...rest] = findings.slice(MAX_FINDINGS - 1);
  if (first === undefined || rest.length === 0) return findings;
  const more = { ...first, line: null, key: null, message: `${rest.length + 1} more things are not so.` };
  return [...findings.slice(0, MAX_FINDINGS - 1), more];
}

/** A value of a file in quotes, so that it can be told from the sentence around it; its invisible characters written out. */
export function shown(value: string): string {
  const characters = [...visibleText(value.slice(0, MAX_SHOWN * 2))];
  return `“${characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : characters.join('')}”`;
}

/** Names in a sentence: `a`, `b and c`; `none` where there are none. */
export function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_FINDINGS).map(shown);
  if (names.length > some.length) return `${some.join(', ')} and ${names.length - some.length} more`;
  const last = some.pop();
  if (last === undefined) return 'none';
  return some.length === 0 ? last : `${some.join(', ')} and ${last}`;
}

/** Lines of a text, whatever ends them; a line end at the end begins no further one. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
