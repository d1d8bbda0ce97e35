import { InputFault } from '../../fault.ts';
import { readYaml, type SourceFile } from '../../yaml/document.ts';
import { listed, type StepJudge, shown } from './judge.ts';

/** A JSON file of the lab: one object, and where its keys stand. */
export interface JsonObject {
  readonly keys: readonly string[];
  /** undefined where there is no such key. */
  value(key: string): unknown;
  /** Counted from 1; null where it is not known. */
  line(key: string): number | null;
}

/** Reads a file that has to hold one JSON object; what is wrong with it becomes a finding, and null the answer. */
export function readJsonObject(judge: StepJudge, path: string): JsonObject | null {
  const text = judge.text(path);
  if (text === null) return null;
  if (text.trim() === '') {
    judge.fail(path, 'It is empty.');
    return null;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    judge.fail(path, 'It is no JSON.', { line: faultLine(path, text) });
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    judge.fail(path, `It holds ${typeName(value)}, where one JSON object is asked for.`);
    return null;
  }
  const entries = new Map<string, unknown>(Object.entries(value));
  const source = sourceOf(path, text);
  const twice = source?.notes.find(({ code }) => code === 'duplicate-key');
  if (twice !== undefined)
    judge.fail(path, 'A key stands in it twice.', { line: twice.source?.line ?? null });
  const places = source?.documents[0];
  return {
    keys: [...entries.keys()],
    value: (key) => entries.get(key),
    line: (key) => places?.keyRange([key])?.line ?? null,
  };
}

/** Tells of each key that is missing and of each that is one too many. */
export function compareKeys(
  judge: StepJudge,
  path: string,
  object: JsonObject,
  asked: readonly string[],
  allowed: readonly string[] = [],
): void {
  for (const key of asked)
    if (!object.keys.includes(key)) judge.fail(path, `The key ${key} is missing.`, { key });
  for (const key of object.keys)
    if (![...asked, ...allowed].includes(key))
      judge.fail(path, `The key ${shown(key)} is none of those that are asked for: ${asked.join(', ')}.`, {
        line: object.line(key),
        key,
      });
}

/** A list of texts, each once; what is not so becomes a finding, and null the answer. */
export function readNames(
  judge: StepJudge,
  path: string,
  object: JsonObject,
  key: string,
): readonly string[] | null {
  if (!object.keys.includes(key)) return null;
  const value = object.value(key);
  const at = { line: object.line(key), key };
  if (!Array.isArray(value)) {
    judge.fail(path, `${key} is ${typeName(value)}, where a list of names is asked for.`, at);
    return null;
  }
  const names = value.filter((one) => typeof one === 'string');
  if (names.length < value.length) {
    judge.fail(path, `${key} holds something else than names.`, at);
    return null;
  }
  const twice = repeated(names);
  if (twice.length > 0) judge.fail(path, `${key} names ${listed(twice)} more than once.`, at);
  return names;
}

function repeated(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) (seen.has(name) ? twice : seen).add(name);
  return [...twice];
}

/** A number; what is not so becomes a finding, and null the answer. */
export function readNumber(judge: StepJudge, path: string, object: JsonObject, key: string): number | null {
  if (!object.keys.includes(key)) return null;
  const value = object.value(key);
  if (typeof value === 'number' && !Object.is(value, -0)) return value;
  judge.fail(path, `${key} is ${typeName(value)}, where a number is asked for.`, {
    line: object.line(key),
    key,
  });
  return null;
}

/** What a JSON value is, with an article. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${shown(value)}`;
  if (typeof value === 'object') return 'an object';
  return `${typeof value === 'number' ? 'the number' : 'the value'} ${Object.is(value, -0) ? '-0' : String(value)}`;
}

/** JSON is YAML too, so that our reader can say where a key is; of what it does not read no line is told. */
function sourceOf(name: string, text: string): SourceFile | null {
  try {
    return readYaml(name, text);
  } catch (thrown) {
    if (thrown instanceof InputFault) return null;
    throw thrown;
  }
}

function faultLine(name: string, text: string): number | null {
  try {
    readYaml(name, text);
    return null;
  } catch (thrown) {
    if (thrown instanceof InputFault) return thrown.source?.line ?? null;
    throw thrown;
  }
}
