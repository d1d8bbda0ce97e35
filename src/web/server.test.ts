import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outcome } from '../contract/failure.ts';
import type { EventName, Host } from '../contract/requests.ts';
import { startWebShell, type WebShell } from './server.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** `fetch` would not let us send a Host or an Origin of our own. */
function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((done, fail) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: shell.port, method, path, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', fail);
    request.end(body);
  });
}

const heard: { name: string; input: unknown }[] = [];
const listeners = new Map<string, (payload: never) => void>();
const recorder: Host = {
  handlers: new Proxy(Object.create(null), {
    get: (_target, name) => (input: unknown) => {
      heard.push({ name: String(name), input });
      return Promise.resolve(null);
    },
  }),
  on: (name: EventName, listener: (payload: never) => void) => {
    listeners.set(name, listener);
    return () => listeners.delete(name);
  },
  close: () => Promise.resolve(),
};

let folder: string;
let shell: WebShell;
let token: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-shell-test-'));
  await mkdir(join(folder, 'renderer/assets'), { recursive: true });
  await writeFile(join(folder, 'renderer/index.html'), 'page');
  await writeFile(join(folder, 'renderer/assets/app.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await mkdir(join(folder, 'renderer-other'));
  await writeFile(join(folder, 'renderer-other/secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(folder, 'renderer/link.txt'));
  shell = await startWebShell({ host: recorder, renderer: join(folder, 'renderer'), port: 0 });
  token = new URL(shell.url).searchParams.get('token') ?? '';
});
afterAll(async () => {
  await shell.close();
  await rm(folder, { recursive: true });
});

const own = () => ({ host: `127.0.0.1:${shell.port}` });
const known = () => ({ ...own(), cookie: `other=1; sidecar-anatomy-${shell.port}=${token}` });
const posting = () => ({
  ...known(),
  origin: `http://127.0.0.1:${shell.port}`,
  'x-sidecar-anatomy': '1',
  'content-type': 'application/json',
});
const outcome = (answer: Answer) => JSON.parse(answer.text) as Outcome<unknown>;
const code = (answer: Answer) => {
  const given = outcome(answer);
  return given.ok ? 'ok' : given.failure.code;
};

test('the token in the address becomes a cookie that scripts cannot read, and leaves the address', async () => {
  const answer = await ask('GET', `/?token=${token}`, own());
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe('/');
  expect(answer.headers['set-cookie']?.[0]).toBe(
    `sidecar-anatomy-${shell.port}=${token}; HttpOnly; SameSite=Strict; Path=/`,
  );
});

test('a wrong token, a shorter one and an empty one are refused', async () => {
  for (const wrong of ['x'.repeat(43), token.slice(1), '', `${token}x`]) {
    const answer = await ask('GET', `/?token=${wrong}`, own());
    expect([wrong, answer.status, answer.headers['set-cookie']]).toEqual([wrong, 401, undefined]);
  }
});

test('without the cookie nothing is served: no page, no file, no events, no request', async () => {
  for (const path of ['/', '/index.html', '/assets/app.js', '/events'])
    expect((await ask('GET', path, own())).status).toBe(401);
  const { cookie: _, ...bare } = posting();
  expect((await ask('POST', '/rpc/app:info', bare, '{}')).status).toBe(401);
});

test('what is no address is answered', async () => {
  expect((await ask('GET', '//', own())).status).toBe(400);
});

test('the cookie of another port of this machine does not open this one', async () => {
  const answer = await ask('GET', '/', { ...own(), cookie: `sidecar-anatomy-${shell.port + 1}=${token}` });
  expect(answer.status).toBe(401);
});

test('the page comes with headers that let it load its own files and nothing else', async () => {
  const { status, headers, text } = await ask('GET', '/', known());
  expect([status, text]).toEqual([200, 'page']);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('a name that was made to point at this machine (DNS rebinding) is refused before anything else', async () => {
  for (const host of ['evil.example', `evil.example:${shell.port}`, '127.0.0.1', '127.0.0.1:80']) {
    expect((await ask('GET', `/?token=${token}`, { host })).status).toBe(403);
    expect((await ask('POST', '/rpc/app:info', { ...posting(), host }, '{}')).status).toBe(403);
  }
});

test('a request of another origin, of another port, or of none is refused', async () => {
  const before = heard.length;
  for (const origin of [
    'https://evil.example',
    `http://127.0.0.1:${shell.port + 1}`,
    `https://127.0.0.1:${shell.port}`,
    'null',
  ]) {
    expect((await ask('POST', '/rpc/app:info', { ...posting(), origin }, '{}')).status).toBe(403);
    expect((await ask('GET', '/events', { ...known(), origin })).status).toBe(403);
  }
  const { origin: _, ...noOrigin } = posting();
  expect((await ask('POST', '/rpc/app:info', noOrigin, '{}')).status).toBe(403);
  expect((await ask('GET', '/events', known())).status).toBe(403);
  expect((await ask('GET', '/events', { ...known(), 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await ask('GET', '/assets/app.js', { ...known(), 'sec-fetch-site': 'same-site' })).status).toBe(
    403,
  );
  expect(heard.length).toBe(before);
});

test('a form can change nothing: the header of our own is wanted, and JSON', async () => {
  const { 'x-sidecar-anatomy': _, ...noHeader } = posting();
  expect((await ask('POST', '/rpc/app:info', noHeader, '{}')).status).toBe(403);
  const form = { ...posting(), 'content-type': 'text/plain' };
  expect((await ask('POST', '/rpc/app:info', form, '{}')).status).toBe(403);
});

test('a pre-flight is never granted', async () => {
  const answer = await ask('OPTIONS', '/rpc/app:info', { ...own(), origin: 'https://evil.example' });
  expect(answer.status).toBe(405);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test('a request that fits reaches the host and its answer is never cached', async () => {
  const answer = await ask('POST', '/rpc/study:open-sample', posting(), '{"native":true}');
  expect([answer.status, outcome(answer)]).toEqual([200, { ok: true, value: null }]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(heard.at(-1)).toEqual({ name: 'study:open-sample', input: { native: true } });
});

test('what fits no schema is a bad request and never reaches the host', async () => {
  const before = heard.length;
  const bodies = [
    '{"native":"yes"}',
    '{}',
    '[]',
    'null',
    '{"native":true,"more":1}',
    '{"native":true,"__proto__":{"x":1}}',
  ];
  for (const body of bodies) {
    expect([body, code(await ask('POST', '/rpc/study:open-sample', posting(), body))]).toEqual([
      body,
      'bad-request',
    ]);
  }
  expect(code(await ask('POST', '/rpc/study:open-sample', posting(), '{"native"'))).toBe('bad-request');
  expect(heard.length).toBe(before);
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
});

test('an unknown request is answered with 404, names of Object.prototype included', async () => {
  for (const name of ['no:such', '__proto__', 'constructor', 'toString', '%E0%A4%A', '', '../app:info'])
    expect([name, (await ask('POST', `/rpc/${name}`, posting(), '{}')).status]).toEqual([name, 404]);
});

test('a body over the limit is refused with a sentence', async () => {
  const answer = await ask(
    'POST',
    '/rpc/app:info',
    posting(),
    JSON.stringify({ padding: 'x'.repeat(100_000) }),
  );
  expect([answer.status, code(answer)]).toEqual([413, 'too-large']);
});

test('a path that leaves the folder of the page finds nothing, however it is written', async () => {
  const paths = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e%2frenderer-other/secret.txt',
    `/${encodeURIComponent(join(folder, 'secret.txt'))}`,
    '/assets/app.js%00.txt',
    '/link.txt',
    '/%E0%A4%A',
    '/assets',
  ];
  for (const path of paths) {
    const answer = await raw(`GET ${path} HTTP/1.1`);
    expect([path, answer.split('\r\n', 1)[0]]).toEqual([path, 'HTTP/1.1 404 Not Found']);
    expect(answer).not.toContain('\nsecret');
  }
  expect((await ask('GET', '/assets/app.js', known())).headers['content-type']).toBe(
    'text/javascript; charset=utf-8',
  );
});

/** Sends the request line as it is: an HTTP client would tidy the path first. */
function raw(line: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(shell.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('error', fail);
    socket.on('close', () => done(text));
    const { host, cookie } = known();
    socket.write(`${line}\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  });
}

test('events of the host reach a page that listens', async () => {
  const text = await new Promise<string>((done, fail) => {
    const headers = { ...known(), 'sec-fetch-site': 'same-origin' };
    const request = httpRequest(
      { host: '127.0.0.1', port: shell.port, path: '/events', headers },
      (response) => {
        let seen = '';
        response.on('data', (chunk: Buffer) => {
          seen += chunk.toString('utf8');
          if (!seen.includes('retry:')) return;
          if (seen.includes('\ndata:')) {
            request.destroy();
            done(seen);
          } else listeners.get('tools:progress')?.({ program: 'envoy' } as never);
        });
      },
    );
    request.on('error', (error) => (request.destroyed ? undefined : fail(error)));
    request.end();
  });
  expect(text).toContain('event: tools:progress\ndata: {"program":"envoy"}\n\n');
});

test('the token is only in files that nobody else can read', async () => {
  const modes = [dirname(shell.tokenFile), shell.tokenFile, shell.openFile].map(
    async (path) => (await stat(path)).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600]);
});

test('a port that is taken is named in one sentence', async () => {
  const second = startWebShell({ host: recorder, renderer: folder, port: shell.port });
  await expect(second).rejects.toThrow(
    `Port ${shell.port} on 127.0.0.1 is already taken by another program.`,
  );
});

test('a port that browsers refuse is refused before it is opened', async () => {
  const second = startWebShell({ host: recorder, renderer: folder, port: 6000 });
  await expect(second).rejects.toThrow('Browsers refuse to open port 6000.');
});
