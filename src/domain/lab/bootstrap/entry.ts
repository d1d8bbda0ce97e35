import type { SourceDocument, YamlValue } from '../../yaml/document.ts';

type Path = readonly (string | number)[];

/** An entry of a bootstrap: its value, and where it stands. Fields are found under their proto and their JSON name. */
export interface Entry {
  /** Undefined where there is no such entry; null is what Envoy takes for none. */
  readonly value: YamlValue | undefined;
  /** As people write it: `node.id`, `static_resources.clusters[0].name`. */
  readonly name: string;
  /** Of the entry, else of the nearest one above it that is there. */
  readonly line: number | null;
  /** A scalar as text; null for anything else. */
  readonly text: string | null;
  readonly isThere: boolean;
  at(...steps: Path): Entry;
  items(): readonly Entry[];
  keys(): readonly string[];
}

/** What has to be known of a text that holds a bootstrap. */
export type BootstrapDocument = Pick<SourceDocument, 'value' | 'entryRange'>;

/** The top of a document. */
export function topEntry(document: BootstrapDocument): Entry {
  return entry(document, [], document.value, '');
}

function entry(document: BootstrapDocument, path: Path, value: YamlValue | undefined, name: string): Entry {
  const map = isMap(value) ? value : null;
  const child = (step: string | number): Entry => {
    if (typeof step === 'number') {
      const item = Array.isArray(value) ? (value[step] as YamlValue | undefined) : undefined;
      return entry(document, [...path, step], item, `${name}[${step}]`);
    }
    const key =
      map === null ? step : ([step, camelCase(step)].find((one) => Object.hasOwn(map, one)) ?? step);
    const held = map !== null && Object.hasOwn(map, key) ? map[key] : undefined;
    return entry(document, [...path, key], held, name === '' ? step : `${name}.${step}`);
  };
  return {
    value,
    name,
    get line() {
      for (let length = path.length; length > 0; length -= 1) {
        const range = document.entryRange(path.slice(0, length));
        if (range !== null) return range.line;
      }
      return null;
    },
    text: value === undefined || value === null || typeof value === 'object' ? null : String(value),
    isThere: value !== undefined && value !== null,
    at(...steps) {
      const [first, ...others] = steps;
      if (first === undefined) return this;
      return child(first).at(...others);
    },
    items: () => (Array.isArray(value) ? value.map((_, index) => child(index)) : []),
    keys: () => (map === null ? [] : Object.keys(map)),
  };
}

function isMap(value: YamlValue | undefined): value is { readonly [key: string]: YamlValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The proto name of a field that may be written with its JSON name. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
