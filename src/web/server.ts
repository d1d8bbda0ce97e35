import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inputFailure, type Outcome, usageFailure } from '../contract/failure.ts';
import type { Host } from '../contract/requests.ts';
import { dispatch, isRequestName } from '../host/dispatch.ts';
import { pageHeaders } from '../host/shell/page-headers.ts';
import { readStatic } from '../host/shell/static-files.ts';
import { bodyLimit, readBody } from './body.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import {
  checkCookie,
  checkHost,
  checkPost,
  checkSameOrigin,
  cookieName,
  type Knock,
  type Lock,
  type Refusal,
  sameSecret,
} from './guard.ts';
import { makeToken, makeTokenFolder } from './token-folder.ts';
import { isUnsafePort } from './unsafe-ports.ts';

export interface WebShellOptions {
  readonly host: Host;
  /** Folder of the built page. */
  readonly renderer: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface WebShell {
  readonly port: number;
  /** With the token: who has it can use the shell. */
  readonly url: string;
  readonly openFile: string;
  readonly tokenFile: string;
  /** Stops listening, cuts every connection, removes the token's files. Leaves the host alone. */
  readonly close: () => Promise<void>;
}

interface Desk {
  readonly host: Host;
  readonly renderer: string;
  readonly lock: Lock;
  readonly events: EventStream;
}

/** Serves the page and the contract on the loopback address. Throws when the port, or a folder for the token, cannot be had. */
export async function startWebShell(options: WebShellOptions): Promise<WebShell> {
  const server = createServer();
  const port = await listen(server, options.port);
  const lock: Lock = { port, token: makeToken() };
  const url = `http://127.0.0.1:${port}/?token=${lock.token}`;
  const folder = await makeTokenFolder(url, lock.token).catch((error: unknown) => {
    server.close();
    throw error;
  });
  const desk: Desk = { ...options, lock, events: createEventStream(options.host) };
  server.on('request', (request, response) => {
    void serve(desk, request, response).catch(() => response.destroy());
  });
  return {
    port,
    url,
    openFile: folder.openFile,
    tokenFile: folder.tokenFile,
    async close() {
      desk.events.close();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
      await folder.remove();
    },
  };
}

const BASE = 'http://127.0.0.1';

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = request.url ?? '/';
  // `//` alone is a host without a name.
  if (!URL.canParse(address, BASE)) return refuse(response, { status: 400, message: 'This is no address.' });
  const url = new URL(address, BASE);
  const knock: Knock = { method: request.method ?? 'GET', path: url.pathname, headers: request.headers };
  const foreign = checkHost(knock, desk.lock);
  if (foreign !== null) return refuse(response, foreign);
  if (knock.method === 'POST') return serveRequest(desk, knock, request, response);
  if (knock.method !== 'GET' && knock.method !== 'HEAD')
    return refuse(response, { status: 405, message: 'Only GET and POST are served here.' });
  const token = url.searchParams.get('token');
  if (knock.path === '/' && token !== null) return enter(desk.lock, knock, token, response);
  if (knock.path === '/enter') return sendText(response, 200, 'text/html', ENTER_PAGE);
  const refusal = checkCookie(knock, desk.lock) ?? checkSameOrigin(knock, knock.path === '/events');
  if (refusal !== null) return refuse(response, refusal);
  if (knock.path === '/events') return desk.events.attach(response, pageHeaders);
  const file = await readStatic(desk.renderer, url.pathname);
  if (file === null) return sendText(response, 404, 'text/plain', 'There is nothing of that name here.');
  response.writeHead(200, { ...pageHeaders, 'Content-Type': file.type, 'Cache-Control': 'no-cache' });
  response.end(knock.method === 'HEAD' ? undefined : file.bytes);
}

/** Holds nothing secret: it only starts a navigation of our own origin. */
const ENTER_PAGE =
  '<!doctype html><meta charset="utf-8"><title>Sidecar Anatomy</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0; url=/">';

/**
 * Swaps the token in the address for a cookie and strips it. A browser that comes from another place (the redirect
 * file) does not show a `SameSite=Strict` cookie along that redirect, so it goes through a page of ours first.
 */
function enter(lock: Lock, knock: Knock, token: string, response: ServerResponse): void {
  if (!sameSecret(token, lock.token)) {
    refuse(response, { status: 401, message: 'The token in the address is not the one of this run.' });
    return;
  }
  const site = knock.headers['sec-fetch-site'];
  const direct = site === undefined || site === 'none' || site === 'same-origin';
  response.writeHead(302, {
    ...pageHeaders,
    Location: direct ? '/' : '/enter',
    'Set-Cookie': `${cookieName(lock.port)}=${lock.token}; HttpOnly; SameSite=Strict; Path=/`,
    'Cache-Control': 'no-store',
  });
  response.end();
}

async function serveRequest(
  desk: Desk,
  knock: Knock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = checkCookie(knock, desk.lock) ?? checkPost(knock);
  if (refusal !== null) return refuse(response, refusal);
  const name = decodeURIComponentOr(knock.path.replace(/^\/rpc\//, ''), '');
  if (!knock.path.startsWith('/rpc/') || !isRequestName(name))
    return sendOutcome(response, 404, await dispatch(desk.host, name, {}));
  const body = await readBody(request, bodyLimit(name));
  if (body.kind === 'too-large') {
    const limit = `${(bodyLimit(name) / 1e6).toFixed(1)} MB`;
    return sendOutcome(
      response,
      413,
      bad('too-large', `The request ${name} is over ${limit}.`, 'Files over 20 MB are not read.'),
    );
  }
  let input: unknown;
  try {
    input = JSON.parse(body.text);
  } catch {
    return sendOutcome(
      response,
      400,
      bad('bad-request', `The body of the request ${name} is no JSON.`, 'Send a JSON object, in UTF-8.'),
    );
  }
  return sendOutcome(response, 200, await dispatch(desk.host, name, input));
}

function bad(code: string, message: string, hint: string): Outcome<never> {
  return { ok: false, failure: usageFailure(code, message, hint).failure };
}

function decodeURIComponentOr(text: string, otherwise: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise;
  }
}

function sendOutcome(response: ServerResponse, status: number, outcome: Outcome<unknown>): void {
  sendText(response, status, 'application/json', JSON.stringify(outcome));
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  sendText(response, refusal.status, 'text/plain', refusal.message);
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    ...pageHeaders,
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    ...(status >= 400 ? { Connection: 'close' } : {}),
  });
  response.end(`${text}\n`);
}

/** Listens on the loopback address only. A free port that browsers refuse to open is given back and another taken. */
async function listen(server: Server, port: number): Promise<number> {
  if (port !== 0 && isUnsafePort(port))
    throw usageFailure(
      'port-unsafe',
      `Browsers refuse to open port ${port}.`,
      'Give another port, or leave --port out to take a free one.',
    );
  const given = await listenOnce(server, port);
  if (port !== 0 || !isUnsafePort(given)) return given;
  await new Promise<void>((done) => server.close(() => done()));
  return listen(server, 0);
}

function listenOnce(server: Server, port: number): Promise<number> {
  return new Promise((done, fail) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      fail(
        inputFailure(
          taken ? 'port-taken' : 'port-refused',
          taken
            ? `Port ${port} on 127.0.0.1 is already taken by another program.`
            : `Port ${port} on 127.0.0.1 cannot be opened (${error.code ?? error.message}).`,
          'Give another port with --port, or leave --port out to take a free one.',
        ),
      );
    };
    server.once('error', onError);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError);
      done((server.address() as AddressInfo).port);
    });
  });
}
