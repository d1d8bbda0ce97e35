import type { ServerResponse } from 'node:http';
import { type EventName, type Events, eventNames, type Host } from '../contract/requests.ts';
import type { EnvoyEnded } from '../contract/types.ts';

/** Longest that a page may be away, as in a reload, before the Envoy that nobody looks at any more is ended. */
const DESERTED_MS = 10_000;
const HEARTBEAT_MS = 15_000;
/** A page that reads so slowly that this much waits for it is cut off; it connects again by itself. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

export interface EventStream {
  /** Takes over a response whose headers are not written yet. */
  readonly attach: (response: ServerResponse, headers: Readonly<Record<string, string>>) => void;
  readonly close: () => void;
}

/** Sends every event of the host to every page that listens, as server-sent events named like the contract. */
export function createEventStream(host: Host): EventStream {
  const pages = new Set<ServerResponse>();
  const send = (text: string) => {
    for (const page of pages) {
      if (page.writableLength > MAX_WAITING_BYTES) page.destroy();
      else page.write(text);
    }
  };
  const stops = eventNames.map((name) => listen(host, name, send));
  let ended: EnvoyEnded | null = null;
  let deserted: Events['envoy:deserted'] | null = null;
  stops.push(
    host.on('envoy:ended', (payload) => {
      ended = payload;
    }),
  );
  /** What a page that was away, or lost its connection, may have missed. A page that knows it does nothing with it. */
  const catchUp = async (page: ServerResponse) => {
    if (ended !== null) page.write(message('envoy:ended', ended));
    if (deserted !== null) page.write(message('envoy:deserted', deserted));
    deserted = null;
    const running = await host.handlers['envoy:running']({});
    if (running !== null && pages.has(page)) page.write(message('envoy:started', running));
  };
  const leave = async () => {
    const running = await host.handlers['envoy:running']({});
    if (running === null || pages.size > 0) return;
    const { runId } = running.run;
    await host.handlers['envoy:stop']({ runId });
    deserted = { runId, words: running.label?.words ?? '', afterMs: DESERTED_MS };
  };
  let closed = false;
  let leaving: NodeJS.Timeout | undefined;
  const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    attach(response, headers) {
      response.writeHead(200, {
        ...headers,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.write('retry: 1000\n\n');
      clearTimeout(leaving);
      pages.add(response);
      void catchUp(response).catch(() => undefined);
      response.on('close', () => {
        pages.delete(response);
        if (pages.size > 0 || closed) return;
        clearTimeout(leaving);
        leaving = setTimeout(() => void leave().catch(() => undefined), DESERTED_MS);
        leaving.unref();
      });
    },
    close() {
      closed = true;
      clearTimeout(leaving);
      clearInterval(heartbeat);
      for (const stop of stops) stop();
      for (const page of pages) page.end();
      pages.clear();
    },
  };
}

function message<E extends EventName>(name: E, payload: Events[E]): string {
  return `event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`;
}

function listen<E extends EventName>(host: Host, name: E, send: (text: string) => void): () => void {
  return host.on(name, (payload: Events[E]) => send(message(name, payload)));
}
