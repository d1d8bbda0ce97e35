import type { FileCoverage } from './coverage.ts';
import type { CheckSeverity, Finding } from './model.ts';

/** What a run is judged by. */
interface Judged {
  readonly findings: readonly Pick<Finding, 'severity'>[];
  readonly exitCode: number | null;
  readonly coverage: readonly Pick<FileCoverage, 'objects' | 'read'>[];
}

/** The worst that a run says; words that are not understood count by its exit code. null: nothing is wrong. */
export function worst({ findings, exitCode }: Omit<Judged, 'coverage'>): CheckSeverity | null {
  const said = new Set(findings.map(({ severity }) => severity));
  if (said.has('Error') || (exitCode !== 0 && said.has(null))) return 'Error';
  return said.has('Warning') ? 'Warning' : said.has('Info') ? 'Info' : null;
}

const RANK: Readonly<Record<CheckSeverity, number>> = { Error: 0, Warning: 2, Info: 3 };
/** What is not understood may be grave. */
const UNKNOWN_RANK = 1;

/** The gravest first, else in the order of the program's words. */
export function worstFirst<T extends Pick<Finding, 'severity'>>(findings: readonly T[]): readonly T[] {
  const rank = ({ severity }: T) => (severity === null ? UNKNOWN_RANK : RANK[severity]);
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

/** Nothing was found, and nothing could be: it looked into no object. */
export function sawNothing({ findings, coverage }: Omit<Judged, 'exitCode'>): boolean {
  return findings.length === 0 && coverage.length > 0 && coverage.every(({ read }) => read === 0);
}

/** `2 errors, 1 warning`; `nothing found`, and whether it looked into anything. */
export function countWords(judged: Omit<Judged, 'exitCode'>): string {
  const { findings } = judged;
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const words = [
    some(count('Error'), 'error'),
    some(count('Warning'), 'warning'),
    some(count('Info'), 'info'),
    some(count(null), 'message that is not understood', 'messages that are not understood'),
  ].filter((word) => word !== null);
  if (words.length > 0) return words.join(', ');
  return sawNothing(judged) ? 'nothing found, and nothing looked into' : 'nothing found';
}

function some(count: number, one: string, many = `${one}s`): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}

/** More names than this are counted only. */
const NAMED = 4;

/**
 * How much of a text a check looks into, which is all that a clean answer is worth: `it looks into 1 of 4 objects: it could not
 * decode Gateway d; it only decodes Deployment a; it passes over Service b`.
 */
export function coverageWords(coverage: FileCoverage): string {
  const { objects, read, decoded, lost, behind, elsewhere, unread } = coverage;
  const all = `it looks into ${read} of ${objects} ${objects === 1 ? 'object' : 'objects'}`;
  if (objects === read) return all;
  const parts = [
    { words: 'it could not decode', names: lost },
    { words: 'it did not get to read', names: behind },
    { words: 'it says nothing of what is in other namespaces:', names: elsewhere },
    { words: 'it only decodes', names: decoded },
    { words: 'it passes over', names: unread },
  ].filter(({ names }) => names.length > 0);
  const uncounted = objects - read - parts.reduce((sum, { names }) => sum + names.length, 0);
  const rest = uncounted > 0 ? [`and so on, ${uncounted} more`] : [];
  return `${all}: ${[...parts.map(({ words, names }) => `${words} ${list(names)}`), ...rest].join('; ')}`;
}

function list(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more <= 0 ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} and ${more} more`;
}
