import { withoutColours } from '../../checks/lines.ts';
import { istioctlError } from '../../inject/istioctl-error.ts';
import { linesOf } from './judge.ts';

/** What is in the output of `istioctl analyze`. */
export interface Analysis {
  /** Whether it says anything of an analysis: messages, or that there are none. */
  readonly analyzed: boolean;
  /** Whether it says in words that there are none. */
  readonly isFine: boolean;
  /** Lines with `Error [`, counted from 1. */
  readonly errorLines: readonly number[];
  /** Messages of level Error: those lines, or the entries of JSON output. */
  readonly errors: number;
  /** The first line with which a program says that it could not do its work; null where there is none. */
  readonly failure: string | null;
}

/** `Error [IST0101] (VirtualService …)`, as the formatter writes messages (istio.io/istio/pkg/config/analysis/diag/message.go). */
const MESSAGE = /\b(?:Error|Warn|Warning|Info) \[IST\d+\]/;
const NO_ISSUES = /No validation issues found/i;

export function readAnalysis(text: string): Analysis {
  const lines = linesOf(withoutColours(text));
  const errorLines = lines.flatMap((line, index) => (line.includes('Error [') ? [index + 1] : []));
  const levels = jsonLevels(lines);
  return {
    analyzed: levels !== null || lines.some((line) => MESSAGE.test(line) || NO_ISSUES.test(line)),
    isFine: lines.some((line) => NO_ISSUES.test(line)),
    errorLines,
    errors: levels === null ? errorLines.length : levels.filter((level) => level === 'Error').length,
    failure: failureIn(lines),
  };
}

function failureIn(lines: readonly string[]): string | null {
  const line = lines.find((one) => /^\s*Error: /.test(one))?.trim() ?? null;
  // What only counts errors has them below it.
  return line?.endsWith('occurred:') === true ? `Error: ${istioctlError(lines.join('\n'))}` : line;
}

/**
 * The files that istioctl says it found nothing in: `… when analyzing a.yaml.`, or a list below; empty where it looked at a
 * cluster, or does not say.
 */
export function filesWithoutIssues(text: string): readonly string[] {
  const lines = linesOf(withoutColours(text));
  const at = lines.findIndex((line) => NO_ISSUES.test(line));
  const behind = /when analyzing(?::$| (.+?)\.?\s*$)/.exec(lines[at]?.trimEnd() ?? '');
  if (behind === null) return [];
  const [, named] = behind;
  if (named !== undefined) return /^(?:namespace: |all namespaces)/.test(named) ? [] : [named];
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => !/^\s+- /.test(line));
  return below.slice(0, end === -1 ? below.length : end).map((line) => line.replace(/^\s+- /, '').trim());
}

/** The levels of the messages that `-o json` prints, behind lines of a log; null for any other text. */
function jsonLevels(lines: readonly string[]): readonly unknown[] | null {
  const begin = lines.findIndex((line) => line.startsWith('['));
  if (begin === -1) return null;
  try {
    const messages: unknown = JSON.parse(lines.slice(begin).join('\n'));
    if (!Array.isArray(messages)) return null;
    return messages.map((one: unknown) =>
      typeof one === 'object' && one !== null && 'level' in one ? one.level : null,
    );
  } catch {
    return null;
  }
}
