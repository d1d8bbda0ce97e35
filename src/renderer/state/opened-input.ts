import { MAX_INPUT_BYTES } from '../../contract/limits.ts';

/** One file as it was read, and its text for showing it. */
export interface OpenedFile {
  readonly name: string;
  readonly base64: string;
  readonly text: string;
}

/** What the user opened last: kept in the renderer whether or not it could be injected. */
export interface OpenedInput {
  readonly file: OpenedFile;
  readonly injection: readonly OpenedFile[];
  readonly alreadyInjected: boolean;
}

/** A refusal before anything was read or sent. */
export interface Refusal {
  readonly message: string;
  readonly hint: string;
}

/** Refuses by size alone, so that a huge file is never read. `size` in bytes. */
export function refuseBySize(name: string, size: number): Refusal | null {
  if (size <= MAX_INPUT_BYTES) return null;
  const megabytes = (size / 1e6).toFixed(1);
  return {
    message: `${name} is ${megabytes} MB; the limit is ${MAX_INPUT_BYTES / 1e6} MB.`,
    hint: 'Open a file that holds only the workloads you want to see.',
  };
}

/** A browser of 2025 and later makes base64 itself, in a hundredth of the time: 20 MB would hold the page for seconds. */
type Encoding = Uint8Array & { readonly toBase64?: () => string };

/** Base64 of bytes; where the browser cannot, in slices that fit an argument list. */
export function toBase64(bytes: Encoding): string {
  if (bytes.toBase64 !== undefined) return bytes.toBase64();
  let binary = '';
  const step = 0x8000;
  for (let start = 0; start < bytes.length; start += step)
    binary += String.fromCharCode(...bytes.subarray(start, start + step));
  return btoa(binary);
}

export function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Text for showing only: the encoding the bytes announce, UTF-8 where they announce none. */
function toText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

export function openedFile(name: string, bytes: Uint8Array): OpenedFile {
  return { name, base64: toBase64(bytes), text: toText(bytes) };
}

const WORKLOAD_KIND =
  /^\s*"?kind"?\s*:\s*"?(?:Deployment|DeploymentConfig|StatefulSet|DaemonSet|ReplicaSet|ReplicationController|Job|CronJob|Pod|Rollout|List)\b/m;
const INJECTION_SIGN =
  /^\s*"?(?:templates|defaultTemplates|injectedAnnotations|defaultConfig|rootNamespace|sidecarInjectorWebhook)"?\s*:|\bistio-sidecar-injector\b/m;

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
  const looksLikeWorkload = (file: OpenedFile) =>
    WORKLOAD_KIND.test(file.text) && !INJECTION_SIGN.test(file.text);
  const workload = files.find(looksLikeWorkload) ?? first;
  return { workload, injection: files.filter((file) => file !== workload) };
}

/** How many objects a YAML text holds, told from their kinds at the left edge; null for one or none, as in JSON. */
export function countDocuments(text: string): number | null {
  const count = text.match(/^kind[ \t]*:/gm)?.length ?? 0;
  return count > 1 ? count : null;
}
