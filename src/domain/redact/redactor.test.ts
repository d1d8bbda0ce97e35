import { describe, expect, test } from 'vitest';
import { leaks, PLANTED, plantedIn } from '../../../test/helpers/planted-secrets.ts';
import { plantedKubeconfig, plantedWorkload } from '../../../test/helpers/planted-workload.ts';
import { createRedactor } from './redactor.ts';

/** Built from pieces: no text of this repository holds a key whole. */
const KEY = ['Zk3', 'Qp9', 'Lm2', 'Xv7', 'Rt5', 'Wn8'].join('');
const MASKED = '••••';

const named = (name: string, value: string) => createRedactor().named(name, value);
const text = (value: string) => createRedactor().text(value);

describe('what is named like a secret is one:', () => {
  test.each([
    ...[
      'PASSWORD',
      'MYSQL_ROOT_PASSWORD',
      'PGPASSWORD',
      'DB_PASS',
      'dbPassword',
      'db-password',
      'MYSQL_PWD',
      'SMTP_PW',
    ],
    ...[
      'PASSWORD_OLD',
      'PASSWORD_1',
      'password2',
      'spring.datasource.password',
      'PASSPHRASE',
      'ADMIN_PASSWD',
    ],
    ...[
      'CLIENT_SECRET',
      'AZURE_CLIENT_SECRET',
      'clientSecret',
      'SECRET',
      'SECRET_KEY_BASE',
      'DJANGO_SECRET_KEY',
    ],
    ...[
      'API_KEY',
      'api-key',
      'apikey',
      'apiKey',
      'X-API-Key',
      'x-partner-key',
      'DD_API_KEY',
      'API_KEYS',
      'ACCESS_KEY',
    ],
    ...[
      'PRIVATE_KEY',
      'SIGNING_KEY',
      'ENCRYPTION_KEY',
      'RAILS_MASTER_KEY',
      'NEW_RELIC_LICENSE_KEY',
      'client-key-data',
    ],
    ...['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN', 'VAULT_SECRET_ID', 'VAULT_TOKEN'],
    ...[
      'TOKEN',
      'id-token',
      'refresh-token',
      'accessToken',
      'GITHUB_TOKEN',
      'X-Auth-Token',
      'CSRF_TOKEN',
      'authtoken',
    ],
    ...[
      'Authorization',
      'proxy-authorization',
      'Cookie',
      'Set-Cookie',
      'OAUTH2_PROXY_COOKIE_SECRET',
      'CREDENTIALS',
    ],
    ...[
      '.dockerconfigjson',
      '.dockercfg',
      'example.com/token',
      'REDISCLI_AUTH',
      '_auth',
      'AUTH',
      'sig',
      'JSESSIONID',
    ],
  ])('%s', (name) => {
    expect(named(name, KEY)).toBe(MASKED);
  });
});

describe('a secret within a text is masked, and only that:', () => {
  test.each<[string, string]>([
    [`{"db":{"password":"${KEY}","user":"app"}}`, `{"db":{"password":"${MASKED}","user":"app"}}`],
    [
      `{"env":[{"value":"${KEY}","name":"DB_PASSWORD"}]}`,
      `{"env":[{"value":"${MASKED}","name":"DB_PASSWORD"}]}`,
    ],
    [
      `{"a":${JSON.stringify(JSON.stringify({ token: KEY }))}}`,
      `{"a":${JSON.stringify(JSON.stringify({ token: MASKED }))}}`,
    ],
    [`{"broken":"${'x'.repeat(9)},"password":"${KEY}"`, `{"broken":"${'x'.repeat(9)},"password":"${MASKED}"`],
    [
      `httpHeaders: [{name: Authorization, value: "Bearer ${KEY}"}]`,
      `httpHeaders: [{name: Authorization, value: "${MASKED}"}]`,
    ],
    [`PGPASSWORD=${KEY} psql -h db`, `PGPASSWORD=${MASKED} psql -h db`],
    [`psql --token ${KEY} --host db`, `psql --token ${MASKED} --host db`],
    [`curl -u shop:${KEY} http://db`, `curl -u shop:${MASKED} http://db`],
    [`{"auths":{"r":{"auth":"${btoa('u:Pass')}"}}}`, `{"auths":{"r":{"auth":"${MASKED}"}}}`],
    [`비밀번호: ${KEY}`, `비밀번호: ${MASKED}`],
    [`{"パスワード":"${KEY}"}`, `{"パスワード":"${MASKED}"}`],
    [`args: ["mysqldump", "-p${KEY}", "shop"]`, `args: ["mysqldump", "-p${MASKED}", "shop"]`],
    [`mysql -u root -p${KEY} shop`, `mysql -u root -p${MASKED} shop`],
    [`sshpass -p ${KEY} ssh db`, `sshpass -p ${MASKED} ssh db`],
    [`redis-cli -h db -a ${KEY} ping`, `redis-cli -h db -a ${MASKED} ping`],
    [`machine db login shop password ${KEY}`, `machine db login shop password ${MASKED}`],
    [`db.shop:5432:shop:app:${KEY}`, `db.shop:5432:shop:app:${MASKED}`],
    [`<user>a</user><password>${KEY}</password>`, `<user>a</user><password>${MASKED}</password>`],
    [`https://api.shop/v1?api_key=${KEY}&page=2`, `https://api.shop/v1?api_key=${MASKED}&page=2`],
    [
      `amqps://app:${KEY}@a.shop,amqps://app:${KEY}@b.shop`,
      `amqps://app:${MASKED}@a.shop,amqps://app:${MASKED}@b.shop`,
    ],
    [`https://${KEY}@errors.shop/12`, `https://${MASKED}@errors.shop/12`],
    [`jdbc:oracle:thin:app/${KEY}@db:1521/x`, `jdbc:oracle:thin:app/${MASKED}@db:1521/x`],
    [`Cookie: session=${KEY}; theme=dark`, `Cookie: ${MASKED}`],
    [`h:headers():add("x-api-key", "${KEY}")`, `h:headers():add("x-api-key", "${MASKED}")`],
    [`docker login -u shop -p ${KEY} reg`, `docker login -u shop -p ${MASKED} reg`],
    [`aws configure set aws_secret_access_key ${KEY}`, `aws configure set aws_secret_access_key ${MASKED}`],
    [`the token is ${KEY}`, `the token is ${MASKED}`],
    [`level=debug msg="sent" api_key=${KEY} code=200`, `level=debug msg="sent" api_key=${MASKED} code=200`],
    [`retry with token: ${KEY} later`, `retry with token: ${MASKED} later`],
    [Buffer.from(`password: ${KEY}`).toString('base64'), MASKED],
  ])('%s', (given, wanted) => {
    expect(text(given)).toBe(wanted);
  });
});

test('a mask is always as long, and a text that was masked is not masked again', () => {
  expect(named('PASSWORD', 'x1')).toBe(named('PASSWORD', KEY));
  const redactor = createRedactor();
  const once = redactor.text(`{"password":"${KEY}"}`);
  const second = createRedactor();
  expect([second.text(once), second.secrets.size]).toEqual([once, 0]);
});

test('the same secret counts once, however it is written', () => {
  const redactor = createRedactor();
  redactor.named('PASSWORD', KEY);
  redactor.text(`--password ${KEY}`);
  redactor.text(JSON.stringify({ a: JSON.stringify({ password: KEY }) }));
  expect(redactor.secrets.size).toBe(1);
});

test('what was found to be a secret is masked wherever it comes back, a word of everyday is not', () => {
  const redactor = createRedactor();
  redactor.named('PASSWORD', KEY);
  redactor.named('OTHER_PASSWORD', 'payments');
  expect(redactor.again(`user said ${KEY}, of payments`)).toBe(`user said ${MASKED}, of payments`);
});

test('a file keeps its lines, its comments and whatever is no secret', () => {
  const file = `# password: ${KEY}\na: 1   # kept\nkey: |\n  -----BEGIN EC PRIVATE KEY-----\n  ${KEY}\n  -----END EC PRIVATE KEY-----\nb: "x"\nargs:\n- --token\n- ${KEY}\nlast:   'c'\n`;
  const masked = createRedactor().file(file);
  expect(masked).toBe(
    `# password: ${MASKED}\na: 1   # kept\nkey: |\n  ${MASKED}\n\n\nb: "x"\nargs:\n- --token\n- ${MASKED}\nlast:   'c'\n`,
  );
});

test('data of a Secret is masked whatever its keys are, also in a List', () => {
  const secret = `apiVersion: v1\nkind: List\nitems:\n- kind: Secret\n  metadata: {name: a}\n  data: {any: ${KEY}}\n  stringData:\n    thing: |\n      first line\n      second line\n`;
  expect(createRedactor().file(secret)).toBe(
    `apiVersion: v1\nkind: List\nitems:\n- kind: Secret\n  metadata: {name: a}\n  data: {any: ••••}\n  stringData:\n    thing: ••••\n\n\n`,
  );
});

test('more than forty planted secrets are found in what holds them, and nothing of them is left', () => {
  expect(PLANTED.length).toBeGreaterThanOrEqual(40);
  expect(new Set(PLANTED.map(({ kind }) => kind)).size).toBe(PLANTED.length);
  for (const planted of plantedIn('log', 'config-dump')) {
    expect(leaks(planted.text, [planted]), planted.kind).not.toEqual([]);
    expect(leaks(text(planted.text), [planted]), planted.kind).toEqual([]);
  }
  for (const file of [plantedWorkload(), plantedKubeconfig()]) {
    expect(leaks(file)).not.toEqual([]);
    expect(leaks(createRedactor().file(file))).toEqual([]);
  }
});

describe('a long text that goes round in circles is looked at in time:', () => {
  test.each([
    ...[
      'a',
      '"',
      '{',
      '[',
      '{"a":',
      '{a}',
      'password',
      'password: a\n',
      '-----BEGIN A KEY-----',
      'token: ',
      'eyJ',
      'eyJaaaaaaaaa.',
    ],
    ...[
      'https://a:',
      'https://aaaaaaaaa@',
      '\\',
      'mysql ',
      'login ',
      'sshpass ',
      'inline_code: {',
      'sk-a-',
      ['$', '{a'].join(''),
    ],
    ...[
      "'token','",
      '- a\n',
      'a:1:b:c:',
      'PuTTY-User-Key-File-1:',
      '{"password":"a"}\n',
      'name: a, ',
      'x-a-key=',
    ],
  ])('%s', (piece) => {
    const started = performance.now();
    text(piece.repeat(Math.ceil(100_000 / piece.length)));
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
