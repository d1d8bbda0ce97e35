import type { Note } from '../anatomy/model.ts';
import { isYamlMap, type Path, type SourceDocument, type YamlValue } from '../yaml/document.ts';
import { camelCase, fieldNamed, fieldsOf, type PlainType } from './mesh-keys.ts';
import { nearest } from './nearest.ts';

export type MeshFault =
  /** No field of the message has that name: istioctl ignores the key without a word. */
  | {
      readonly kind: 'unknown-key';
      readonly path: Path;
      readonly key: string;
      readonly nearest: string | null;
    }
  /** A value of the wrong type: istioctl refuses the whole configuration without naming the key. */
  | { readonly kind: 'wrong-type'; readonly path: Path; readonly key: string; readonly expected: string };

/** What is wrong with a mesh configuration, or with a part of one that is of type `message` (`ProxyConfig` …). */
export function meshFaults(value: YamlValue, message = 'MeshConfig', path: Path = []): MeshFault[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => meshFaults(item, message, [...path, i]));
  if (!isYamlMap(value)) return [];
  return Object.entries(value).flatMap(([key, inner]): MeshFault[] => {
    const here = [...path, key];
    const field = fieldNamed(message, key);
    if (field === null) {
      const meant = nearest(camelCase(key), fieldsOf(message).keys());
      return [{ kind: 'unknown-key', path: here, key, nearest: meant }];
    }
    if (inner === null) return [];
    if (field.kind === 'plain')
      return fits(inner, field.type)
        ? []
        : [{ kind: 'wrong-type', path: here, key, expected: EXPECTED[field.type] }];
    if (typeof inner !== 'object') return [{ kind: 'wrong-type', path: here, key, expected: 'a mapping' }];
    if (!field.byName || !isYamlMap(inner)) return meshFaults(inner, field.message, here);
    return Object.entries(inner).flatMap(([name, one]) => meshFaults(one, field.message, [...here, name]));
  });
}

const EXPECTED: Readonly<Record<PlainType, string>> = {
  text: 'a text',
  texts: 'a list of texts',
  textmap: 'a mapping of texts',
  bool: 'true or false',
  int: 'a whole number',
  float: 'a number',
  duration: 'a duration such as 5s',
  enum: 'one of its names',
  any: 'a value',
};

/** Whether protojson takes the value (numbers may be written as texts, enums as numbers). */
function fits(value: YamlValue, type: PlainType): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return Number.isInteger(typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
    case 'float':
      return (
        typeof value === 'number' ||
        (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
      );
    case 'duration':
      return typeof value === 'string' && /^-?(\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/.test(value);
    case 'enum':
      return typeof value === 'string' || Number.isInteger(value);
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'textmap':
      return isYamlMap(value) && Object.values(value).every((item) => typeof item === 'string');
  }
}

/** A warning for every misspelt key of a mesh configuration file. */
export function meshKeyNotes(document: SourceDocument): Note[] {
  return meshFaults(document.value).flatMap((fault): Note[] => {
    if (fault.kind !== 'unknown-key') return [];
    const source = document.keyRange(fault.path);
    const where = source === null ? '' : `${source.file}:${source.line}: `;
    return [
      {
        code: 'mesh-key-unknown',
        severity: 'warning',
        message: `${where}istioctl ignores the key ${fault.key}, which the mesh configuration does not have; ${meantBy(fault.nearest)}.`,
        source,
      },
    ];
  });
}

/** What to do about a key that nobody knows. */
export function meantBy(nearestKey: string | null): string {
  return nearestKey === null ? 'check its spelling' : `${nearestKey} is probably meant`;
}

/** How many keys at the top of a mapping belong to a mesh configuration, near misses included. */
export function meshLikeness(value: YamlValue): number {
  if (!isYamlMap(value)) return 0;
  const fields = fieldsOf('MeshConfig');
  const known = (key: string) => fields.has(key) || nearest(key, fields.keys()) !== null;
  return Object.keys(value).filter((key) => known(camelCase(key))).length;
}
