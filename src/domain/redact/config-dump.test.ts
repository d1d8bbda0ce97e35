import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { redactConfigDump } from './config-dump.ts';

const redacted = (dump: object) => {
  const { text, masked } = redactConfigDump(dump);
  return { value: JSON.parse(text) as unknown, masked };
};

test('case 67: the second key, which Envoy left in clear, is masked; Envoy’s own mask is shown as a word and not counted', () => {
  const dump = JSON.parse(
    readFileSync(new URL('../../../test/cases/67-config-dump-half-redacted.json', import.meta.url), 'utf8'),
  ) as object;
  const { text, masked } = redactConfigDump(dump);
  expect(masked).toBe(1);
  expect(text).not.toContain('bm90LWEtcmVhbC1rZXk');
  expect(text).not.toContain('W3JlZGFjdGVkXQ');
  expect(text.match(/"\[redacted\]"/g)).toHaveLength(1);
  expect(text.match(/"••••"/g)).toHaveLength(1);
});

describe('what Envoy prints in clear is masked:', () => {
  test.each<[string, object]>([
    [
      'the value of a header',
      { request_headers_to_add: [{ header: { key: 'Authorization', value: 'Bearer a' } }] },
    ],
    ['a header for an API key', { header: { key: 'x-partner-key', value: 'abc' } }],
    ['gRPC metadata', { initial_metadata: [{ key: 'anything', value: 'abc' }] }],
    ['a key set', { local_jwks: { inline_string: '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}' } }],
    ['Lua', { default_source_code: { inline_string: 'local token = "abc"' } }],
    ['a secret in the metadata of the node', { node: { id: 'a', metadata: { DB_PASSWORD: 'abc' } } }],
    ['a number in it', { node: { metadata: { DB_PASSWORD: 15090 } } }],
    ['what configures a Wasm plugin', { configuration: { '@type': 'x.StringValue', value: 'key: abc' } }],
    ['who may log in', { users: { inline_string: 'me:{SHA}abc' } }],
    ['a private key', { private_key: { inline_bytes: 'YWJj' } }],
    ['a PEM block anywhere', { note: 'x -----BEGIN RSA PRIVATE KEY----- abc' }],
    ['a field named like a secret', { typed_config: { api_key: 'abc' } }],
    ['a list of tokens', { tokens: ['abc'] }],
  ])('%s', (_, dump) => {
    const { text, masked } = redactConfigDump(dump);
    expect(masked).toBe(1);
    expect(text).toContain('••••');
    expect(text).not.toMatch(/abc|YWJj|15090|c2VjcmV0|Bearer/);
  });
});

test('what is no secret stays: names, files, counts, ordinary headers', () => {
  const dump = {
    tls_certificate_sds_secret_configs: [{ name: 'default' }],
    secret: { name: 'ROOTCA', '@type': 'x.Secret' },
    token_bucket: { max_tokens: 10, fill_interval: '1s' },
    private_key: { filename: '/etc/certs/key.pem' },
    header: { key: 'x-request-id', value: '7' },
    node: { id: 'sidecar~1', cluster: 'a', metadata: { OWNER: 'kubernetes://apis/apps/v1/x', PORT: 15090 } },
  };
  expect(redacted(dump)).toEqual({ value: dump, masked: 0 });
});
