import type { YamlNode } from './nodes.ts';
import { parseDocument } from './parse.ts';
import type { Counts } from './tree.ts';
import { checkAliases, type LostKey, ValueReader, type YamlValue } from './value.ts';

/** Duplicate keys that are told of, for each file. */
export const MAX_DUPLICATES = 100;

/** All that one document says for itself; its offsets count in the file's text, lines are not known yet. */
export interface ExaminedDocument {
  readonly root: YamlNode;
  readonly reader: ValueReader;
  /** The first `MAX_DUPLICATES` keys that stand twice. */
  readonly lost: readonly LostKey[];
  /** Offset of text behind the end of the document; null when there is none. */
  readonly rest: number | null;
  /** How many entries and items it holds. */
  readonly values: number;
  /** Built when it is first asked for. */
  readonly value: YamlValue;
}

/**
 * Reads one document (`written`), which begins at `start` of the file's text; null when it holds nothing. What it holds
 * is added to `counts`. Throws `SyntaxFault`.
 */
export function examine(written: string, start: number, counts: Counts): ExaminedDocument | null {
  const before = counts.values;
  const { root, aliased, rest } = parseDocument(written, start, counts);
  if (root === null) return null;
  if (aliased) checkAliases(root);
  const reader = new ValueReader();
  const lost = reader.lostKeys(root, MAX_DUPLICATES);
  let value: YamlValue | undefined;
  return {
    root,
    reader,
    lost,
    rest,
    values: counts.values - before,
    get value() {
      value ??= reader.value(root);
      return value;
    },
  };
}
