import type { Outcome } from '../../contract/failure.ts';
import type { EventName, Events, RequestInput, RequestName, RequestResult } from '../../contract/requests.ts';
import { type Bridge, UNREACHABLE, unreachable } from './bridge.ts';

/** What the bridge needs of a browser; parameters, so that it can be tested without one. */
export interface HttpEnvironment {
  readonly fetch: typeof fetch;
  readonly eventSource: (url: string) => Pick<EventSource, 'addEventListener' | 'removeEventListener'>;
}

const JSON_TYPE = 'application/json';

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

  async function request<K extends RequestName>(
    name: K,
    input: RequestInput<K>,
  ): Promise<Outcome<RequestResult<K>>> {
    try {
      const response = await environment.fetch(`/rpc/${name}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': JSON_TYPE, 'x-sidecar-anatomy': '1' },
        body: JSON.stringify(input),
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
    request,
    onConnection(listener) {
      let connected = true;
      const tell = (now: boolean) => {
        if (now === connected) return;
        connected = now;
        listener(now);
      };
      /** The stream alone may break and come again by itself: lost is what answers no question either. */
      const check = async () => {
        if (!connected) return;
        const answer = await request('app:info', {});
        if (!answer.ok && answer.failure.code === UNREACHABLE) tell(false);
      };
      void events().then((source) => {
        source.addEventListener('error', () => void check());
        source.addEventListener('open', () => tell(true));
      });
    },
    on<E extends EventName>(event: E, listener: (payload: Events[E]) => void) {
      const hear = (message: MessageEvent<string>) => listener(JSON.parse(message.data) as Events[E]);
      void events().then((source) => source.addEventListener(event, hear as EventListener));
      return () => void events().then((source) => source.removeEventListener(event, hear as EventListener));
    },
  };
}
