import type { BootEnd } from './boot-log.ts';

/** What Envoy's own words mean, and the line of the given bootstrap that they speak of. */
export interface BootExplanation {
  /** Stable, kebab-case: `unknown-ads-cluster`, `address-in-use`, `malformed` … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** Counted from 1 in the text that was given; null when Envoy names no place in it. */
  readonly line: number | null;
  readonly column: number | null;
  readonly lineText: string | null;
}

/** Where a field of the bootstrap stands in its text, by the path that Envoy names; null when it is not there. */
export type FindField = (field: string) => { readonly line: number; readonly column: number } | null;

const MAX_LINE = 400;

interface Place {
  readonly line: number | null;
  readonly column: number | null;
  readonly lineText: string | null;
}
const NOWHERE: Place = { line: null, column: null, lineText: null };

/** The line's text around the column, so that a bootstrap on one line is not shown whole. */
function place(text: string, line: number | null, column: number | null): Place {
  const full = line === null ? undefined : text.split(/\r?\n/)[line - 1];
  if (line === null || full === undefined) return NOWHERE;
  const from = full.length <= MAX_LINE ? 0 : Math.max(0, (column ?? 1) - 1 - MAX_LINE / 2);
  return { line, column, lineText: full.slice(from, from + MAX_LINE) };
}

/** Line and column of the first place where the text holds `word` as a whole value. */
function placeOf(text: string, word: string): Place {
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const at = line.search(
      new RegExp(`(?<![\\w.-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`),
    );
    if (at >= 0) return place(text, index + 1, at + 1);
  }
  return NOWHERE;
}

/** `line 3, column 5`, for a sentence; empty where no place is known. */
const at = ({ line, column }: Place): string =>
  line === null ? '' : ` at line ${line}${column === null ? '' : `, column ${column}`}`;

function placeOfFault(
  problem: Extract<BootEnd['problem'], { kind: 'malformed' }>,
  text: string,
  isJson: boolean,
  find: FindField,
): Place {
  // yaml-cpp names no field: its position is in the text as given. So is a position in JSON.
  if (isJson || (problem.field === null && problem.value === null))
    return place(text, problem.line, problem.column);
  if (problem.value !== null) return placeOf(text, problem.value);
  const found = find(problem.field ?? '');
  return place(text, found?.line ?? null, found?.column ?? null);
}

/**
 * Says in a sentence why Envoy refused a bootstrap.
 * @param text the bootstrap that was given
 * @param isJson Envoy parsed the text itself as JSON, so positions are positions in it; from YAML it first makes a JSON
 *   text of its own, and the positions that it then names are in that text
 */
export function explainBoot(end: BootEnd, text: string, isJson: boolean, find: FindField): BootExplanation {
  const { problem, reason } = end;
  switch (problem.kind) {
    case 'unknown-ads-cluster':
      return {
        code: 'unknown-ads-cluster',
        message: `Envoy refused the bootstrap: ADS names the cluster '${problem.cluster}', and no static cluster has that name.`,
        hint: 'Give cluster_name of ads_config the name of the static cluster that leads to istiod. In a pod this is a CrashLoop.',
        ...placeOf(text, problem.cluster),
      };
    case 'cannot-bind':
      return {
        code: /in use/i.test(problem.why) ? 'address-in-use' : 'cannot-bind',
        message: `Envoy could not listen on ${problem.address}: ${problem.why}. --mode validate does not see this.`,
        hint: /in use/i.test(problem.why)
          ? 'End the program that holds the port, or choose another one.'
          : 'Choose an address of this machine and a port that this user may open.',
        ...(problem.port === null ? NOWHERE : placeOf(text, String(problem.port))),
      };
    case 'base-id-in-use':
      return {
        code: 'base-id-in-use',
        message: `Another Envoy on this machine holds base id ${problem.baseId}, so this one ended before it read its bootstrap.`,
        hint: 'Start Envoy with --disable-hot-restart or --use-dynamic-base-id.',
        ...NOWHERE,
      };
    case 'malformed': {
      const where = placeOfFault(problem, text, isJson, find);
      const field = problem.field === null ? '' : `, ${problem.field}`;
      return {
        code: 'malformed',
        message: `Envoy cannot read the bootstrap${at(where)}${field}: ${problem.words}`,
        hint: where.line === null ? 'Correct it and validate again.' : 'Correct it there and validate again.',
        ...where,
      };
    }
    case 'other':
      return {
        code: 'refused',
        message: `Envoy refused the bootstrap: ${reason === '' ? 'it printed no reason' : reason}`,
        hint: 'These are its own words; its whole output is beside them.',
        ...NOWHERE,
      };
  }
}
