import { expect, test } from 'vitest';
import { shortImage } from './short-image.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

test.each([
  ['registry.k8s.io/e2e-test-images/agnhost:2.53', 'agnhost:2.53'],
  ['localhost:5000/team/app:1', 'app:1'],
  ['[::1]:5000/app', 'app'],
  ['nginx', 'nginx'],
  ['registry.example.com/支払い/決済処理:1.4', '決済処理:1.4'],
  ['$(REGISTRY)/app:1', 'app:1'],
  ['nginx:1.27', 'nginx:1.27'],
  [`docker.io/istio/proxyv2:1.30@${DIGEST}`, 'proxyv2:1.30'],
  [`docker.io/istio/proxyv2@${DIGEST}`, 'proxyv2'],
])('the short name of %s is its last name with its tag: %s', (image, short) => {
  expect(shortImage(image)).toBe(short);
});

test.each([
  'registry/app:<script>alert(1)</script>',
  'registry/app:1/2',
  'app:latest/2',
  'registry/app:',
  'registry/app@sha256:short',
  '{{ .Values.image }}/app:1',
  '',
])('what is no image name stays as it was written: %j', (image) => {
  expect(shortImage(image)).toBe(image);
});

test('a very long name that is none ends, too', () => {
  for (const piece of ['a-', 'a/', 'a:', 'a@']) {
    const image = `${piece.repeat(200_000)} `;
    expect(shortImage(image)).toBe(image);
  }
});
