import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import { readKubeconfig } from './kubeconfig.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-kubeconfig-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'kubeconfig');

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const WHOLE = `apiVersion: v1
kind: Config
current-context: lab
contexts:
  - { name: other, context: { cluster: other, user: other } }
  - { name: lab, context: { cluster: lab, user: me } }
clusters:
  - name: lab
    cluster:
      server: https://10.0.0.1:6443/base/
      certificate-authority-data: ${Buffer.from(PEM).toString('base64')}
users:
  - { name: me, user: { token: s3cret-token } }
`;

function read(text: string) {
  writeFileSync(path, text);
  return readKubeconfig(path);
}

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof FailureError) return `${error.failure.code}: ${error.failure.message}`;
    throw error;
  }
  throw new Error('it was read');
}

describe('a kubeconfig', () => {
  it('gives cluster and user of its current context', () => {
    const access = read(WHOLE);
    expect(access).toEqual({
      context: 'lab',
      server: new URL('https://10.0.0.1:6443/base/'),
      trustAnyone: false,
      ca: PEM,
      token: 's3cret-token',
    });
  });

  it('may be JSON, and name files beside itself', () => {
    mkdirSync(join(folder, 'pki'), { recursive: true });
    writeFileSync(join(folder, 'pki', 'me.crt'), PEM);
    writeFileSync(join(folder, 'me.key'), 'key');
    writeFileSync(join(folder, 'token'), 'from-a-file\n');
    const access = read(
      JSON.stringify({
        'current-context': 'a',
        contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
        clusters: [{ name: 'a', cluster: { server: 'https://a', 'certificate-authority': 'pki/me.crt' } }],
        users: [
          {
            name: 'a',
            user: { 'client-certificate': 'pki/me.crt', 'client-key': 'me.key', tokenFile: 'token' },
          },
        ],
      }),
    );
    expect(access).toMatchObject({ ca: PEM, cert: PEM, key: 'key', token: 'from-a-file' });
  });

  it.each([
    ['has no current context', WHOLE.replace('current-context: lab', 'current-context: ""')],
    ['names a context “gone” that it does not hold', WHOLE.replace('t-context: lab', 't-context: gone')],
    [
      'names a cluster “gone” that it does not hold',
      WHOLE.replace('cluster: lab, user', 'cluster: gone, user'),
    ],
    ['names a user “gone” that it does not hold', WHOLE.replace('user: me }', 'user: gone }')],
    ['names no server that is an https:// address (“ftp://a”)', WHOLE.replace(/https:\S+/, 'ftp://a')],
    ['has a certificate-authority-data that is no PEM', WHOLE.replace(/-data: \S+/, '-data: AAAA')],
    ['is no YAML (kubeconfig:1:', '\tkind: Config\n'],
    ['is no kubeconfig: it is of kind Deployment', 'apiVersion: apps/v1\nkind: Deployment\n'],
    ['is no kubeconfig: it holds neither contexts nor clusters', 'a: 1\n'],
    ['is no kubeconfig: it holds no mapping', 'a text\n'],
    ['is no kubeconfig: it holds no mapping', ''],
    ['has a token that is no text', WHOLE.replace('s3cret-token', '12345')],
    ['has a tokenFile that is no text', WHOLE.replace('token: s3cret-token', 'tokenFile: [a]')],
    [
      'has a client-certificate-data that is no text',
      WHOLE.replace('token: s3cret-token', 'client-certificate-data: {a: b}'),
    ],
    ['has a tls-server-name that is no text', WHOLE.replace('server:', 'tls-server-name: 5\n      server:')],
    ['has a token with a character that no token has', WHOLE.replace('s3cret-token', '"a b"')],
  ])('that cannot be used says why: %s', (why, text) => {
    const message = refusal(text);
    expect(message).toContain(`kubeconfig-broken: The kubeconfig ${path} ${why}`);
    expect(message).not.toContain('s3cret');
  });

  it.each([
    ['exec', '{ exec: { command: gke-login, args: [a] } }', 'gke-login'],
    ['auth-provider', '{ auth-provider: { name: oidc } }', 'oidc'],
    ['exec that names none', '{ exec: { args: [a] } }', 'a program'],
    ['exec that is no mapping', '{ exec: sh }', 'a program'],
  ])('whose user logs in with a program is not used: %s', (_, user, program) => {
    expect(refusal(WHOLE.replace('{ token: s3cret-token }', user))).toBe(
      `kubeconfig-login: In the kubeconfig ${path} the user “me” logs in with ${program}, which this app does not start.`,
    );
  });

  it('that leads through a proxy is not used', () => {
    const text = WHOLE.replace('server:', 'proxy-url: socks5://a\n      server:');
    expect(refusal(text)).toMatch(/^kubeconfig-proxy: /);
  });

  it('that names files which are not there says which', () => {
    const text = WHOLE.replace('{ token: s3cret-token }', '{ tokenFile: gone }');
    expect(refusal(text)).toBe(
      `kubeconfig-missing: The tokenFile of the kubeconfig ${path}, gone, is not there.`,
    );
  });

  it('may name nobody, and a user without credentials', () => {
    expect(read(WHOLE.replace(', user: me }', ' }'))).not.toHaveProperty('token');
    expect(read(WHOLE.replace('{ token: s3cret-token }', '{}'))).not.toHaveProperty('token');
  });
});
