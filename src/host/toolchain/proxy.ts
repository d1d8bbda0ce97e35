import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { DownloadError, showUrl } from './download-failure.ts';

/**
 * The proxy for an address, as curl reads the environment: `https_proxy`/`HTTPS_PROXY`, then `all_proxy`, unless
 * `no_proxy` names the host, a domain it lies in, or `*`.
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | null {
  if (url.protocol !== 'https:') return null;
  const value = env.https_proxy ?? env.HTTPS_PROXY ?? env.all_proxy ?? env.ALL_PROXY ?? '';
  if (value === '' || isExempt(url, env.no_proxy ?? env.NO_PROXY ?? '')) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const proxy = URL.canParse(address) ? new URL(address) : null;
  if (proxy === null || !['http:', 'https:'].includes(proxy.protocol))
    throw new DownloadError(
      'unreachable',
      'The proxy named by the environment is not an http:// or https:// address.',
    );
  return proxy;
}

function isExempt(url: URL, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [name = '', port] = entry.replace(/^\*?\./, '').split(':');
      if (port !== undefined && port !== (url.port || '443')) return false;
      return url.hostname === name || url.hostname.endsWith(`.${name}`);
    });
}

/**
 * A TLS connection to an address through a proxy (HTTP CONNECT, RFC 9110 section 9.3.6).
 * @throws DownloadError when the proxy does not let us through.
 */
export function openTunnel(
  proxy: URL,
  target: URL,
  connectMs: number,
  signal: AbortSignal | undefined,
  ca?: readonly string[],
): Promise<Socket> {
  const host = `${target.hostname}:${target.port || '443'}`;
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const headers: Record<string, string> = { host };
  if (proxy.username !== '') headers['proxy-authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  return new Promise((done, failed) => {
    const refuse = (why: string): void =>
      failed(
        new DownloadError(
          'unreachable',
          `The proxy ${showUrl(proxy)} does not lead to ${target.hostname}: ${why}.`,
        ),
      );
    const request = (proxy.protocol === 'https:' ? https : http).request({
      host: proxy.hostname,
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: host,
      headers,
      agent: false,
      timeout: connectMs,
      ...(signal === undefined ? {} : { signal }),
    });
    request.once('timeout', () => request.destroy(new Error(`no answer within ${connectMs / 1000} s`)));
    request.once('error', (error) => refuse(error.message));
    request.once('response', (response) => {
      response.destroy();
      refuse(`it answered ${response.statusCode}`);
    });
    request.once('connect', (response, socket) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        refuse(`it answered ${response.statusCode}`);
        return;
      }
      const secure = connectTls({
        socket,
        servername: target.hostname,
        ...(ca === undefined ? {} : { ca: [...ca] }),
      });
      secure.once('error', (error) => refuse(error.message));
      secure.once('secureConnect', () => done(secure));
    });
    request.end();
  });
}
