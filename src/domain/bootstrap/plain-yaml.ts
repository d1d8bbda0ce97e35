import type { SourceRange } from '../anatomy/model.ts';
import { type Json, pointerOf } from './json.ts';

/** A bootstrap's text and the range of every entry in it, by JSON pointer. */
export interface WrittenYaml {
  readonly yaml: string;
  readonly ranges: ReadonlyMap<string, SourceRange>;
}

/** What every YAML 1.1 reader takes for a text, whatever stands around it: names, paths, type URLs, `node.id`. */
const NAME = /^[A-Za-z/][A-Za-z0-9_./~-]*$/;
const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/;
const DURATION = /^\d{1,12}(\.\d{1,9})?s$/;
/** Words that YAML 1.1 takes for something else than a text, in whatever case. */
const WORDS: ReadonlySet<string> = new Set(['y', 'yes', 'n', 'no', 'on', 'off', 'true', 'false', 'null']);
/** `@type`, the one key of a bootstrap that needs quotes. */
const MARKED = /^@[A-Za-z]+$/;

/**
 * Writes a bootstrap that holds nothing but plain texts, whole numbers and truth values, byte for byte as `yaml` writes
 * it, in a tenth of the time; null for any other, which is the library's to write.
 */
export function writePlainYaml(file: string, value: Json): WrittenYaml | null {
  const writer = new PlainWriter(file);
  try {
    writer.node(value, 0, []);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
  return { yaml: `${writer.text}\n`, ranges: writer.ranges };
}

class NotPlain extends Error {}

type Steps = readonly (string | number)[];

class PlainWriter {
  text = '';
  readonly ranges = new Map<string, SourceRange>();
  private line = 1;
  private lineStart = 0;

  constructor(private readonly file: string) {}

  /** Writes a value from here on; lines of its own begin at `indent`. */
  node(value: Json, indent: number, steps: Steps): void {
    if (isList(value) && value.length > 0) {
      for (const [index, item] of value.entries()) {
        if (index > 0) this.breakLine(indent);
        this.entry([...steps, index], () => {
          this.text += '- ';
          this.node(item, indent + 2, [...steps, index]);
        });
      }
    } else if (!isList(value) && typeof value === 'object' && value !== null && hasKeys(value)) {
      for (const [index, [key, item]] of Object.entries(value).entries()) {
        if (index > 0) this.breakLine(indent);
        this.entry([...steps, key], () => this.pair(key, item, indent, [...steps, key]));
      }
    } else this.text += flat(value);
  }

  private pair(key: string, value: Json, indent: number, steps: Steps): void {
    this.text += `${flat(key)}:`;
    if (typeof value === 'object' && value !== null && hasKeys(value)) this.breakLine(indent + 2);
    else this.text += ' ';
    this.node(value, indent + 2, steps);
  }

  private entry(steps: Steps, write: () => void): void {
    const { line } = this;
    const column = this.text.length - this.lineStart + 1;
    write();
    const endColumn = this.text.length - this.lineStart + 1;
    this.ranges.set(pointerOf(...steps), { file: this.file, line, column, endLine: this.line, endColumn });
  }

  private breakLine(indent: number): void {
    this.text += '\n';
    this.line += 1;
    this.lineStart = this.text.length;
    this.text += ' '.repeat(indent);
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function hasKeys(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** A value without entries on the line where it stands. */
function flat(value: Json): string {
  switch (typeof value) {
    case 'boolean':
      return String(value);
    case 'number':
      if (Number.isSafeInteger(value) && value >= 0) return String(value);
      break;
    case 'string':
      if (value === '') return '""';
      if (MARKED.test(value)) return `"${value}"`;
      if (ADDRESS.test(value) || DURATION.test(value)) return value;
      if (NAME.test(value) && !WORDS.has(value.toLowerCase())) return value;
      break;
    case 'object':
      if (isList(value)) return '[]';
      if (value !== null) return '{}';
      break;
  }
  throw new NotPlain();
}
