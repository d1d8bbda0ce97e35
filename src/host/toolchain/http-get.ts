import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { rootCertificates } from 'node:tls';
import { readSmallFile } from '../files/small-file.ts';
import { DownloadError, showUrl } from './download-failure.ts';
import { openTunnel, proxyFor } from './proxy.ts';

/** Time limits of a transfer, in milliseconds. */
export interface TransferLimits {
  /** Until a connection stands, name look-up and TLS included. */
  readonly connectMs: number;
  /** Longest silence after that. */
  readonly stallMs: number;
}

export const defaultLimits: TransferLimits = { connectMs: 15_000, stallMs: 60_000 };

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly limits?: TransferLimits;
  readonly env?: NodeJS.ProcessEnv;
}

const MAX_REDIRECTS = 5;

/**
 * Opens a GET over HTTPS and follows redirects; plain HTTP only to this machine itself. Certificates are checked,
 * authorities named by `SSL_CERT_FILE`, `PIP_CERT`, `REQUESTS_CA_BUNDLE` and `NODE_EXTRA_CA_CERTS` count too; proxies
 * as `HTTPS_PROXY` and `NO_PROXY` say.
 * @returns the response of the last address, whatever its status, with a limit on silence set.
 * @throws DownloadError when no answer comes.
 */
export async function get(
  address: string,
  options: GetOptions = {},
): Promise<{ response: IncomingMessage; url: URL }> {
  let url = new URL(address);
  let headers = { ...options.headers };
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    checkScheme(url);
    const response = await open(url, headers, options);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return { response, url };
    response.destroy();
    const next = new URL(location, url);
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw new DownloadError(
        'insecure',
        `${showUrl(url)} sends on to ${showUrl(next)}, which is not encrypted.`,
      );
    if (next.host !== url.host) headers = withoutCredentials(headers);
    url = next;
  }
  throw new DownloadError('refused', `${showUrl(address)} sends from address to address without end.`);
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  );
}

/** True for an address on this machine, where nobody can listen in between. */
function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname);
}

function checkScheme(url: URL): void {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return;
  throw new DownloadError(
    'insecure',
    `${showUrl(url)} is not encrypted: programs are fetched over HTTPS only.`,
  );
}

async function open(
  url: URL,
  headers: Record<string, string>,
  options: GetOptions,
): Promise<IncomingMessage> {
  const limits = options.limits ?? defaultLimits;
  const env = options.env ?? process.env;
  if (options.signal?.aborted === true) throw cancelled(url);
  const authorities = url.protocol === 'https:' ? extraAuthorities(env) : [];
  const ca = authorities.length === 0 ? undefined : [...rootCertificates, ...authorities];
  const proxy = isLoopback(url) ? null : proxyFor(url, env);
  const socket = proxy === null ? null : await openTunnel(proxy, url, limits.connectMs, options.signal, ca);
  const request: https.RequestOptions = {
    headers: { 'user-agent': 'sidecar-anatomy', ...credentials(url), ...headers },
    agent: false,
    ...(socket === null ? {} : { createConnection: () => socket }),
    ...(ca === undefined ? {} : { ca }),
  };
  return new Promise((done, failed) => {
    const sent = (url.protocol === 'https:' ? https : http).get(url, request);
    const timer = setTimeout(() => {
      sent.destroy(
        new DownloadError(
          'unreachable',
          `${showUrl(url)} did not answer within ${limits.connectMs / 1000} s.`,
        ),
      );
    }, limits.connectMs);
    const abort = (): void => {
      sent.destroy(cancelled(url));
    };
    options.signal?.addEventListener('abort', abort, { once: true });
    sent.once('socket', (used) => {
      const connected = (): void => clearTimeout(timer);
      if (socket !== null) connected();
      used.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    });
    sent.setTimeout(limits.stallMs, () => {
      sent.destroy(
        new DownloadError('stalled', `${showUrl(url)} was silent for ${limits.stallMs / 1000} s.`),
      );
    });
    sent.once('response', (response) => {
      clearTimeout(timer);
      response.once('close', () => options.signal?.removeEventListener('abort', abort));
      done(response);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      failed(error instanceof DownloadError ? error : unreachable(url, error));
    });
  });
}

export function cancelled(url: string | URL): DownloadError {
  return new DownloadError('cancelled', `Fetching ${showUrl(url)} was cancelled.`);
}

/** A sentence for what the system or the TLS library said; its own code in brackets for those who look it up. */
function unreachable(url: URL, error: NodeJS.ErrnoException): DownloadError {
  const code = error.code ?? error.message;
  const why =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? `the name ${url.hostname} could not be found`
      : code === 'ECONNREFUSED'
        ? 'the connection was refused'
        : /CERT|SIGNATURE|ISSUER/.test(code)
          ? 'its certificate is not trusted here'
          : 'the connection broke';
  return new DownloadError('unreachable', `${showUrl(url)} cannot be reached: ${why} (${code}).`);
}

function credentials(url: URL): Record<string, string> {
  if (url.username === '') return {};
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` };
}

/** Bundles that curl, pip and Node are told of by environment; unreadable ones are left out, as curl's users expect of a hint. */
function extraAuthorities(env: NodeJS.ProcessEnv): readonly string[] {
  const files = new Set(
    [env.SSL_CERT_FILE, env.PIP_CERT, env.REQUESTS_CA_BUNDLE, env.NODE_EXTRA_CA_CERTS].filter(
      (file) => file !== undefined && file !== '',
    ),
  );
  return [...files].flatMap((file) => {
    try {
      const text = readSmallFile(String(file));
      return text === null ? [] : [text];
    } catch {
      return [];
    }
  });
}
