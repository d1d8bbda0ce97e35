import type { Outcome } from '../../contract/failure.ts';
import type { EventName, Events, RequestName, RequestResult } from '../../contract/requests.ts';
import { base64Of } from './base64.ts';
import { type Bridge, type FileToSend, type StudyToOpen, unreachable } from './bridge.ts';

/** What the bridge needs of a browser; parameters, so that it can be tested without one. */
export interface HttpEnvironment {
  readonly fetch: typeof fetch;
  /** How long a broken stream may stay away before the connection is told to be lost. */
  readonly patienceMs?: number;
  readonly eventSource: (url: string) => Pick<EventSource, 'addEventListener' | 'removeEventListener'>;
}

/** The stream is tried again after one second, as the server asks for; this leaves it time for a second try. */
const PATIENCE_MS = 2500;
const JSON_TYPE = 'application/json';

/** A file of a request's JSON. Base64 needs no escapes. */
async function filePieces({ name, bytes }: FileToSend): Promise<BlobPart[]> {
  const pieces: BlobPart[] = [`{"name":${JSON.stringify(name)},"base64":"`];
  // Each a blob at once: of strings, the last blob would copy all in one go.
  for await (const piece of base64Of(bytes)) pieces.push(new Blob([piece]));
  return [...pieces, '"}'];
}

/** The JSON of a `study:open`: a blob, which the browser sends without the page's thread. */
async function openingBody({ file, injection, ...rest }: StudyToOpen): Promise<Blob> {
  const others: BlobPart[] = [];
  for (const one of injection) others.push(others.length === 0 ? '' : ',', ...(await filePieces(one)));
  const head = `${JSON.stringify(rest).slice(0, -1)},"file":`;
  return new Blob([head, ...(await filePieces(file)), ',"injection":[', ...others, ']}'], {
    type: JSON_TYPE,
  });
}

/** The JSON of a `manifest:open` of a file. */
async function manifestBody(file: FileToSend): Promise<Blob> {
  return new Blob(['{"source":{"kind":"file","file":', ...(await filePieces(file)), '}}'], {
    type: JSON_TYPE,
  });
}

/**
 * The browser shell's doorway: `POST /rpc/<name>` answers an `Outcome`, `/events` sends server-sent events. The
 * session cookie travels by itself; the extra header keeps other sites' plain forms and links out.
 */
export function createHttpBridge(environment: HttpEnvironment): Bridge {
  type Source = ReturnType<HttpEnvironment['eventSource']>;
  let opening: Promise<Source> | null = null;

  /** Opened after what is under way: nothing happens before the window asks for it, and the picture comes first. */
  function events(): Promise<Source> {
    opening ??= new Promise((done) => setTimeout(() => done(environment.eventSource('/events')), 0));
    return opening;
  }

  async function post<K extends RequestName>(
    name: K,
    body: () => string | Promise<Blob>,
  ): Promise<Outcome<RequestResult<K>>> {
    try {
      const response = await environment.fetch(`/rpc/${name}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': JSON_TYPE, 'x-sidecar-anatomy': '1' },
        body: await body(),
      });
      if (!(response.headers.get('content-type') ?? '').startsWith(JSON_TYPE))
        return unreachable(name, `HTTP ${response.status}`);
      return (await response.json()) as Outcome<RequestResult<K>>;
    } catch (cause) {
      return unreachable(name, cause);
    }
  }

  return {
    tellsSaved: false,
    request: (name, input) => post(name, () => JSON.stringify(input)),
    openStudy: (input) => post('study:open', () => openingBody(input)),
    openManifestFile: (file) => post('manifest:open', () => manifestBody(file)),
    onConnection(listener) {
      let connected = true;
      const tell = (now: boolean) => {
        if (now === connected) return;
        connected = now;
        listener(now);
      };
      let waiting: ReturnType<typeof setTimeout> | null = null;
      void events().then((source) => {
        source.addEventListener('error', () => {
          // A stream that only broke comes again by itself.
          waiting ??= setTimeout(() => tell(false), environment.patienceMs ?? PATIENCE_MS);
        });
        source.addEventListener('open', () => {
          if (waiting !== null) clearTimeout(waiting);
          waiting = null;
          tell(true);
        });
      });
    },
    on<E extends EventName>(event: E, listener: (payload: Events[E]) => void) {
      const hear = (message: MessageEvent<string>) => listener(JSON.parse(message.data) as Events[E]);
      void events().then((source) => source.addEventListener(event, hear as EventListener));
      return () => void events().then((source) => source.removeEventListener(event, hear as EventListener));
    },
  };
}
