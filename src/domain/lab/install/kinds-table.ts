import { linesOf, shown } from './judge.ts';
import type { KindCounts } from './manifest-facts.ts';

/** Kinds with their counts, most first, as `uniq -c | sort -rn` lays them out. */
export function writeKindsTable(kinds: KindCounts): string {
  return [...kinds]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([kind, count]) => `${String(count).padStart(7)} kind: ${kind}\n`)
    .join('');
}

/** A name with a number, as a table of kinds in any style has them. */
export interface KindRow {
  readonly name: string;
  readonly count: number;
  /** Counted from 1. */
  readonly line: number;
}

/** What stands in tables beside the kinds: what `yq` and `jq` print between and for empty documents, sums, column names. */
const NO_KIND = /^(?:kind|count|number|name|null|개수|종류)$/i;
const SUM = /^(?:total|sum|all|합계|총합?|총계|총개수|전체|계)$/i;

export function isSum({ name }: KindRow): boolean {
  return SUM.test(name);
}

/**
 * The rows of a table of kinds: `uniq -c` of lines with or without `kind:`, `X 15`, `X: 15`, `| X | 15 |`, `{"X":15,"Y":3}`.
 * A line counts where names and numbers take turns in it; others are headings or prose.
 */
export function readKindsTable(text: string): readonly KindRow[] {
  return linesOf(text).flatMap((line, index) => rowsOf(line, index + 1));
}

/** A whole number that stands alone, a name, or anything else with digits (`1.31`, `-15`, `015`). */
const TOKEN = /(?<!\d)(?<!(?:^|[\s:|,])-)(0|[1-9]\d*)(?!\.?\d|\p{L})|(\p{L}[\p{L}\d_-]*)|\d[\p{L}\d.]*/gu;

function rowsOf(text: string, line: number): readonly KindRow[] {
  const names: string[] = [];
  const counts: number[] = [];
  const turns: string[] = [];
  // `15개` is fifteen: the Korean word for pieces belongs to the number.
  for (const [, count, name] of text.replace(/(\d)\s*개(?!\p{L})/gu, '$1 ').matchAll(TOKEN)) {
    if (name !== undefined && NO_KIND.test(name)) continue;
    if (name !== undefined) names.push(name);
    if (count !== undefined) counts.push(Number(count));
    turns.push(name === undefined ? 'count' : 'name');
  }
  if (names.length !== counts.length || turns.some((turn, index) => turn === turns[index - 1])) return [];
  return names.map((name, index) => ({ name, count: counts[index] ?? 0, line }));
}

/** The first line with a kind in it that is no row: `CustomResourceDefinition x15`. */
function lineNaming(kind: string, table: string): { readonly line: number; readonly text: string } | null {
  const word = new RegExp(
    `(?<![\\p{L}\\d_])${kind.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d_])`,
    'u',
  );
  const index = linesOf(table).findIndex((text) => word.test(text));
  return index === -1 ? null : { line: index + 1, text: linesOf(table)[index] ?? '' };
}

/** One thing that is wrong in a table of kinds. */
export interface KindFault {
  readonly kind: string;
  readonly line: number | null;
  readonly message: string;
}

/** Compares a table with what was counted: each kind once, with its number, and none that is not there. */
export function compareKinds(table: string, kinds: KindCounts): readonly KindFault[] {
  const rows = readKindsTable(table);
  const faults: KindFault[] = [];
  const total = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  const seen = new Set<string>();
  for (const row of rows) {
    const { name, count, line } = row;
    const there = kinds.get(name);
    const fault = (message: string): void => void faults.push({ kind: name, line, message });
    if (there === undefined && isSum(row)) {
      if (count !== total)
        fault(`The sum is given as ${count}; manifest.yaml has ${total} objects with a kind.`);
    } else if (there === undefined) {
      // A kind begins with a capital: anything else is a word of the person's.
      if (/^\p{Lu}/u.test(name))
        fault(`${name} is given with ${count}; manifest.yaml has none of that kind.`);
    } else if (seen.has(name)) fault(`${name} stands here a second time.`);
    else if (there !== count)
      fault(`${name} is given with ${count}; manifest.yaml has ${there} of that kind.`);
    seen.add(name);
  }
  for (const [kind, count] of kinds) if (!seen.has(kind)) faults.push(missingKind(kind, count, table));
  return faults;
}

function missingKind(kind: string, count: number, table: string): KindFault {
  const named = lineNaming(kind, table);
  if (named === null)
    return { kind, line: null, message: `${kind} is missing: manifest.yaml has ${count} of that kind.` };
  return {
    kind,
    line: named.line,
    message: `${shown(named.text.trim())} is not read as ${kind} with its number, which is ${count}.`,
  };
}
