import { InputFault } from '../../domain/fault.ts';
import { readYaml, type SourceDocument, type YamlValue } from '../../domain/yaml/document.ts';

/** The first place in which two YAML or JSON texts say something else. */
export interface ValueDifference {
  /** `node.id`, `static_resources.clusters[0].name`; empty for the whole. */
  readonly name: string;
  /** Of it in the text that is there, else of the nearest entry above; counted from 1. */
  readonly line: number;
  /** What is there, and what was to be; undefined where there is nothing. */
  readonly theirs: YamlValue | undefined;
  readonly mine: YamlValue | undefined;
}

type Path = readonly (string | number)[];

/** Characters; what is larger is compared by its lines. */
const MAX_TEXT = 1_000_000;

/**
 * Compares two texts by what they say, whatever their layout and the order of keys; `same` where only these differ. null
 * where one of them cannot be read, or they have several documents each.
 */
export function valueDifference(
  name: string,
  there: string,
  wanted: string,
): ValueDifference | 'same' | null {
  if (!/\.(?:ya?ml|json)$/.test(name) || there.length + wanted.length > MAX_TEXT) return null;
  const [theirs, mine] = [documentsOf(name, there), documentsOf(name, wanted)];
  if (theirs === null || mine === null || theirs.length !== mine.length) return null;
  for (const [index, document] of theirs.entries()) {
    const path = differing(document.value, mine[index]?.value, []);
    if (path === null) continue;
    return {
      name: path
        .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
        .join('')
        .replace(/^\./, ''),
      line: lineOf(document, path),
      theirs: valueAt(document.value, path),
      mine: valueAt(mine[index]?.value, path),
    };
  }
  return 'same';
}

function documentsOf(name: string, text: string): readonly SourceDocument[] | null {
  try {
    return readYaml(name, text).documents;
  } catch (error) {
    if (error instanceof InputFault) return null;
    throw error;
  }
}

function differing(one: YamlValue | undefined, other: YamlValue | undefined, path: Path): Path | null {
  if (!isInner(one) || !isInner(other) || Array.isArray(one) !== Array.isArray(other))
    return one === other ? null : path;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    const step = Array.isArray(one) ? Number(key) : key;
    const found = differing(valueAt(one, [step]), valueAt(other, [step]), [...path, step]);
    if (found !== null) return found;
  }
  return null;
}

function isInner(value: YamlValue | undefined): value is YamlValue & object {
  return typeof value === 'object' && value !== null;
}

function valueAt(value: YamlValue | undefined, path: Path): YamlValue | undefined {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at as YamlValue | undefined;
}

function lineOf(document: SourceDocument, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const range = document.entryRange(path.slice(0, length));
    if (range !== null) return range.line;
  }
  return 1;
}
