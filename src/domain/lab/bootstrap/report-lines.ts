import { quote } from './findings.ts';
import { keyLines, linesOf } from './key-values.ts';

/** The keys of `08-report.md`, in the lab's order. */
export const REPORT_KEYS = ['xds_address', 'xds_cluster', 'typo_rc', 'ready_without_istiod'] as const;

/** A line of explanation. */
export interface ReportLine {
  /** Counted from 1. */
  readonly line: number;
  /** Without the dash. */
  readonly text: string;
}

/**
 * A letter of any script; signs and punctuation lie in between. Not `\p{L}`, which takes V8 longer to prepare than all lines of
 * a report take to read.
 */
const LETTER = /[A-Za-z\u00c0-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff\uff21-\uffdc]/;

/** More explanations than anybody reads: what stands behind them is not looked at. */
const MAX_LINES = 10_000;

/** Lines that begin with `- ` and have a word behind it; those of dashes alone are rules of Markdown. */
export function explanations(text: string): readonly ReportLine[] {
  const found: ReportLine[] = [];
  for (const [index, written] of linesOf(text).entries()) {
    if (!written.startsWith('- ')) continue;
    const said = written.slice(1).trim();
    if (!said.startsWith('-') && LETTER.test(said)) found.push({ line: index + 1, text: said });
    if (found.length === MAX_LINES) break;
  }
  return found;
}

/** A value in a line of text, whatever it holds. */
export function shown(text: string): string {
  return text === ''
    ? 'nothing'
    : /^[\w.:/~@[\]\u00c0-\u1fff\u3040-\ud7ff-]{1,200}$/.test(text)
      ? text
      : quote(text);
}

/** A workload, given as `Deployment payments`, as the line of a report names it. */
export function workloadWords(title: string): string {
  const [kind = '', ...name] = title.split(' ');
  return `${kind} ${shown(name.join(' '))}`;
}

/** The line in which an export names its workload. */
export const WORKLOAD_LINE = /^Workload: (.+) in inject\.yaml\.$/;

/** Explanations below the last of the four key lines. */
export function explanationsBelow(text: string): readonly ReportLine[] {
  const last = Math.max(0, ...keyLines(text, REPORT_KEYS).map(({ line }) => line));
  return explanations(text).filter(({ line }) => line > last);
}

/** Whether a line of explanation names something, as a word of its own: `payments` does not stand in `payments-6d5f9`. */
export function isNamed(lines: readonly ReportLine[], word: string, beside: RegExp = /^/): boolean {
  if (word === '') return false;
  const alone = new RegExp(`(?<![\\w.-])${escapeRegex(word)}${END}`);
  return lines.some(({ text }) => beside.test(text) && alone.test(text));
}

/** The same of a port of this machine; that of another address (`istiod:15012`) is another one. */
export function isPortNamed(lines: readonly ReportLine[], port: string): boolean {
  if (!/^\d{1,5}$/.test(port)) return false;
  // Small numbers stand in many lines, as exit codes and the like: such a one counts right behind the word.
  const near = new RegExp(`${PORT_WORD.source}[^\\d]{0,6}${port}${END}`, 'i');
  if (port.length < 4) return lines.some(({ text }) => near.test(text));
  const alone = new RegExp(`(?:(?<![\\w.:-])|(?:127\\.0\\.0\\.1|localhost|\\[::1\\]):)${port}${END}`);
  return lines.some(({ text }) => (PORT_WORD.test(text) || text.includes('9982')) && alone.test(text));
}

const PORT_WORD = /(?:port|포트|ポート)/i;

/** What may not stand behind a word that is meant as a whole. */
const END = '(?![\\w-]|[.:]\\w)';

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
