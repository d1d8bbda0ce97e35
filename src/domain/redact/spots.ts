import { isHarmless } from './harmless.ts';
import { isSecretName, isSecretNamed } from './names.ts';

/** Where a value stands in a mapping or a JSON object. */
export interface Spot {
  /** Keys that lead to it, outermost first, positions in lists left out: an item is named by the list that holds it. */
  readonly names: readonly string[];
  /** A text of the mapping that holds it. */
  readonly beside: (key: string) => string | undefined;
}

/**
 * Fields under which every text is a secret, or code and keys that hold some: Envoy's (its API, envoy.extensions.*) as config_dump
 * and as an EnvoyFilter spell them.
 */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'private_key',
  'privateKey',
  'password',
  'session_ticket_keys',
  'sessionTicketKeys',
  'generic_secret',
  'genericSecret',
  'local_jwks',
  'localJwks',
  'initial_metadata',
  'initialMetadata',
  'inline_code',
  'inlineCode',
  'source_code',
  'sourceCode',
  'default_source_code',
  'defaultSourceCode',
  'source_codes',
  'sourceCodes',
]);
/** Fields that only name or describe, under any parent. */
const HARMLESS_FIELDS: ReadonlySet<string> = new Set([
  '@type',
  'name',
  'filename',
  'path',
  'key',
  'version_info',
  'last_updated',
  'kind',
  'apiVersion',
  'namespace',
  'audience',
  'uid',
  'resourceVersion',
  'fieldPath',
]);
/** Fields whose value is named by a field beside them. */
const VALUES: ReadonlySet<string> = new Set([
  'value',
  'raw_value',
  'rawValue',
  'exact',
  'inline_string',
  'inlineString',
  'string_value',
  'stringValue',
]);
/** Private members of a JSON Web Key (RFC 7518, 6.2.2, 6.3.2, 6.4.1). */
const JWK_PRIVATE: ReadonlySet<string> = new Set(['k', 'd', 'p', 'q', 'dp', 'dq', 'qi']);

/** Whether a text, number or boolean is a secret because of where it stands. */
export function isSecretSpot({ names, beside }: Spot, value: string): boolean {
  const last = names.at(-1) ?? '';
  // A schema tells of a password and holds none.
  if (names.includes('openAPIV3Schema')) return false;
  if (JWK_PRIVATE.has(last) && beside('kty') !== undefined) return true;
  const named = beside('name') ?? beside('key') ?? beside('headerName') ?? beside('header_name');
  if (VALUES.has(last) && named !== undefined && isSecretName(named)) return isSecretNamed(named, value);
  if (HARMLESS_FIELDS.has(last)) return false;
  if (names.some((name) => SECRET_FIELDS.has(name))) return !isHarmless(value);
  // envoy.extensions.filters.http.basic_auth.v3.BasicAuth, and the configuration of a Wasm plugin.
  const parent = names.at(-2) ?? '';
  if (parent === 'users' && last.startsWith('inline_')) return true;
  if (parent === 'configuration' && last === 'value' && beside('@type') !== undefined) return true;
  if (isSecretName(last)) return isSecretNamed(last, value);
  return isSecretNamed(parent, value) && isPartOfSecret(last);
}

/** What stands in `credentials: {…}`: every text but those that only tell of it. */
function isPartOfSecret(key: string): boolean {
  return !isSecretName(`secret_${key}`)
    ? false
    : !/^(?:user|type|driver|optional|items|defaultMode|regex|prefix)/i.test(key);
}
