import { MAX_INPUT_BYTES } from '../../contract/limits.ts';
import { piecesOf, type Sliceable } from '../bridge/base64.ts';
import { type Signs, signReader } from './text-signs.ts';

/** One file as it was read. */
export interface OpenedFile {
  readonly name: string;
  /** Held by the browser, beside the page's own memory: neither keeping nor sending it costs the page's thread a copy. */
  readonly bytes: Blob;
  /** Tells files of one name apart. */
  readonly fingerprint: string;
  readonly signs: Signs;
}

/** What the user opened last: kept in the renderer whether or not it could be injected. */
export interface OpenedInput {
  readonly file: OpenedFile;
  readonly injection: readonly OpenedFile[];
  readonly alreadyInjected: boolean;
}

/** Where the recording on the stage came from: a file of the user's, or one that comes with the app. */
export type OpenedRecording =
  | { readonly of: 'file'; readonly file: OpenedFile }
  | { readonly of: 'app'; readonly name: string; readonly title: string };

/** A refusal before anything was read or sent. */
export interface Refusal {
  readonly message: string;
  readonly hint: string;
}

/** Refuses by size alone, so that a huge file is never read. `size` in bytes. */
export function refuseBySize(name: string, size: number): Refusal | null {
  if (size <= MAX_INPUT_BYTES) return null;
  // Never rounded down to what may be opened.
  const megabytes = (Math.ceil(size / 1e5) / 10).toFixed(1);
  return {
    message: `${name} is ${megabytes} MB; the limit is ${MAX_INPUT_BYTES / 1e6} MB.`,
    hint: 'Open a file that holds only the workloads you want to see.',
  };
}

/** The encoding that a byte order mark announces; UTF-8 where there is none. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** FNV-1a, carried on from `hash`. */
function fingerprint(hash: number, bytes: Uint8Array): number {
  let next = hash;
  for (let at = 0; at < bytes.length; at += 1) next = Math.imul(next ^ (bytes[at] ?? 0), 0x01000193);
  return next >>> 0;
}

/**
 * Takes a file as it is now, whatever becomes of it on the disk, piece by piece so that the page lives on. Rejects when
 * it cannot be read.
 */
export async function openedFile(name: string, file: Sliceable): Promise<OpenedFile> {
  const pieces: Blob[] = [];
  const reader = signReader();
  let decoder: TextDecoder | null = null;
  let hash = 0x811c9dc5;
  for await (const piece of piecesOf(file)) {
    decoder ??= new TextDecoder(encodingOf(piece));
    reader.read(decoder.decode(piece, { stream: true }));
    hash = fingerprint(hash, piece);
    pieces.push(new Blob([piece]));
  }
  return { name, bytes: new Blob(pieces), fingerprint: hash.toString(16), signs: reader.signs() };
}

/** The text of a file for showing only: in the encoding that its bytes announce. */
export async function textOf({ bytes }: OpenedFile): Promise<string> {
  const all = new Uint8Array(await bytes.arrayBuffer());
  return new TextDecoder(encodingOf(all)).decode(all);
}

/** The same bytes under the same name. */
export const sameFile = (one: OpenedFile, other: OpenedFile): boolean =>
  one.name === other.name && one.bytes.size === other.bytes.size && one.fingerprint === other.fingerprint;

/**
 * Which of several files is the workload and which are injection files. The host recognises what each injection file
 * is; here only the one to be injected is told from the rest: the file that names a workload kind and nothing of the
 * injector's, else the first one.
 */
export function splitFiles(files: readonly OpenedFile[]): {
  readonly workload: OpenedFile | null;
  readonly injection: readonly OpenedFile[];
} {
  const [first, ...others] = files;
  if (first === undefined) return { workload: null, injection: [] };
  if (others.length === 0) return { workload: first, injection: [] };
  const workload = files.find(({ signs }) => signs.workload && !signs.injection) ?? first;
  return { workload, injection: files.filter((file) => file !== workload) };
}
