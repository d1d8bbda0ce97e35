import { printableBase64 } from './base64.ts';
import { documentEdits, looksWritten } from './documents.ts';
import { isUnusual } from './harmless.ts';
import { MASK, maskSpans, type Span } from './mask.ts';
import { isSecretNamed } from './names.ts';
import { pairSpans } from './pairs.ts';
import { shapeSpans } from './shapes.ts';

/** Masks secrets in the texts of one export, and remembers which. */
export interface Redactor {
  /** A text on its own: a value, a line of a log, JSON, a command. */
  text(text: string): string;
  /** What stands under a name: of a variable, an annotation, a field, an argument. */
  named(name: string, value: string): string;
  /** What is known to be a secret from where it stands. */
  secret(value: string): string;
  /** A file of YAML or JSON documents; its lines stay where they were. */
  file(text: string): string;
  /** Masks what was found to be a secret before, wherever it stands: a program may have repeated it. */
  again(text: string): string;
  /** The different secrets that were masked so far. */
  readonly secrets: ReadonlySet<string>;
}

/** Texts within texts that are looked into: JSON in an annotation holds JSON in a variable. */
const MOST_DEEP = 6;
const MOST_KNOWN = 50_000;
/** Longer texts are seldom the same twice. */
const MOST_KEPT = 4000;

type Found = (secret: string) => void;

const UNHEARD: Found = () => undefined;

/** @param depth how many texts this one lies in */
function look(text: string, depth: number, keepLines: boolean, found: Found): string {
  if (depth >= MOST_DEEP) return maskSpans(text, plainSpans(text), found, keepLines);
  const inner = (within: string, lines: boolean): string => look(within, depth + 1, lines, found);
  const edits = (written: string): string =>
    looksWritten(written) ? documentEdits(written, { found, inner, keepLines }) : written;
  // What is no document as a whole, such as a log, may hold one in a line.
  const whole = edits(text);
  const structured = whole === text ? inLines(text, edits) : whole;
  const spans = [...plainSpans(structured), ...encodedSpans(structured, depth)];
  return maskSpans(structured, spans, found, keepLines);
}

/** Changes what stands from the first bracket of a line to the last. */
function inLines(text: string, change: (written: string) => string): string {
  if (!text.includes('}')) return text;
  return text.replace(/[^\r\n]+/g, (line) => {
    const [from, to] = [line.indexOf('{'), line.lastIndexOf('}') + 1];
    return from < 0 || to <= from
      ? line
      : line.slice(0, from) + change(line.slice(from, to)) + line.slice(to);
  });
}

const plainSpans = (text: string): readonly Span[] => [...shapeSpans(text), ...pairSpans(text)];

const BASE64 = /(?<![\w+/=-])[A-Za-z0-9+/]{16,}={0,2}(?![\w+/=-])/g;

/** Stretches of base64 that stand for a text with a secret. */
function encodedSpans(text: string, depth: number): readonly Span[] {
  return [...text.matchAll(BASE64)].flatMap((match) => {
    const plain = printableBase64(match[0]);
    if (plain === null || look(plain, depth + 1, false, UNHEARD) === plain) return [];
    const start = match.index ?? 0;
    return [{ start, end: start + match[0].length }];
  });
}

interface Seen {
  readonly masked: string;
  readonly secrets: readonly string[];
}

/** Texts that were looked at; for several redactors whose texts are much the same. */
export type RedactorMemory = Map<string, Seen>;

export function createRedactor(memory: RedactorMemory = new Map()): Redactor {
  const secrets = new Set<string>();
  const found: Found = (value) => {
    const plain = plainSecret(value);
    if (plain !== '') secrets.add(plain);
  };
  const text = (given: string): string => {
    if (given.length < 6) return given;
    const seen = memory.get(given) ?? lookOnce(given);
    if (given.length <= MOST_KEPT) {
      if (memory.size >= MOST_KNOWN) memory.clear();
      memory.set(given, seen);
    }
    for (const one of seen.secrets) secrets.add(one);
    return seen.masked;
  };
  const secret = (value: string): string => {
    found(value);
    return MASK;
  };
  return {
    text,
    named: (name, value) => (isSecretNamed(name, value) ? secret(value) : text(value)),
    secret,
    file: (given) => look(given, 0, true, found),
    again: (given) => maskKnown(given, secrets),
    secrets,
  };
}

function lookOnce(text: string): Seen {
  const secrets: string[] = [];
  const masked = look(text, 0, false, (value) => {
    const plain = plainSecret(value);
    if (plain !== '') secrets.push(plain);
  });
  return { masked, secrets };
}

/** The same secret, however it was written: quoted, with escapes, over lines. */
function plainSecret(secret: string): string {
  return secret
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\+(["'/\\])/g, '$1')
    .replace(/^["']|["']$/g, '')
    .replaceAll(MASK, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Shorter ones, and words, stand in other texts for themselves. */
function maskKnown(text: string, secrets: ReadonlySet<string>): string {
  let masked = text;
  for (const secret of secrets) {
    if (!isUnusual(secret)) continue;
    for (const written of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      if (masked.includes(written)) masked = replaceWhole(masked, written);
  }
  return masked;
}

function replaceWhole(text: string, secret: string): string {
  if (secret.length >= 12) return text.replaceAll(secret, MASK);
  const pattern = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![A-Za-z0-9])${pattern}(?![A-Za-z0-9])`, 'g'), MASK);
}
