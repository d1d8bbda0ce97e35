import { printableBase64 } from './base64.ts';
import { isKeyLike } from './harmless.ts';
import type { Span } from './mask.ts';

/**
 * Secrets that are known by their looks. Of a pattern with two groups only the second is masked, the first is what stands in
 * front of it. Looks are the issuers' own: prefixes that their scanners and documents name.
 */
const SHAPES: readonly RegExp[] = [
  // PEM (RFC 7468), whatever it holds, also with its line ends escaped; one that was cut as far as it goes.
  /-----BEGIN [A-Z0-9 ]{3,40}-----(?:(?!-----BEGIN)[\s\S])*?-----END [A-Z0-9 ]{3,40}-----/g,
  /-----BEGIN [A-Z0-9 ]{3,40}-----(?:(?:\s|\\[nr])*(?:Proc-Type|DEK-Info|Version):[^\n\\]*)*(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{1,100}(?![^\s\\"'<]))*/g,
  /(PuTTY-User-Key-File-\d:)([\s\S]*?Private-MAC: [0-9a-f]+)/g,
  // The same in base64: `-----BEGIN`, and `{"auths":` of a dockerconfigjson.
  /(?<![\w+/])(?:LS0tLS1CRUdJTi|eyJhdXRocyI6)[\w+/-]{8,}={0,2}/g,
  // JSON Web Tokens (RFC 7519), signed or not, and encrypted ones.
  /(?<![\w-])eyJ[\w-]{8,}\.(?:[\w-]{4,}\.[\w-]*(?:\.[\w-]+\.[\w-]+)?|\.[\w-]+\.[\w-]+\.[\w-]+)/g,
  // Hashes of passwords: crypt(3), bcrypt, argon2, htpasswd.
  /\$(?:2[abxy]?\$\d\d|[156]|apr1|argon2id?|y|scrypt|pbkdf2[\w-]*)\$[\w./+=,$-]{20,}/g,
  /\{(?:SHA|SSHA)\}[\w+/=]{20,}/g,
  // Access to Amazon, Google, Azure.
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![\w-])AIza[\w-]{35}/g,
  /(?<![\w-])GOCSPX-[\w-]{20,}/g,
  /(?<![\w-])ya29\.[\w-]{20,}/g,
  /(?<![\w/])1\/\/0[\w-]{20,}/g,
  /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g,
  // Code and packages: GitHub, GitLab, npm, PyPI, RubyGems, Docker Hub, Atlassian.
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])github_pat_\w{22,}/g,
  /(?<![A-Za-z0-9])gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[\w.-]{20,}/g,
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])pypi-[\w-]{40,}/g,
  /(?<![A-Za-z0-9])rubygems_[0-9a-f]{40,}/g,
  /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[\w-]{20,}/g,
  /(?<![A-Za-z0-9])ATATT3[\w=-]{20,}/g,
  // Chat, mail, phone, money.
  /(?<![A-Za-z0-9])(?:xox[abeoprs](?:\.xox[bp])?|xapp)-[\w-]{10,}/g,
  /(https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/)([\w/-]{8,})/g,
  /(https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/)([\w/-]{8,})/g,
  /(https:\/\/[\w.-]+\.webhook\.office\.com\/webhookb2\/)([\w/@-]{8,})/g,
  /(?<!\d)\d{8,10}:AA[\w-]{33}/g,
  /(?<![\w-])SG\.[\w-]{16,}\.[\w-]{16,}/g,
  /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g,
  /(?<![\w-])key-[0-9a-f]{32}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /(?<![A-Za-z0-9])whsec_[\w+/=-]{16,}/g,
  /(?<![A-Za-z0-9])sq0(?:atp|csp)-[\w-]{20,}/g,
  // Models, vaults, clouds, telemetry.
  /(?<![A-Za-z0-9-])sk-(?:(?:proj|svcacct|admin|ant|or)-[\w-]{20,}|[A-Za-z0-9]{20,})/g,
  /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])hv[sbr]\.[\w-]{20,}/g,
  /(?<![\w.])s\.[A-Za-z0-9]{24}(?![\w.])/g,
  /(?<![A-Za-z0-9])do[opr]_v1_[0-9a-f]{40,}/g,
  /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g,
  /(?<![A-Za-z0-9])dapi[0-9a-f]{32}/g,
  /(?<![A-Za-z0-9])gl(?:c|sa)_[\w+/=]{30,}/g,
  /(?<![A-Za-z0-9])NR(?:AK|JS|II|RA)-[\w-]{20,}/g,
  /(?<![A-Za-z0-9])lin_api_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}/g,
  /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}/g,
  /(?<![A-Za-z0-9])pscale_(?:tkn|pw|oauth)_[\w.=-]{20,}/g,
  /AGE-SECRET-KEY-1[0-9A-Z]{40,}/g,
  // Who one is, in an address (RFC 3986, userinfo): its password; alone, it is a token.
  /([A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s:@/"'\\?#]{0,200}:)([^\s"'\\/?#]{1,500})(?=@)/g,
  /([A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/)([^\s:@/"'\\?#]{1,200})(?=:@)/g,
  /(https?:\/\/)([^\s:@/"'\\?#]{8,200})(?=@)/g,
  // Go's MySQL driver, Oracle's.
  /((?<![\w.-])[\w.-]{1,64}:)([^\s@:/"']{1,200})(?=@(?:tcp|unix|udp)\()/g,
  /(jdbc:oracle:\w+:[^\s/:@]{1,64}\/)([^\s@]{1,200})(?=@)/g,
];

/** What is shown to a server (RFC 9110, 11.6.2): the scheme stays. */
const SCHEMES =
  /(?<![\w-])((?:Bearer|Basic|Digest|Negotiate|NTLM|ApiKey|Splunk|GenieKey|AWS4-HMAC-SHA256)[ \t]+)([\w.~+/=-]{6,})/gi;

/** What looks like a secret, whatever it is called. */
export function shapeSpans(text: string): readonly Span[] {
  if (text.length < 12) return [];
  const spans: Span[] = [];
  for (const shape of SHAPES) for (const match of text.matchAll(shape)) spans.push(spanOf(match));
  for (const match of text.matchAll(SCHEMES)) if (isShown(match[2] ?? '')) spans.push(spanOf(match));
  return spans;
}

/** Whether a word behind a scheme is what is shown to a server, and not the next word of a sentence. */
function isShown(word: string): boolean {
  return isKeyLike(word) || word.length >= 24 || printableBase64(word)?.includes(':') === true;
}

function spanOf(match: RegExpMatchArray): Span {
  const index = match.index ?? 0;
  const front = match[2] === undefined ? 0 : (match[1] ?? '').length;
  return { start: index + front, end: index + match[0].length };
}
