import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../test/helpers/loopback-server.ts';
import { DownloadError } from './download-failure.ts';
import { openTunnel, proxyFor } from './proxy.ts';

const target = new URL('https://pypi.org/simple/');

describe('the proxy of the environment', () => {
  it('is the one for HTTPS, in either case, with or without a scheme', () => {
    expect(proxyFor(target, {})).toBeNull();
    expect(proxyFor(target, { HTTPS_PROXY: 'http://proxy:3128' })?.host).toBe('proxy:3128');
    expect(proxyFor(target, { https_proxy: 'proxy:3128' })?.href).toBe('http://proxy:3128/');
    expect(proxyFor(target, { ALL_PROXY: 'https://all:1' })?.host).toBe('all:1');
    expect(proxyFor(target, { HTTP_PROXY: 'http://proxy:3128' })).toBeNull();
  });

  it('does not count for hosts that NO_PROXY names', () => {
    const through = (no: string): boolean => proxyFor(target, { HTTPS_PROXY: 'p:1', NO_PROXY: no }) !== null;
    for (const no of ['*', 'pypi.org', '.org', 'example.com, pypi.org:443', '*.org'])
      expect(through(no)).toBe(false);
    for (const no of ['', 'i.org', 'pypi.org.example', 'pypi.org:80']) expect(through(no)).toBe(true);
  });

  it('is refused in a sentence when it is no web proxy', () => {
    expect(() => proxyFor(target, { HTTPS_PROXY: 'socks5://proxy:1' })).toThrow(DownloadError);
  });

  it('is named when it does not let us through, without its password', async () => {
    const server = createServer();
    server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    const proxy = new URL(`http://user:secret@127.0.0.1:${await listenOnLoopback(server)}`);
    const error: unknown = await openTunnel(proxy, target, 1000, undefined).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).toContain('403');
    expect(String(error)).not.toContain('secret');
    await new Promise((done) => server.close(done));
    await expect(openTunnel(proxy, target, 1000, undefined)).rejects.toMatchObject({ reason: 'unreachable' });
  });
});
