import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { EventName, Events, Host } from '../contract/requests.ts';
import type { RunningEnvoy } from '../contract/types.ts';
import { createEventStream } from './event-stream.ts';

const listeners = new Map<EventName, Set<(payload: never) => void>>();
let running: RunningEnvoy | null = null;
const host = {
  handlers: { 'envoy:running': async () => running },
  on(name: EventName, listener: (payload: never) => void) {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    return () => listeners.get(name)?.delete(listener);
  },
} as unknown as Host;
function emit<E extends EventName>(name: E, payload: Events[E]): void {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
}
const ended = (runId: string): Events['envoy:ended'] => ({
  runId,
  t: 1,
  by: 'us',
  exitCode: 0,
  signal: null,
  reason: null,
  log: '',
});

const stream = createEventStream(host);
const server = createServer((_request, response) => stream.attach(response, {}));
afterEach(() => {
  running = null;
});

/** Connects, reads until `last` has come, and goes away. */
async function connectUntil(last: string): Promise<string> {
  if (!server.listening) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return new Promise((done, fail) => {
    let text = '';
    const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, (response) =>
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
        if (!text.includes(last)) return;
        request.destroy();
        done(text);
      }),
    );
    request.on('error', (error) => (request.destroyed ? undefined : fail(error)));
  });
}

test('a page that comes back hears the end that it missed, and of the Envoy that runs now', async () => {
  expect(await connectUntil('retry:')).not.toContain('envoy:');
  emit('envoy:ended', ended('one'));
  running = { run: { runId: 'two' } } as RunningEnvoy;
  const text = await connectUntil('"two"');
  expect(text).toContain(`event: envoy:ended\ndata: ${JSON.stringify(ended('one'))}\n\n`);
  expect(text).toContain('event: envoy:started\ndata: {"run":{"runId":"two"}}\n\n');
});

test('what comes while a page listens is sent once', async () => {
  const hearing = connectUntil('"four"');
  await expect.poll(() => server.listening).toBe(true);
  setTimeout(() => {
    emit('envoy:ended', ended('three'));
    emit('envoy:ended', ended('four'));
  }, 100);
  expect((await hearing).match(/"three"/g)).toHaveLength(1);
  stream.close();
  server.closeAllConnections();
  server.close();
});
