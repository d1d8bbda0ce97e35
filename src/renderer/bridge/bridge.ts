import type { Outcome } from '../../contract/failure.ts';
import type { OpenManifest } from '../../contract/manifest.ts';
import type { EventName, Events, RequestInput, RequestName, RequestResult } from '../../contract/requests.ts';
import type { Study } from '../../contract/types.ts';

/** A file on its way to the host: bytes that the browser holds. */
export interface FileToSend {
  readonly name: string;
  readonly bytes: Blob;
}

/** The input of `study:open` before its files are base64, which only their way to the host needs. */
export interface StudyToOpen extends Omit<RequestInput<'study:open'>, 'file' | 'injection'> {
  readonly file: FileToSend;
  readonly injection: readonly FileToSend[];
}

/** The only way from the renderer to the host. `request` never rejects: what went wrong is an `Outcome` too. */
export interface Bridge {
  request<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Outcome<RequestResult<K>>>;
  /** The request `study:open`; its files, up to 20 MB each, are encoded in pieces, between which the page lives on. */
  openStudy(input: StudyToOpen): Promise<Outcome<Study>>;
  /** The request `manifest:open` of a file, which is encoded in pieces, too. */
  openManifestFile(file: FileToSend): Promise<Outcome<OpenManifest>>;
  /** Whether it tells by `file:saved` what became of a file that was handed to the user. */
  readonly tellsSaved: boolean;
  /** Tells when the host can no longer be reached, and when it can again. */
  onConnection(listener: (connected: boolean) => void): void;
  /** Returns the way to stop listening. */
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
}

/** The code of a failure that says nothing but that the host did not answer. */
export const UNREACHABLE = 'host-unreachable';

/** An `Outcome` for the case that the host could not be asked at all. */
export function unreachable(name: string, cause: unknown): Outcome<never> {
  return {
    ok: false,
    failure: {
      code: UNREACHABLE,
      kind: 'internal',
      message: `Sidecar Anatomy's own background program did not answer (${name}).`,
      hint: 'Start the application again and open your file there; until it is closed, this page keeps what it shows.',
      source: null,
      evidence: cause instanceof Error ? cause.message : String(cause),
    },
  };
}
