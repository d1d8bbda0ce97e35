import { printableBase64 } from './base64.ts';
import { isHarmless, isKeyLike } from './harmless.ts';

/**
 * Words of which a name is made: `clientSecret`, `CLIENT_SECRET`, `client-secret` and `spring.client.secret` alike. Of a
 * name with a domain (`example.com/token`) only what follows it counts, for it alone says what the value is.
 */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
    .map((word) => word.replace(/\d+$/, '').replace(SECRET_PLURAL, '$1'));
}

const SECRET_PLURAL = /((?:password|secret|token|credential|cookie|key|cred))s$/;

/** A word that names a secret, alone or as the end of words written together: `pgpassword`, `authtoken`. */
const SECRET_WORD =
  /^(?:pass|pwd|pw|psk|cred|authorization|cookie|mnemonic|salt|sas|masterauth|dockercfg|dockerconfigjson)$|^(?:ssh|require|pg|user|db|root|store|key|trust|keystore|truststore|proxy|admin)pass$|(?:password|passwd|passphrase|passcode|passwort|passkey|secret|token|credential|apikey|accesskey|secretkey|privatekey|sharedkey|accountkey|signingkey|encryptionkey|masterkey|sessionid)$/;

/** What a `key` has to be of to be one that opens something: neither `topologyKey` nor `PUBLIC_KEY` is. */
const KEY_KINDS: ReadonlySet<string> = new Set(
  (
    'access account admin aes api app application auth cipher client consumer cookie crypto deploy ec ecdsa ed encrypt ' +
    'encryption functions gpg hmac host ingest instrumentation integration jwt jwk license master pgp preshared private ' +
    'root rsa secret server service session shared sign signing ssh ssl storage subscription ticket tls unseal webhook write'
  ).split(' '),
);

/** Last words with which a name tells of a secret and does not hold it: `TOKEN_TTL`, `secretName`, `CREDENTIAL_FETCHER_TYPE`. */
const TELLING: ReadonlySet<string> = new Set(
  (
    'name names namespace namespaces ref refs reference path paths file filename files dir directory folder mount mounts ' +
    'volume volumes ttl audience audiences aud policy provider providers type types kind mode enabled disabled enable ' +
    'required optional issuer issuers iss alg algorithm size length len bits curve count limit limits max min bucket ' +
    'interval timeout expiry expires expiration seconds minutes hours duration period ratio jitter age lifetime rotation ' +
    'format version url uri endpoint host hostname port address addr domain socket uds selector scope scopes claim claims ' +
    'header headers prefix suffix field fields location store backend manager driver class source sources fetcher id ids ' +
    'status state check validation validator review metrics user username role method strategy csr controller operator ' +
    'injector syncer image template configs resource resources checksum digest fingerprint thumbprint annotation label stdin spec html htm css js md'
  ).split(' '),
);

/** Names that hold no secret although they are built like one that does. */
const HARMLESS =
  /^(?:OLD)?PWD$|^image_?pull_?secrets?$|^serviceAccountToken$|^include[-_]secrets$|^from[-_]?cookies$|^checksum[/._-]|(?:checksum|fingerprint|thumbprint)$|^vault\.hashicorp\.com\//i;

/** Last words that may be of a secret as well as of something else: `S3_KEY`, `ROUTING_KEY`; `GITHUB_PAT`. */
const MAYBE =
  /^(?:auth|key|pat|sk|bearer|hmac|license|jwk|jwks|dsn|seed|pepper|csrf|assertion|unlock|private|rsa|ed25519|ecdsa|kubeconfig|team)$/;
/** Keys that open nothing. */
const OPEN_KEYS =
  /(?:public|topology|partition|primary|sort|group|cache|foreign|label|annotation|hash|row)[-_ ]?key$/i;

/** What signs an address so that whoever has it may open it (AWS, Google, Azure), and dockerconfigjson's `auth`. */
const WHOLE_NAMES =
  /^(?:sig|signature|x-amz-(?:signature|credential)|x-goog-(?:signature|credential)|session[-_]id|_?auth)$/i;

/** A header for a key: `x-partner-key`. */
const KEY_HEADER = /^x[-_].*[-_]key$/i;

/** The same words in Korean, Japanese and Chinese: a name may be in any of them. Letters that no font of ours has are escaped. */
const ELSEWHERE =
  /(?:비밀번호|암호|패스워드|비밀[ _-]?키|개인[ _-]?키|토큰|시크릿|パスワード|暗証番号|秘密鍵|シークレット|トークン|密\u7801|密碼|令牌|密\u94a5)$/;

/** How sure a name is: what stands under one that may tell of a secret has to look like one, too. */
type Sureness = 'secret' | 'maybe' | 'none';

const KNOWN = new Map<string, Sureness>();
const MOST_KNOWN = 20_000;

function surenessOf(name: string): Sureness {
  let known = KNOWN.get(name);
  if (known === undefined) {
    known = lookAt(name);
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
    KNOWN.set(name, known);
  }
  return known;
}

function lookAt(name: string): Sureness {
  if (name.length > 200 || HARMLESS.test(name)) return 'none';
  if (KEY_HEADER.test(name) || ELSEWHERE.test(name)) return 'secret';
  if (WHOLE_NAMES.test(name)) return 'maybe';
  const words = wordsOf(name);
  const at = words.findLastIndex(
    (word, index) => SECRET_WORD.test(word) || (word === 'key' && KEY_KINDS.has(words[index - 1] ?? '')),
  );
  const last = words.at(-1) ?? '';
  // `key: app` of a selector is none.
  if (at < 0) return MAYBE.test(last) && name !== 'key' && !OPEN_KEYS.test(name) ? 'maybe' : 'none';
  if (at === words.length - 1) return 'secret';
  return isHeld(words, at, last) ? 'secret' : 'none';
}

/** Whether a name that goes on behind its word for a secret (`PASSWORD_OLD`, `TOKEN_TTL`) is of what holds it. */
function isHeld(words: readonly string[], at: number, last: string): boolean {
  const word = words[at] ?? '';
  if (word === 'pass') return false;
  // AWS_ACCESS_KEY_ID is half of what opens an account, Vault's secret_id is a password.
  if (last === 'id') return word === 'secret' || (word === 'key' && words[at - 1] === 'access');
  // The hash of a password is guessed at, that of a file of secrets only tells that it changed.
  if (last === 'hash') return /pass(?:word|wd)$/.test(word);
  return !TELLING.has(last);
}

/**
 * Whether what stands under a name is likely a secret: the name of a variable, a key of YAML or JSON, of an annotation, a header,
 * an argument without its dashes.
 */
export function isSecretName(name: string): boolean {
  return surenessOf(name) !== 'none';
}

/** `max_tokens: 1000` of a bucket. */
function isCount(name: string, value: string): boolean {
  return /tokens?(?:[-_]?per[-_]?[a-z]+)?$/i.test(name) && /^\d{1,7}$/.test(value);
}

/** `shop:x`, or the same in base64, as the `auth` of a dockerconfigjson is. */
function isUserAndPassword(value: string): boolean {
  const written = /^[^:/]+:[^:/]+$/;
  return written.test(value) || written.test(printableBase64(value) ?? '');
}

/** Whether a value is a secret by its name: not where it only refers to one, or is a switch. */
export function isSecretNamed(name: string, value: string): boolean {
  const sureness = surenessOf(name);
  if (sureness === 'none' || isHarmless(value) || isCount(name, value)) return false;
  return sureness === 'secret' || isKeyLike(value) || (/auth$/i.test(name) && isUserAndPassword(value));
}
