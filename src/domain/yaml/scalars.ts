/** A scalar with the type that istioctl's YAML reader gives it, before any field's type is known. */
export type Resolved =
  | { readonly type: 'str'; readonly value: string }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'null'; readonly value: null }
  | { readonly type: 'int'; readonly value: number | bigint }
  | { readonly type: 'float'; readonly value: number };

const YES: Resolved = { type: 'bool', value: true };
const NO: Resolved = { type: 'bool', value: false };
const NULL: Resolved = { type: 'null', value: null };
const WORDS: ReadonlyMap<string, Resolved> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(meaning(YES)),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(meaning(NO)),
  ...['', '~', 'null', 'Null', 'NULL'].map(meaning(NULL)),
  ...['.nan', '.NaN', '.NAN'].map(meaning(float(Number.NaN))),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map(meaning(float(Number.POSITIVE_INFINITY))),
  ...['-.inf', '-.Inf', '-.INF'].map(meaning(float(Number.NEGATIVE_INFINITY))),
]);

function meaning(resolved: Resolved): (word: string) => [string, Resolved] {
  return (word) => [word, resolved];
}
function float(value: number): Resolved {
  return { type: 'float', value };
}
function str(value: string): Resolved {
  return { type: 'str', value };
}

const PREFIX = 'tag:yaml.org,2002:';
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const DOT_FLOAT = /^\.[0-9]+([eE][-+]?[0-9]+)?$/;
const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
const MAX_UINT = 2n ** 64n - 1n;

/**
 * The type and value of a scalar by YAML 1.1 as Go's yaml.v2 reads it (`resolve.go`), which sigs.k8s.io/yaml and so
 * istioctl use: `off` and `NO` are booleans, `0123` is 83, dates stay text, base 60 does not exist. null when the tag
 * says what the text is not (`!!int x`).
 */
export function resolveScalar(text: string, plain: boolean, tag: string): Resolved | null {
  if (tag === '' && !plain) return str(text);
  if (tag !== '' && !tag.startsWith(PREFIX)) return str(text);
  const name = tag.slice(PREFIX.length);
  if (name === 'binary') return decodeBase64(text);
  if (!['', 'bool', 'int', 'float', 'null', 'timestamp'].includes(name)) return str(text);
  const found = untagged(text);
  if (name === '' || name === found.type) return found;
  if (name === 'float' && found.type === 'int') return float(Number(found.value));
  return name === 'timestamp' && isDate(text) ? found : null;
}

function untagged(text: string): Resolved {
  const first = text.charCodeAt(0);
  const digit = first >= 48 && first <= 57;
  const sign = first === 43 || first === 45;
  // No word is longer than five letters: most scalars need no look-up.
  const word = text.length > 5 ? undefined : WORDS.get(text);
  if (word !== undefined) return word;
  if (first === 46) return DOT_FLOAT.test(text) ? float(Number(text)) : str(text);
  if ((!digit && !sign) || isDate(text)) return str(text);
  const plain = text.replaceAll('_', '');
  const integer = parseInteger(plain);
  if (integer !== null) return { type: 'int', value: integer };
  const value = FLOAT.test(plain) ? Number(plain) : Number.POSITIVE_INFINITY;
  return Number.isFinite(value) ? float(value) : str(text);
}

const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[oO]([0-7]+)|0[bB]([01]+)|0([0-7]+)|(0|[1-9][0-9]*))$/;

/** Go's `strconv.ParseInt(s, 0, 64)`, then `ParseUint`: prefixes 0x, 0o, 0b, and 0 for octal. */
function parseInteger(text: string): number | bigint | null {
  const match = INTEGER.exec(text);
  if (match === null) return null;
  const [, sign = '', hex, octal, binary, zeroOctal, decimal] = match;
  let digits = decimal;
  if (hex !== undefined) digits = `0x${hex}`;
  else if (octal !== undefined) digits = `0o${octal}`;
  else if (binary !== undefined) digits = `0b${binary}`;
  else if (zeroOctal !== undefined) digits = `0o${zeroOctal}`;
  // What is longer is out of every range; leading zeros only octal numbers have.
  if (digits === undefined || digits.replace(/^0[xob]?0*/, '').length > 64) return null;
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits);
  if (value < MIN_INT || value > (sign === '+' ? MAX_INT : MAX_UINT)) return null;
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value;
}

/** What yaml.v2 takes for a date: it keeps the text, so only "not a number" follows from it. */
function isDate(text: string): boolean {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)?)?$/.exec(
      text,
    );
  if (match === null) return false;
  const [, , month, day, hour = '0', minute = '0', second = '0'] = match.map(String);
  return (
    Number(month) <= 12 &&
    Number(day) <= 31 &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60
  );
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The text that `!!binary` holds; null when it is no base64, or no UTF-8. */
function decodeBase64(text: string): Resolved | null {
  const clean = text.replaceAll(/[\r\n]/g, '');
  if (clean.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(clean)) return null;
  let bits = 0;
  let held = 0;
  let escaped = '';
  for (const character of clean.replaceAll('=', '')) {
    bits = ((bits << 6) | BASE64.indexOf(character)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    escaped += `%${((bits >> held) & 0xff).toString(16).padStart(2, '0')}`;
  }
  try {
    return str(decodeURIComponent(escaped));
  } catch {
    return null;
  }
}

/**
 * The text that a field of type string (a label, an annotation, an env value, an argument) gets from a value that is
 * not one, as sigs.k8s.io/yaml converts it: `true` for `on`, `83` for `0123`, floats with 32-bit precision.
 * null for null, which leaves the field empty.
 */
export function scalarText(scalar: Resolved): string | null {
  if (scalar.type === 'null') return null;
  return scalar.type === 'float' ? floatText(scalar.value) : String(scalar.value);
}

/** Go's `strconv.FormatFloat(value, 'g', -1, 32)`. */
export function floatText(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return 'NaN';
  if (!Number.isFinite(single)) return single > 0 ? '+Inf' : '-Inf';
  if (single === 0) return Object.is(single, -0) ? '-0' : '0';
  let shortest = single.toExponential();
  for (let digits = 0; digits < 9; digits++) {
    const candidate = single.toExponential(digits);
    if (Math.fround(Number(candidate)) !== single) continue;
    shortest = candidate;
    break;
  }
  const [mantissa = '0', power = '0'] = shortest.split('e');
  const exponent = Number(power);
  const digits = mantissa.replace(/[-.]/g, '');
  // 'g' with the shortest form switches to an exponent below 1e-4 and from 1e6 on (strconv/ftoa.go).
  if (exponent >= -4 && exponent < 6) return Number(shortest).toString();
  const sign = exponent < 0 ? '-' : '+';
  const body = digits.length === 1 ? digits : `${digits.charAt(0)}.${digits.slice(1)}`;
  return `${single < 0 ? '-' : ''}${body}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
