import type { Note } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';

/** Largest input that is read, in bytes. */
const MAX_BYTES = 20_000_000;
/** How much of a file is looked at to tell its encoding. */
const SAMPLE = 8192;
/** The first bytes of a file that `refuseByHead` has to see: a byte order mark and the sample behind it. */
export const HEAD_BYTES = SAMPLE + 3;

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

/** What a file was given for: what to do about one that cannot be read depends on it. */
export type FilePurpose = 'workload' | 'injection' | 'manifest';

const HINTS = {
  workload: {
    tooLarge: 'Split it, or keep only the workloads you want to see.',
    binary: 'Open the text file that describes your workload.',
  },
  injection: {
    tooLarge: 'Keep only the ConfigMaps istio-sidecar-injector and istio of it.',
    binary:
      'Give the injection file as text: a ConfigMap as kubectl get configmap NAME -n istio-system -o yaml prints it, or what stands in one.',
  },
  manifest: {
    tooLarge: 'Keep only the objects that you want to see.',
    binary: 'Give the manifest as text, as istioctl manifest generate or kubectl get -o yaml prints it.',
  },
} as const;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32';

/**
 * The text of a file: UTF-8, or UTF-16 of either byte order, with or without a byte order mark.
 * Throws `InputFault` (`too-large`, `binary-file`, `not-utf-8`).
 */
export function decodeInput(
  name: string,
  bytes: Uint8Array,
  purpose: FilePurpose = 'workload',
  maxBytes = MAX_BYTES,
): DecodedInput {
  const hints = HINTS[purpose];
  if (bytes.length > maxBytes)
    throw new InputFault(
      'too-large',
      `${name} is larger than ${maxBytes / 1e6} MB, the most that is read.`,
      hints.tooLarge,
    );
  const { encoding, markLength } = refuseByHead(name, bytes.subarray(0, HEAD_BYTES), purpose);
  if (encoding === 'utf-8') return { text: decodeUtf8(name, bytes.subarray(markLength)), notes: [] };
  const text = decodeUtf16(name, bytes.subarray(markLength), encoding);
  const so =
    purpose === 'manifest'
      ? 'which istioctl and kubectl cannot read'
      : 'which istioctl cannot read; it got the same text as UTF-8';
  const message = `${name} is UTF-16, as PowerShell’s “>” writes it, ${so}.`;
  return { text, notes: [{ code: 'utf-16', severity: 'info', message, source: null }] };
}

/**
 * Refuses a file by its first `HEAD_BYTES` bytes (fewer where it has fewer) wherever these tell what `decodeInput` would
 * say of all of it: who has to fetch the rest from somewhere can leave it there. Gives its encoding and how many bytes
 * its mark has. Throws `InputFault` (`binary-file`, `not-utf-8`).
 */
export function refuseByHead(name: string, head: Uint8Array, purpose: FilePurpose = 'workload') {
  const { encoding, markLength } = recognise(head);
  if (encoding === 'utf-32') throw notUtf8(`${name} is UTF-32, which neither istioctl nor this app reads.`);
  if (encoding === 'utf-8') refuseBinary(name, head.subarray(markLength), HINTS[purpose].binary);
  return { encoding, markLength };
}

function recognise(bytes: Uint8Array): { encoding: Encoding; markLength: number } {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', markLength: 3 };
  // Its mark begins with that of UTF-16, so it is looked for first.
  if (isUtf32(bytes)) return { encoding: 'utf-32', markLength: 4 };
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

/**
 * Four bytes a character, of which the two high ones of every usual character are zero: its byte order mark, or a first
 * character of ASCII and another such behind it.
 */
function isUtf32(bytes: Uint8Array): boolean {
  const start = [...bytes.subarray(0, 8)]
    .map((byte) => (byte === 0 ? '0' : byte < 0x80 ? 'a' : 'x'))
    .join('');
  if (/^xx00/.test(start)) return bytes[0] === 0xff && bytes[1] === 0xfe;
  if (/^00xx/.test(start)) return bytes[2] === 0xfe && bytes[3] === 0xff;
  return start === 'a000a000' || start === '000a000a';
}

function notUtf8(message: string): InputFault {
  return new InputFault('not-utf-8', message, 'Save it as UTF-8 and open it again.');
}

function decodeUtf8(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const line = lineOfFirstFault(bytes);
    throw notUtf8(`${name} is not UTF-8: its line ${line} holds bytes that are no character.`);
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

function decodeUtf16(name: string, bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notUtf8(`${name} is UTF-16 that cannot be read: ${faultInUtf16(bytes, encoding)}.`);
  }
}

function faultInUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  const [low, high] = encoding === 'utf-16le' ? [0, 1] : [1, 0];
  const unit = (at: number): number => ((bytes[at + high] ?? 0) << 8) | (bytes[at + low] ?? 0);
  let line = 1;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const here = unit(at);
    if (here === 10) line++;
    if (!isSurrogate(here, 0xd800) && !isSurrogate(here, 0xdc00)) continue;
    if (!isSurrogate(here, 0xd800) || !isSurrogate(unit(at + 2), 0xdc00))
      return `its line ${line} holds half a character (a surrogate without its other half)`;
    at += 2;
  }
  return 'it ends in the middle of a character, as a file that was cut off does';
}

/** Whether a unit of UTF-16 is one of the 1,024 surrogates from `first` on. */
function isSurrogate(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400;
}

/** More control characters than any text has. A single stray one is left to the YAML reader, which names its line. */
function refuseBinary(name: string, bytes: Uint8Array, hint: string): void {
  const sample = bytes.subarray(0, SAMPLE);
  let control = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) control++;
  if (control * 100 > sample.length)
    throw new InputFault('binary-file', `${name} is a binary file, not YAML or JSON.`, hint);
}
