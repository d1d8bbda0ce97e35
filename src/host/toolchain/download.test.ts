import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../test/helpers/loopback-server.ts';
import { type DownloadOptions, download, fetchText } from './download.ts';
import { DownloadError } from './download-failure.ts';

const content = Buffer.from('0123456789'.repeat(20_000));
const sha256 = createHash('sha256').update(content).digest('hex');
let folder = '';
let server: LoopbackServer;
let base = '';
/** How the server lies in this test. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
let requests: IncomingMessage[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-download-'));
  server = await startLoopbackServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  base = server.url;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  requests = [];
});
afterEach(() => rmSync(join(folder, 'file'), { force: true }));

function options(more: Partial<DownloadOptions> = {}): DownloadOptions {
  return { url: `${base}/file`, file: join(folder, 'file'), sha256, maxBytes: content.length, ...more };
}

/** What lies in the file. Compared as bytes: element by element takes seconds. */
function arrived(): Buffer {
  return readFileSync(join(folder, 'file'));
}

/** Serves the file as a real server does, ranges included. */
function honest(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from >= content.length) {
    response.writeHead(416).end();
    return;
  }
  const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': content.length - from,
    ...(from > 0 ? range : {}),
  });
  response.end(content.subarray(from));
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DownloadError)) throw new Error(`expected a DownloadError, got ${String(error)}`);
  expect(error.failure.message).toMatch(/\.$/);
  expect(error.failure.hint).not.toBe('');
  return error.reason;
}

describe('download', () => {
  it('gives the whole file with the right digest, and says how far it is', async () => {
    answer = honest;
    const heard: (number | null)[] = [];
    await download(options({ onProgress: (done, total) => heard.push(done, total) }));
    expect(arrived().equals(content)).toBe(true);
    expect(heard.slice(-2)).toEqual([content.length, content.length]);
    expect(statSync(join(folder, 'file')).mode & 0o111).toBe(0);
  });

  it('carries on where an earlier try ended', async () => {
    answer = honest;
    writeFileSync(join(folder, 'file'), content.subarray(0, 70_000));
    await download(options());
    expect(requests[0]?.headers.range).toBe('bytes=70000-');
    expect(arrived().equals(content)).toBe(true);
  });

  it('takes a file that was already complete without fetching it again', async () => {
    answer = honest;
    writeFileSync(join(folder, 'file'), content);
    await download(options());
    expect(requests).toHaveLength(1);
  });

  it('starts anew when the server does not know ranges', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': content.length }).end(content);
    writeFileSync(join(folder, 'file'), Buffer.alloc(90_000, 'x'));
    await download(options());
    expect(arrived().equals(content)).toBe(true);
  });

  it('fetches a file anew when its first part turns out to be of another file', async () => {
    answer = honest;
    writeFileSync(join(folder, 'file'), Buffer.alloc(90_000, 'x'));
    await download(options());
    expect(requests.map(({ headers }) => headers.range)).toEqual(['bytes=90000-', undefined]);
    expect(arrived().equals(content)).toBe(true);
  });

  it('refuses a part that is not the one it asked for', async () => {
    answer = (_, response) =>
      response.writeHead(206, { 'content-range': 'bytes 5-9/200000' }).end(content.subarray(5, 10));
    writeFileSync(join(folder, 'file'), content.subarray(0, 10));
    expect(await reasonOf(download(options()))).toBe('refused');
  });

  it('goes on after a broken transfer, as often as it is allowed to', async () => {
    answer = (request, response) => {
      if (requests.length > 1) return honest(request, response);
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 65_536), () => response.destroy());
    };
    await download(options());
    expect(requests[1]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(arrived().equals(content)).toBe(true);
  });

  it('keeps what has arrived of a file that is too short, and says so', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 65_536), () => response.destroy());
    };
    expect(await reasonOf(download(options({ tries: 1 })))).toBe('short');
    expect(statSync(join(folder, 'file')).size).toBeGreaterThan(0);
  });

  it('refuses a file that is announced as too long, or gets too long, and keeps nothing of it', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': content.length + 1 }).end();
    expect(await reasonOf(download(options()))).toBe('too-long');
    answer = (_, response) => {
      response.writeHead(200);
      response.end(Buffer.concat([content, Buffer.from('and more')]));
    };
    expect(await reasonOf(download(options()))).toBe('too-long');
    expect(existsSync(join(folder, 'file'))).toBe(false);
  });

  it('removes a file with the wrong digest', async () => {
    answer = (_, response) => response.end(Buffer.alloc(content.length, 'x'));
    expect(await reasonOf(download(options()))).toBe('wrong-digest');
    expect(existsSync(join(folder, 'file'))).toBe(false);
  });

  it('tells a file that is not there from a server that refuses', async () => {
    answer = (_, response) => response.writeHead(404).end();
    expect(await reasonOf(download(options()))).toBe('not-found');
    answer = (_, response) => response.writeHead(403).end();
    expect(await reasonOf(download(options()))).toBe('refused');
  });

  it('gives up on a server that accepts and says nothing, or stops in the middle', async () => {
    const limits = { connectMs: 1000, stallMs: 200 };
    answer = () => undefined;
    expect(await reasonOf(download(options({ limits, tries: 1 })))).toBe('stalled');
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 1000));
    };
    expect(await reasonOf(download(options({ limits, tries: 1 })))).toBe('short');
  });

  it('stops when it is cancelled and keeps what has arrived', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 1000));
    };
    const controller = new AbortController();
    const running = download(
      options({ signal: controller.signal, onProgress: (done) => done > 0 && controller.abort() }),
    );
    expect(await reasonOf(running)).toBe('cancelled');
    expect(arrived().equals(content.subarray(0, 1000))).toBe(true);
    answer = honest;
    await download(options());
    expect(arrived().equals(content)).toBe(true);
  });

  it('says that nobody answers', async () => {
    expect(await reasonOf(download(options({ url: 'http://127.0.0.1:1/file' })))).toBe('unreachable');
  });

  it('takes nothing over an unencrypted connection, be it by a redirect', async () => {
    expect(await reasonOf(download(options({ url: 'http://example.org/file' })))).toBe('insecure');
    answer = (_, response) => response.writeHead(302, { location: 'http://example.org/file' }).end();
    expect(await reasonOf(download(options()))).toBe('insecure');
  });

  it('follows redirects, and not for ever', async () => {
    answer = (request, response) =>
      request.url === '/file'
        ? response.writeHead(302, { location: '/there' }).end()
        : honest(request, response);
    await download(options());
    rmSync(join(folder, 'file'));
    answer = (_, response) => response.writeHead(302, { location: '/file' }).end();
    expect(await reasonOf(download(options()))).toBe('refused');
  });
});

describe('fetchText', () => {
  it('sends the user name of an address as credentials, shows it to nobody, and bounds what it reads', async () => {
    answer = (request, response) => response.end(request.headers.authorization);
    const url = `${base.replace('//', '//user:s%40cret@')}/simple`;
    const { text } = await fetchText(url, { maxBytes: 1000 });
    expect(Buffer.from(text.replace('Basic ', ''), 'base64').toString()).toBe('user:s@cret');
    answer = (_, response) => response.end('x'.repeat(1001));
    const error: unknown = await fetchText(url, { maxBytes: 1000 }).catch((reason: unknown) => reason);
    expect(String(error)).toContain('longer than');
    expect(String(error)).not.toContain('cret');
  });
});
