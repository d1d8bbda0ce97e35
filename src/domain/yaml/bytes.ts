import type { Note } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';

/** Largest input that is read, in bytes. */
const MAX_BYTES = 20_000_000;
/** How much of a file is looked at to tell its encoding. */
const SAMPLE = 8192;

interface Decoder {
  decode(bytes: Uint8Array): string;
}
/** Of the Encoding Standard; present in every world this code runs in. */
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => Decoder;

export interface DecodedInput {
  /** Without a byte order mark. */
  readonly text: string;
  readonly notes: readonly Note[];
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The text of a file: UTF-8, or UTF-16 of either byte order, with or without a byte order mark.
 * Throws `InputFault` (`too-large`, `binary-file`, `not-utf-8`).
 */
export function decodeInput(name: string, bytes: Uint8Array, maxBytes = MAX_BYTES): DecodedInput {
  if (bytes.length > maxBytes)
    throw new InputFault(
      'too-large',
      `${name} is larger than ${maxBytes / 1e6} MB, the most that is read.`,
      'Split it, or keep only the workloads you want to see.',
    );
  const { encoding, markLength } = recognise(bytes);
  if (encoding === 'utf-8') return { text: decodeUtf8(name, bytes.subarray(markLength)), notes: [] };
  const text = decodeUtf16(name, bytes.subarray(markLength), encoding);
  const message = `${name} is UTF-16, as PowerShell’s “>” writes it, which istioctl cannot read; it got the same text as UTF-8.`;
  return { text, notes: [{ code: 'utf-16', severity: 'info', message, source: null }] };
}

function recognise(bytes: Uint8Array): { encoding: Encoding; markLength: number } {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', markLength: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', markLength: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', markLength: 2 };
  // In UTF-16 without a mark every ASCII character, most of any YAML, has a zero byte before or behind it.
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE) / 2);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++;
    if (bytes[2 * i + 1] === 0) odd++;
  }
  if (pairs > 1 && odd > pairs / 2 && even === 0) return { encoding: 'utf-16le', markLength: 0 };
  if (pairs > 1 && even > pairs / 2 && odd === 0) return { encoding: 'utf-16be', markLength: 0 };
  return { encoding: 'utf-8', markLength: 0 };
}

function decodeUtf8(name: string, bytes: Uint8Array): string {
  refuseBinary(name, bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InputFault(
      'not-utf-8',
      `${name} is not UTF-8: its line ${lineOfFirstFault(bytes)} holds bytes that are no character.`,
      'Save it as UTF-8 and open it again.',
    );
  }
}

/** The first line that is no UTF-8 on its own; a line break is never part of a longer character. */
function lineOfFirstFault(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  for (let start = 0; start <= bytes.length; line++) {
    const next = bytes.indexOf(10, start);
    const end = next === -1 ? bytes.length : next;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return line;
}

function decodeUtf16(name: string, bytes: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InputFault(
      'not-utf-8',
      `${name} begins like UTF-16 but ends in the middle of a character.`,
      'Save it as UTF-8.',
    );
  }
}

/** More control characters than any text has. A single stray one is left to the YAML reader, which names its line. */
function refuseBinary(name: string, bytes: Uint8Array): void {
  const sample = bytes.subarray(0, SAMPLE);
  let control = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) control++;
  if (control * 100 > sample.length)
    throw new InputFault(
      'binary-file',
      `${name} is a binary file, not YAML or JSON.`,
      'Open the text file that describes your workload.',
    );
}
