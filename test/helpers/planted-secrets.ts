/** Secrets that open nothing, made here so that no text of this repository holds one whole. */

const ALPHABET = 'q7Wz3Rk9Xb2Vn8Ld5Hf4Jc6TmPsGyQaEu1Ki';

/** Letters and digits that look thrown together, the same for the same seed. */
function noise(seed: number, length: number, alphabet = ALPHABET): string {
  let state = seed * 7919 + 17;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[(state >> 12) % alphabet.length] ?? '';
  }).join('');
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

function pem(kind: string, seed: number): string {
  const lines = [noise(seed, 64), noise(seed + 1, 64), `${noise(seed + 2, 30)}==`];
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join('\n');
}

export type Place =
  | 'env'
  | 'proxy-env'
  | 'arg'
  | 'exec'
  | 'annotation'
  | 'config-dump'
  | 'log'
  | 'kubeconfig';

export interface Planted {
  readonly kind: string;
  readonly place: Place;
  /** Name of the variable or annotation, empty where the place has none. */
  readonly name: string;
  /** What stands there; it holds the secret. */
  readonly text: string;
  /** What nobody may see, as it is, and as what it decodes to. */
  readonly secrets: readonly string[];
}

function plant(
  kind: string,
  place: Place,
  name: string,
  secret: string,
  text: (secret: string) => string = (whole) => whole,
): Planted {
  return {
    kind,
    place,
    name,
    text: text(secret),
    secrets: secret.split('\n').filter((line) => !line.startsWith('---')),
  };
}

const jwt = [
  base64url('{"alg":"HS256","typ":"JWT"}'),
  base64url(`{"sub":"${noise(40, 20)}"}`),
  noise(41, 43),
].join('.');
export const json = (value: unknown): string => JSON.stringify(value);

const VARIABLES: readonly Planted[] = [
  plant('a password by its name', 'env', 'DB_PASSWORD', noise(1, 14)),
  plant('a password that is a number', 'env', 'ADMIN_PASSWD', '4827193055'),
  plant('an AWS secret key', 'env', 'AWS_SECRET_ACCESS_KEY', noise(2, 40)),
  plant(
    'an AWS key id under any name',
    'env',
    'STORAGE_USER',
    ['AK', 'IA', noise(3, 16, 'Q7WZ3RK9XB2V')].join(''),
  ),
  plant(
    'a password in an address',
    'env',
    'DATABASE_URL',
    noise(4, 18),
    (pw) => `postgres://app:${pw}@db.shop:5432/shop?sslmode=require`,
  ),
  plant(
    'a password without a user',
    'env',
    'CACHE',
    noise(5, 18),
    (pw) => `redis://:${pw}@cache.shop:6379/0`,
  ),
  plant(
    'an Azure account key',
    'env',
    'STORAGE',
    `${noise(6, 86)}==`,
    (key) =>
      `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${key};EndpointSuffix=core.windows.net`,
  ),
  plant(
    'an Azure signature',
    'env',
    'UPLOADS',
    noise(7, 43),
    (sig) => `https://shop.blob.core.windows.net/in?sv=2024-01-01&se=2030-01-01&sr=c&sig=${sig}`,
  ),
  plant('a Google account', 'env', 'GCP_ACCOUNT', pem('PRIVATE KEY', 8), (key) =>
    json({ type: 'service_account', client_email: 'shop@shop.iam.example', private_key: key }),
  ),
  plant('a Google API key', 'env', 'MAPS', ['AI', 'za', noise(9, 35)].join('')),
  plant('a GitHub token', 'env', 'DEPLOY', ['gh', 'p_', noise(10, 36)].join('')),
  plant('a fine-grained GitHub token', 'env', 'MIRROR', ['github', '_pat_', noise(11, 60)].join('')),
  plant(
    'a GitLab token in words',
    'env',
    'HINT',
    ['gl', 'pat-', noise(12, 20)].join(''),
    (token) => `clone it with ${token} as usual`,
  ),
  plant('a Slack token', 'env', 'CHAT', ['xo', 'xb-', noise(13, 30)].join('')),
  plant(
    'a Slack webhook',
    'env',
    'ALERTS',
    `T0${noise(14, 8)}/B0${noise(15, 8)}/${noise(16, 24)}`,
    (path) => `https://hooks.slack.com/services/${path}`,
  ),
  plant('a Stripe key', 'env', 'PAYMENTS', ['sk', '_live_', noise(17, 24)].join('')),
  plant('an npm token', 'env', 'PACKAGES', ['np', 'm_', noise(18, 36)].join('')),
  plant('a SendGrid key', 'env', 'MAIL', ['SG', noise(19, 22), noise(20, 43)].join('.')),
  plant('a model key', 'env', 'MODEL', ['sk', '-proj-', noise(21, 40)].join('')),
  plant('a JSON Web Token', 'env', 'WHO', jwt),
  plant(
    'a header in one text',
    'env',
    'UPSTREAM_HEADER',
    noise(22, 32),
    (token) => `Authorization: Bearer ${token}`,
  ),
  plant('a key in PEM', 'env', 'BUNDLE', pem('RSA PRIVATE KEY', 23), (key) => `${key}\n`),
  plant('an SSH key', 'env', 'GIT', pem('OPENSSH PRIVATE KEY', 26)),
  plant('a dockerconfigjson', 'env', 'REGISTRY', base64(`shop:${noise(29, 12)}`), (auth) =>
    json({ auths: { 'registry.example': { auth } } }),
  ),
  plant('a symmetric key of a JWKS', 'env', 'KEYS', noise(30, 43), (k) =>
    json({ keys: [{ kty: 'oct', kid: 'a', k }] }),
  ),
  plant(
    'Lua with a key in it',
    'env',
    'FILTER',
    noise(31, 24),
    (key) => `local api_key = "${key}"\nfunction envoy_on_request(handle) end\n`,
  ),
  plant('a MySQL address', 'env', 'DSN', noise(32, 16), (pw) => `shop:${pw}@tcp(db.shop:3306)/shop`),
  plant(
    'the hash of a password',
    'env',
    'USERS',
    ['$2', 'y$05$', noise(33, 53)].join(''),
    (hash) => `admin:${hash}`,
  ),
  plant(
    'an ADO connection string',
    'env',
    'SQL',
    noise(34, 16),
    (pw) => `Server=db.shop;User Id=sa;Password=${pw};Encrypt=true`,
  ),
];

const COMMANDS: readonly Planted[] = [
  plant('an argument with a password', 'arg', '', noise(50, 16), (pw) => `--password=${pw}`),
  plant('an argument behind its flag', 'arg', '--auth-token', noise(51, 20)),
  plant('a header among arguments', 'arg', '-H', noise(52, 20), (key) => `X-Partner-Key: ${key}`),
  plant('who one is at curl', 'arg', '--user', noise(53, 16), (pw) => `shop:${pw}`),
  plant(
    'a password in front of a command',
    'exec',
    '',
    noise(54, 16),
    (pw) => `PGPASSWORD=${pw} psql -h db.shop -c 'select 1'`,
  ),
];

const ANNOTATIONS: readonly Planted[] = [
  plant('a key in an annotation', 'annotation', 'example.com/api-key', noise(60, 24)),
  plant(
    'a Vault token in words',
    'annotation',
    'example.com/note',
    ['hv', 's.', noise(61, 24)].join(''),
    (token) => `unseal with ${token}`,
  ),
  plant(
    'what kubectl applied last',
    'annotation',
    'kubectl.kubernetes.io/last-applied-configuration',
    noise(62, 18),
    (pw) =>
      json({
        kind: 'Deployment',
        spec: {
          template: { spec: { containers: [{ name: 'shop', env: [{ value: pw, name: 'SHOP_PASSWORD' }] }] } },
        },
      }),
  ),
  plant('a Secret applied last', 'annotation', 'example.com/applied', base64(`${noise(63, 18)}x`), (data) =>
    json({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'shop' }, data: { anything: data } }),
  ),
  plant(
    'a setting of the proxy',
    'annotation',
    'proxy.istio.io/config',
    noise(64, 12),
    (token) => `proxyMetadata:\n  SHOP_TOKEN: ${token}\n`,
  ),
  plant('metadata in JSON for the proxy', 'proxy-env', 'ISTIO_METAJSON_SHOP', noise(65, 24), (token) =>
    json({ SHOP_OWNER: 'team-shop', shop: { vault_token: token } }),
  ),
];

const DUMPS: readonly Planted[] = [
  plant('a header that Envoy adds', 'config-dump', '', noise(70, 24), (value) =>
    json({ request_headers_to_add: [{ header: { key: 'x-partner-key', value } }] }),
  ),
  plant('Lua in a listener', 'config-dump', '', noise(71, 24), (key) =>
    json({ default_source_code: { inline_string: `local k = "${key}"` } }),
  ),
  plant('a ticket key', 'config-dump', '', base64(noise(72, 30)), (key) =>
    json({ session_ticket_keys: { keys: [{ inline_bytes: key }] } }),
  ),
  plant('gRPC metadata', 'config-dump', '', noise(73, 24), (value) =>
    json({ initial_metadata: [{ key: 'anything', value }] }),
  ),
];

const LOGS: readonly Planted[] = [
  plant(
    'a header in Envoy’s log',
    'log',
    '',
    noise(80, 24),
    (token) =>
      `[2026-01-10 10:00:00.000][7][debug][http] [source/common/http/conn_manager_impl.cc:1135] request headers complete: ':path', '/', 'authorization', 'Bearer ${token}'`,
  ),
  plant(
    'a bootstrap in Envoy’s log',
    'log',
    '',
    noise(81, 24),
    (value) => `[2026-01-10 10:00:00.001][7][info][main] header { key: "x-api-key" value: "${value}" }`,
  ),
  plant(
    'an address in a log',
    'log',
    '',
    noise(82, 16),
    (pw) => `dial https://shop:${pw}@upstream.shop/v1: connection refused`,
  ),
];

const KUBECONFIGS: readonly Planted[] = [
  plant('a token of a kubeconfig', 'kubeconfig', 'token', noise(90, 32)),
  plant('a key of a kubeconfig', 'kubeconfig', 'client-key-data', base64(pem('EC PRIVATE KEY', 91))),
  plant('a password of a kubeconfig', 'kubeconfig', 'password', noise(94, 14)),
  plant('a refresh token', 'kubeconfig', 'refresh-token', noise(95, 30)),
];

/** More than forty secrets, each of another kind. */
export const PLANTED: readonly Planted[] = [
  ...VARIABLES,
  ...COMMANDS,
  ...ANNOTATIONS,
  ...DUMPS,
  ...LOGS,
  ...KUBECONFIGS,
];

export const plantedIn = (...places: readonly Place[]): readonly Planted[] =>
  PLANTED.filter(({ place }) => places.includes(place));

/** Pieces of the secrets that stand in a text: a picture may show the beginning of one. */
export function leaks(text: string, planted: readonly Planted[] = PLANTED): readonly string[] {
  return planted.flatMap(({ kind, secrets }) =>
    secrets.flatMap((secret) => {
      const size = Math.min(10, secret.length);
      const windows = Array.from({ length: secret.length - size + 1 }, (_, at) =>
        secret.slice(at, at + size),
      );
      const seen = windows.find((window) => text.includes(window));
      return seen === undefined ? [] : [`${kind}: ${seen}`];
    }),
  );
}
