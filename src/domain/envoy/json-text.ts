/** A JSON value without parts. */
export type Scalar = string | number | boolean | null;
export type Container = Readonly<Record<string, unknown>> | readonly unknown[];

export interface JsonTextOptions {
  /** Keys of the outermost object that are left out. */
  readonly without?: ReadonlySet<string>;
  /** The text ends about here, with a sentence in place of the rest. */
  readonly maxCharacters?: number;
  /** What to write for a scalar: keys that lead to it, outermost first, and the object or list that holds it. */
  readonly scalar?: (path: readonly string[], value: Scalar, holder: Container) => Scalar;
}

interface Open {
  readonly value: Container;
  readonly keys: readonly string[];
  readonly isList: boolean;
  next: number;
}

function open(value: object, without?: ReadonlySet<string>): Open {
  const isList = Array.isArray(value);
  const all = Object.keys(value);
  return {
    value: value as Container,
    keys: without === undefined ? all : all.filter((key) => !without.has(key)),
    isList,
    next: 0,
  };
}

/** Two spaces a level, but never more than a screen of them: depth must not make the text grow with its square. */
const indent = (depth: number): string => '  '.repeat(Math.min(depth, 40));

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The bracket that opens or closes a container. */
const opening = (isList: boolean): string => (isList ? '[' : '{');
function closing(container: Open, depth: number): string {
  const bracket = container.isList ? ']' : '}';
  return container.keys.length === 0 ? bracket : `\n${indent(depth)}${bracket}`;
}
function leading(container: Open, key: string, depth: number): string {
  const comma = container.next === 0 ? '' : ',';
  return `${comma}\n${indent(depth)}${container.isList ? '' : `${JSON.stringify(key)}: `}`;
}

/**
 * JSON text of a parsed value, indented by two, made without recursion: JSON.parse reads a value nested fifty thousand
 * deep, JSON.stringify overflows the stack on it.
 */
export function jsonText(root: object, options: JsonTextOptions = {}): string {
  const { maxCharacters = Number.POSITIVE_INFINITY, scalar = (_path, value) => value } = options;
  const stack: Open[] = [open(root, options.without)];
  const path: string[] = [];
  const pieces: string[] = [opening(Array.isArray(root))];
  let length = 1;
  const write = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (length > maxCharacters)
      return `${pieces.join('').slice(0, maxCharacters)}\n… cut after ${maxCharacters} characters`;
    const key = top.keys[top.next];
    if (key === undefined) {
      stack.pop();
      path.pop();
      write(closing(top, stack.length));
      continue;
    }
    const value = (top.value as Readonly<Record<string, unknown>>)[key];
    write(leading(top, key, stack.length));
    top.next += 1;
    path.push(key);
    if (typeof value === 'object' && value !== null) {
      write(opening(Array.isArray(value)));
      stack.push(open(value));
      continue;
    }
    write(JSON.stringify(isScalar(value) ? scalar(path, value, top.value) : null));
    path.pop();
  }
  return pieces.join('');
}
