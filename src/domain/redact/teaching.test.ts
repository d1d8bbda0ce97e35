import { describe, expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';

describe('what the app teaches stays:', () => {
  test.each([
    ['PILOT_CERT_PROVIDER', 'istiod'],
    ['CA_ADDR', 'istiod.istio-system.svc:15012'],
    ['JWT_POLICY', 'third-party-jwt'],
    ['TRUST_DOMAIN', 'cluster.local'],
    ['TOKEN_AUDIENCES', 'istio-ca'],
    ['CREDENTIAL_FETCHER_TYPE', 'GoogleComputeEngine'],
    ['CREDENTIAL_IDENTITY_PROVIDER', 'GoogleComputeEngine'],
    ['SECRET_TTL', '24h0m0s'],
    ['SECRET_GRACE_PERIOD_RATIO', '0.5'],
    ['USE_TOKEN_FOR_CSR', 'true'],
    ['WORKLOAD_RSA_KEY_SIZE', '2048'],
    ['ECC_SIGNATURE_ALGORITHM', 'ECDSA'],
    ['WORKLOAD_IDENTITY_SOCKET_FILE', 'socket'],
    ['XDS_AUTH_PROVIDER', 'gcp'],
    ['controlPlaneAuthPolicy', 'MUTUAL_TLS'],
    ['tokenPath', './var/run/secrets/tokens/istio-token'],
    ['TOKEN', '/var/run/secrets/tokens/istio-token'],
    ['token', 'istio-token'],
    ['DB_PASSWORD_FILE', '/run/secrets/db'],
    ['PASSWORD', '$(DB_PASSWORD)'],
    ['PASSWORD', ['$', '{DB_PASSWORD}'].join('')],
    ['PASSWORD', ''],
    ['credentialName', 'httpbin-credential'],
    ['secretName', 'istio-ca-secret'],
    ['imagePullSecrets', '[{name: registry-login}]'],
    ['automountServiceAccountToken', 'false'],
    ['ISTIO_META_CLUSTER_ID', 'Kubernetes'],
    ['ISTIO_META_MESH_ID', 'mesh1'],
    ['ISTIO_META_OWNER', 'kubernetes://apis/apps/v1/namespaces/default/deployments/payments'],
    ['ISTIO_META_WORKLOAD_NAME', 'payments-6d5f9'],
    ['ISTIO_META_REQUESTED_NETWORK_VIEW', 'network1'],
    ['PROXY_CONFIG', '{"discoveryAddress":"istiod.istio-system.svc:15012","concurrency":2}'],
    ['checksum/secret', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['image', `registry.istio.io/release/proxyv2@sha256:${'9f86d081884c7d65'.repeat(4)}`],
    ['image', 'localhost:5000/team/app:1.2.3@sha256:9f86d081884c7d65'],
    ['MAX_TOKENS', '100000'],
    ['ROUTING_KEY', 'payments.v1.created'],
    ['topologyKey', 'kubernetes.io/hostname'],
    ['PUBLIC_KEY', 'abcDEF123'],
    ['PWD', '/srv/app'],
    ['commit', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['uid', '7f1c2f2e-9d0b-4a53-8a58-3f2f7f0a9b11'],
  ])('%s: %s', (name, value) => {
    const redactor = createRedactor();
    expect([redactor.named(name, value), redactor.secrets.size]).toEqual([value, 0]);
  });

  test.each([
    'projected · serviceAccountToken audience istio-ca',
    'secretKeyRef:shop-login/password optional',
    'secret shop-login · optional',
    'value of --token',
    '3 values were masked; --include-secrets shows them.',
    'the name of a Secret (`secretKeyRef`), or its secret `Key9`',
    'failed to read token file "./var/run/secrets/tokens/istio-token": open ./var/run/secrets/tokens/istio-token: permission denied',
    'failed to fetch token: connection refused',
    "Issuer 'https://issuer.example.com' in jwt_authn config has invalid local jwks: Jwks doesn't have any valid public key",
    'x509: certificate signed by unknown authority',
    'sidecar~10.0.0.7~payments-6d5f9.default~default.svc.cluster.local',
    'spiffe://cluster.local/ns/default/sa/payments',
    'unix://./var/run/secrets/workload-spiffe-uds/socket',
    'https://kubernetes.default.svc:443/api?timeout=10s',
    'write to me@example.com, or ssh://git@example.com/shop.git',
    '-u 1337:1337',
    'docker login --password-stdin registry.example',
    'curl -H "Authorization: Bearer $TOKEN" http://shop',
    '[{name: DB_PASSWORD, valueFrom: {secretKeyRef: {name: shop-login, key: password}}}]',
    'the basic KServices, and a bearer of Bad2 news',
    '{"headers":{"cookie":{"regex":"^(.*?;)?(user=dev-123)(;.*)?$"}}}',
    '{"token_bucket":{"max_tokens":100,"fill_interval":"1s"}}',
    '{"serviceAccountToken":{"audience":"istio-ca","expirationSeconds":43200,"path":"istio-token"}}',
  ])('%s', (words) => {
    const redactor = createRedactor();
    expect([redactor.text(words), redactor.secrets.size]).toEqual([words, 0]);
  });
});
