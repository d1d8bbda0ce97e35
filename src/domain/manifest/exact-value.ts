import { isYamlMap, type SourceDocument, type YamlMap, type YamlValue } from '../yaml/document.ts';
import type { ObjectPlace } from './objects.ts';
import type { ReadManifest } from './read-manifest.ts';

/** A whole number of as many digits may be one that reading rounds. */
const LONG_NUMBER = /\d{16}/;

/**
 * The value of an object in which whole numbers beyond 2^53, which are rounded when they are read, are the texts that were
 * written: two that differ in the last digit are not the same.
 */
export function exactValue({ file }: ReadManifest, { document, path, value }: ObjectPlace): YamlValue {
  if (!LONG_NUMBER.test(file.text.slice(document.start, document.end))) return value;
  return exact(document, path, value);
}

function exact(document: SourceDocument, path: readonly (string | number)[], value: YamlValue): YamlValue {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) || !Number.isInteger(value) ? value : (document.text(path) ?? value);
  if (Array.isArray(value))
    return value.map((item: YamlValue, index) => exact(document, [...path, index], item));
  if (!isYamlMap(value)) return value;
  const map: Record<string, YamlValue> = Object.create(null);
  for (const key of Object.keys(value)) map[key] = exact(document, [...path, key], value[key] ?? null);
  return map satisfies YamlMap;
}
