import type { Part } from '../anatomy/model.ts';
import { MASK } from '../redact/mask.ts';
import { asObject, own, parseJson } from './json.ts';

/** The node that an Envoy says it is, against the one that is drawn. Names only: no value leaves the comparison. */
export interface NodeComparison {
  /** Ids of parts that the dump holds with the value that is drawn, of those with another, and of those that it lacks. */
  readonly same: readonly string[];
  readonly different: readonly string[];
  readonly missing: readonly string[];
  /** Metadata keys that the dump holds and the picture does not. */
  readonly extra: readonly string[];
}

/** JSON with its keys in order, so that two texts of one value are one text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** A part holds its value as text: a number in the dump is the same as its digits, an object as its JSON. */
function isSame(drawn: string, dumped: unknown): boolean {
  if (typeof dumped === 'string' && dumped === drawn) return true;
  if (typeof dumped !== 'object' || dumped === null) return String(dumped) === drawn;
  const parsed = parseJson(drawn);
  return parsed !== undefined && canonical(parsed) === canonical(dumped);
}

/** What is masked on either side is neither the same nor another. */
const isMasked = (part: Part, dumped: unknown): boolean =>
  part.value?.includes(MASK) === true || (JSON.stringify(dumped) ?? '').includes(MASK);

function compared(pairs: readonly (readonly [Part, unknown])[]): Omit<NodeComparison, 'extra'> {
  const ids = (keep: (drawn: string, dumped: unknown) => boolean): readonly string[] =>
    pairs.filter(([part, dumped]) => keep(part.value ?? '', dumped)).map(([part]) => part.id);
  return {
    same: ids((drawn, dumped) => dumped !== undefined && isSame(drawn, dumped)),
    different: ids((drawn, dumped) => dumped !== undefined && !isSame(drawn, dumped)),
    missing: ids((_, dumped) => dumped === undefined),
  };
}

/**
 * Compares the node of a config_dump (`text`, JSON) with the node parts of a workload; what the bootstrap that is shown
 * leaves out is not expected. Null when the text is no whole JSON, as one that was cut.
 */
export function compareNode(parts: readonly Part[], text: string): NodeComparison | null {
  const node = asObject(parseJson(text));
  if (node === null) return null;
  const metadata = asObject(own(node, 'metadata'));
  const there = parts.filter(({ absent }) => absent !== true);
  const keys = there.filter(({ kind }) => kind === 'node-metadata');
  const fields = there.filter(({ kind }) => kind === 'node-id' || kind === 'node-cluster');
  const drawn = new Set(keys.map(({ label }) => label));
  const pairs = [
    ...fields.map((part) => [part, own(node, part.kind === 'node-id' ? 'id' : 'cluster')] as const),
    ...keys.map((part) => [part, own(metadata, part.label)] as const),
  ];
  const open = pairs.filter(([part, dumped]) => !isMasked(part, dumped));
  return { ...compared(open), extra: Object.keys(metadata ?? {}).filter((key) => !drawn.has(key)) };
}
