import type { YamlValue } from '../yaml/document.ts';

/** Reading of parsed YAML where keys are the user's: only own properties count, so `constructor` is a key like any other. */
export type YamlMap = { readonly [key: string]: YamlValue };
export type YamlPath = readonly (string | number)[];

export function asMap(value: YamlValue | undefined): YamlMap | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as YamlMap) : null;
}

export function asList(value: YamlValue | undefined): readonly YamlValue[] {
  return Array.isArray(value) ? value : [];
}

/** The value under a path of keys and list positions; undefined where there is none. */
export function field(value: YamlValue | undefined, ...path: YamlPath): YamlValue | undefined {
  let here: YamlValue | undefined = value;
  for (const step of path) {
    if (typeof step === 'number') {
      here = asList(here)[step];
    } else {
      const map = asMap(here);
      here = map !== null && Object.hasOwn(map, step) ? map[step] : undefined;
    }
  }
  return here;
}

/** A scalar as text; null for none, lists and maps. */
export function asText(value: YamlValue | undefined): string | null {
  if (value === undefined || value === null || typeof value === 'object') return null;
  return String(value);
}

/** Text of a scalar under a path. */
export function textAt(value: YamlValue | undefined, ...path: YamlPath): string | null {
  return asText(field(value, ...path));
}

export function keysOf(value: YamlValue | undefined): readonly string[] {
  const map = asMap(value);
  return map === null ? [] : Object.keys(map);
}

/** Entries of a map of texts (labels, annotations, nodeSelector), in order; values that are no scalars are left out. */
export function textEntries(value: YamlValue | undefined): readonly (readonly [string, string])[] {
  return keysOf(value).flatMap((key) => {
    const text = asText(field(value, key));
    return text === null ? [] : [[key, text] as const];
  });
}

/**
 * A structured value in one line, complete: `limits: {cpu: 2, memory: 1Gi}`. Scalars are JSON only where a reader could
 * take them for something else.
 */
export function inline(value: YamlValue | undefined): string {
  if (value === undefined || value === null) return '';
  const map = asMap(value);
  return map === null
    ? flow(value)
    : Object.keys(map)
        .map((key) => `${key}: ${flow(map[key] ?? null)}`)
        .join(', ');
}

function flow(value: YamlValue): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  const map = asMap(value);
  if (map !== null) return `{${inline(map)}}`;
  if (typeof value !== 'string') return String(value);
  return /^[\w./:@%+-]+$/.test(value) ? value : JSON.stringify(value);
}
