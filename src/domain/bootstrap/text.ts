import { Document, isPair, isScalar, Scalar, visit } from 'yaml';
import type { SourceRange } from '../anatomy/model.ts';
import { readYaml } from '../yaml/document.ts';
import { type Json, pointerSteps } from './json.ts';
import { writePlainYaml } from './plain-yaml.ts';

/** The name under which ranges of a bootstrap are given: `bootstrap.yaml`, unless another text bears it. */
export function bootstrapFileName(others: readonly string[]): string {
  const taken = new Set(others);
  let name = 'bootstrap.yaml';
  for (let count = 2; taken.has(name); count += 1) name = `bootstrap-${count}.yaml`;
  return name;
}

/** Characters that must be written as escapes, so that a bootstrap shows what it holds. */
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const NEEDS_QUOTES = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f]|${HIDDEN.source}`, 'u');

/** A bootstrap's text, and the range of the entry at a JSON pointer in it. */
export interface BootstrapText {
  readonly yaml: string;
  range(pointer: string): SourceRange | null;
}

/** Writes a bootstrap; `file` is the name under which ranges are given. */
export function bootstrapText(file: string, value: Json): BootstrapText {
  const plain = writePlainYaml(file, value);
  if (plain !== null) return { yaml: plain.yaml, range: (pointer) => plain.ranges.get(pointer) ?? null };
  const yaml = bootstrapYaml(value);
  return { yaml, range: createRanges(file, yaml, value) };
}

/**
 * A bootstrap as YAML, keys in the order given. Texts that a YAML 1.1 reader takes for something else (`off`, `0123`)
 * are quoted, because Envoy's parser (yaml-cpp) does.
 */
export function bootstrapYaml(value: Json): string {
  const document = new Document(value, { version: '1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && NEEDS_QUOTES.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Pair(_, pair) {
      if (isPair(pair) && isScalar(pair.key) && NEEDS_QUOTES.test(String(pair.key.value)))
        pair.key.type = Scalar.QUOTE_DOUBLE;
    },
  });
  // Hidden characters stand only in double-quoted texts now, where their escapes mean the same.
  return document
    .toString({ lineWidth: 0 })
    .replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Finds the range of the entry at a JSON pointer in a bootstrap's text; the text is read when first asked. */
export function createRanges(
  file: string,
  yaml: string,
  value: Json,
): (pointer: string) => SourceRange | null {
  let document: ReturnType<typeof readYaml>['documents'][number] | undefined;
  return (pointer) => {
    document ??= readYaml(file, yaml).documents[0];
    return document?.entryRange(stepsIn(value, pointer)) ?? null;
  };
}

/** Steps of a pointer with list positions as numbers. */
function stepsIn(value: Json, pointer: string): readonly (string | number)[] {
  let here: Json | undefined = value;
  return pointerSteps(pointer).map((step) => {
    if (Array.isArray(here)) {
      here = here[Number(step)];
      return Number(step);
    }
    here = (here as { readonly [key: string]: Json } | null)?.[step];
    return step;
  });
}
