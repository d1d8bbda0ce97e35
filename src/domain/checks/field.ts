import { asMap, type YamlPath } from '../anatomy/fields.ts';
import type { SourceRange } from '../anatomy/model.ts';
import type { YamlValue } from '../yaml/document.ts';
import type { ObjectPlace } from './objects.ts';

/**
 * The one field of an object that a message names: a key it calls unknown, a value it quotes, a port number. null where it
 * names none, or the name fits more than one. The labels that `validate` misses are those of the pod template.
 */
export function fieldOf(object: ObjectPlace, message: string): SourceRange | null {
  const { document, path, value } = object;
  if (message.includes('may not provide Istio metrics and telemetry labels'))
    return document.keyRange([...path, 'spec', 'template', 'metadata', 'labels']);
  const unknown = /\bunknown field "([^"]+)"/.exec(message)?.[1];
  if (unknown !== undefined) {
    const keys = only(pathsOf(value, ({ key }) => key === unknown));
    return keys === null ? null : document.keyRange([...path, ...keys]);
  }
  for (const word of words(message)) {
    const found = only(pathsOf(value, ({ scalar }) => scalar === word));
    if (found !== null) return document.range([...path, ...found]);
  }
  return null;
}

/** What a message quotes, and the numbers that it calls so. `"\"NOPE\""`: a text that was quoted twice. */
function words(message: string): readonly string[] {
  const quoted = [...message.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => unquoted(text));
  const numbers = [...message.matchAll(/\b(?:number|port) (\d+)\b/g)].map(([, digits = '']) => digits);
  return [...quoted, ...numbers].filter((word) => word !== '');
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/g, '$1').replace(/^"(.*)"$/, '$1');
}

interface Entry {
  readonly key: string | null;
  readonly scalar: string | null;
}

/** More than one is as good as many. */
const ENOUGH = 2;

function pathsOf(value: YamlValue, fits: (entry: Entry) => boolean): readonly YamlPath[] {
  const found: YamlPath[] = [];
  const visit = (at: YamlValue, path: YamlPath): void => {
    if (found.length >= ENOUGH) return;
    if (Array.isArray(at)) {
      for (const [index, item] of at.entries()) step(item, [...path, index], null);
      return;
    }
    const map = asMap(at);
    if (map !== null) for (const key of Object.keys(map)) step(map[key] ?? null, [...path, key], key);
  };
  const step = (at: YamlValue, path: YamlPath, key: string | null): void => {
    const scalar = at === null || typeof at === 'object' ? null : String(at);
    if (fits({ key, scalar })) found.push(path);
    visit(at, path);
  };
  visit(value, []);
  return found;
}

function only(paths: readonly YamlPath[]): YamlPath | null {
  return paths.length === 1 ? (paths[0] ?? null) : null;
}
