import type { Outcome } from '../../contract/failure.ts';
import type { EventName, Events, RequestInput, RequestName, RequestResult } from '../../contract/requests.ts';
import { type Bridge, unreachable } from './bridge.ts';

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
  let events: ReturnType<HttpEnvironment['eventSource']> | null = null;
  return {
    async request<K extends RequestName>(name: K, input: RequestInput<K>) {
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
    },
    on<E extends EventName>(event: E, listener: (payload: Events[E]) => void) {
      events ??= environment.eventSource('/events');
      const source = events;
      const hear = (message: MessageEvent<string>) => listener(JSON.parse(message.data) as Events[E]);
      source.addEventListener(event, hear as EventListener);
      return () => source.removeEventListener(event, hear as EventListener);
    },
  };
}
