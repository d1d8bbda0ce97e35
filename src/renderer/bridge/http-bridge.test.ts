import { expect, test } from 'vitest';
import { requests } from '../../contract/requests.ts';
import type { ToolProgress } from '../../contract/types.ts';
import { createHttpBridge } from './http-bridge.ts';

function answering(body: string, type = 'application/json') {
  const calls: { url: string; init: RequestInit | undefined }[] = [];
  const fetch = (async (url: string, init?: RequestInit) => {
    calls.push({ url, init });
    return new Response(body, { headers: { 'content-type': type } });
  }) as typeof globalThis.fetch;
  return { fetch, calls };
}
const noEvents = () => new EventTarget() as EventSource;

test('a request is a POST to its own path with the header that forms cannot send', async () => {
  const { fetch, calls } = answering('{"ok":true,"value":null}');
  const outcome = await createHttpBridge({ fetch, eventSource: noEvents }).request('tools:cancel', {});
  expect(outcome).toEqual({ ok: true, value: null });
  expect(calls[0]?.url).toBe('/rpc/tools:cancel');
  expect(calls[0]?.init?.method).toBe('POST');
  expect(new Headers(calls[0]?.init?.headers).get('x-sidecar-anatomy')).toBe('1');
});

test('an answer that is not JSON becomes a failure with one sentence, not an exception', async () => {
  const { fetch } = answering('<html>', 'text/html');
  const outcome = await createHttpBridge({ fetch, eventSource: noEvents }).request('app:info', {});
  expect(outcome.ok).toBe(false);
  if (!outcome.ok) expect(outcome.failure.code).toBe('host-unreachable');
});

test('a host that is gone becomes a failure that says so', async () => {
  const fetch = (async () => {
    throw new TypeError('Failed to fetch');
  }) as typeof globalThis.fetch;
  const outcome = await createHttpBridge({ fetch, eventSource: noEvents }).request('app:info', {});
  expect(outcome).toMatchObject({ ok: false, failure: { evidence: 'Failed to fetch' } });
});

test('events of one source reach their listeners until these stop listening', async () => {
  const source = new EventTarget();
  let opened = 0;
  const bridge = createHttpBridge({
    fetch: answering('').fetch,
    eventSource: () => {
      opened += 1;
      return source as EventSource;
    },
  });
  const heard: ToolProgress[] = [];
  const stop = bridge.on('tools:progress', (payload) => heard.push(payload));
  bridge.on('envoy:ended', () => {});
  const say = () =>
    source.dispatchEvent(new MessageEvent('tools:progress', { data: '{"program":"envoy","phase":"ready"}' }));
  expect(opened).toBe(0);
  await new Promise((done) => setTimeout(done, 5));
  say();
  stop();
  await Promise.resolve();
  say();
  expect(opened).toBe(1);
  expect(heard).toHaveLength(1);
  expect(heard[0]?.program).toBe('envoy');
});

test('a stream that breaks is a lost connection only when it does not come again', async () => {
  const source = new EventTarget();
  const told: boolean[] = [];
  const { fetch, calls } = answering('{"ok":true,"value":null}');
  createHttpBridge({ fetch, eventSource: () => source as EventSource, patienceMs: 40 }).onConnection((now) =>
    told.push(now),
  );
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
  const say = (type: string) => source.dispatchEvent(new Event(type));
  await pause(5);
  say('error');
  say('open');
  await pause(60);
  expect(told).toEqual([]);
  say('error');
  say('error');
  await pause(60);
  expect(told).toEqual([false]);
  say('open');
  expect(told).toEqual([false, true]);
  // A question to a host that is gone would be an error in the browser's own log.
  expect(calls).toEqual([]);
});

test('a manifest of a file is sent as its schema wants it, whatever its name and bytes', async () => {
  const { fetch, calls } = answering('{"ok":true,"value":null}');
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 256);
  await createHttpBridge({ fetch, eventSource: noEvents }).openManifestFile({
    name: 'a "b"\n.yaml',
    bytes: new Blob([bytes]),
  });
  const body = calls[0]?.init?.body;
  if (!(body instanceof Blob)) throw new Error('no body');
  const input = requests['manifest:open'].input.parse(JSON.parse(await body.text()));
  expect(calls[0]?.url).toBe('/rpc/manifest:open');
  expect(input).toEqual({
    source: { kind: 'file', file: { name: 'a "b"\n.yaml', base64: Buffer.from(bytes).toString('base64') } },
  });
});
