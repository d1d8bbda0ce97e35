import { expect, test } from 'vitest';
import { isOwnPage, mayLoad, mayOpenExternally } from './links.ts';

test.each([
  'https://istio.io/latest/docs/',
  'https://www.envoyproxy.io/docs',
  'https://github.com/istio/istio/issues/1',
])('%s may be opened in the browser', (link) => {
  expect(mayOpenExternally(link)).toBe(true);
});

test.each([
  'http://istio.io/',
  'https://istio.io.evil.example/',
  'https://user:secret@istio.io/',
  'https://istio.io@evil.example/',
  'https://istio.io:8443/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://istio.io/share',
  'vscode://istio.io',
  '',
])('%s is not opened', (link) => {
  expect(mayOpenExternally(link)).toBe(false);
});

test('only pages of our own scheme and host are our own', () => {
  expect(isOwnPage('app://sidecar-anatomy/index.html')).toBe(true);
  for (const foreign of [
    'app://sidecar-anatomy.evil/index.html',
    'app://other/index.html',
    'https://sidecar-anatomy/index.html',
    'about:blank',
    'app:sidecar-anatomy',
    '',
  ])
    expect([foreign, isOwnPage(foreign)]).toEqual([foreign, false]);
});

test('the page loads nothing from a network and no file of the disk', () => {
  for (const address of [
    'https://istio.io/',
    'http://127.0.0.1:9982/ready',
    'ws://x/',
    'file:///etc/passwd',
    'ftp://x/',
  ])
    expect([address, mayLoad(address)]).toEqual([address, false]);
  expect(mayLoad('blob:app://sidecar-anatomy/1')).toBe(true);
});
