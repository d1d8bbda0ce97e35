import { type Container, jsonText, type Scalar } from './json-text.ts';

/** What stands in place of a masked value; Envoy's own word for it. */
export const REDACTED = '[redacted]';
/** The same as Envoy prints it in a `bytes` field: base64 (envoyproxy/envoy issue 10096). */
const REDACTED_BASE64 = 'W3JlZGFjdGVkXQ==';

export interface Redacted {
  /** JSON text, indented by two. */
  readonly text: string;
  /** Values masked here; what Envoy had masked itself is not counted. */
  readonly masked: number;
}

/** Names of headers, metadata keys and fields whose value is likely a credential. */
const SENSITIVE_NAME =
  /authorization|cookie|credential|passw(or)?d|passphrase|secret|token|api[-_]?key|^x-.*-key$|private[-_]?key|session[-_]?key/i;
/** Fields under which every text is masked: keys, scripts, key sets; Envoy does not mask them, or not all. */
const SENSITIVE_FIELD = new Set([
  'private_key',
  'password',
  'session_ticket_keys',
  'generic_secret',
  'local_jwks',
  'initial_metadata',
  'inline_code',
  'source_code',
  'default_source_code',
  'source_codes',
  'users',
]);
/** Fields that only name or describe, under any parent. */
const HARMLESS_FIELD = new Set(['@type', 'name', 'filename', 'path', 'key', 'version_info', 'last_updated']);
const PEM = /-----BEGIN [A-Z0-9 ]+-----/;
/** Private members of a JSON Web Key (RFC 7518, 6.2.2, 6.3.2, 6.4.1) inside a text. */
const JWK_PRIVATE = /"(?:k|d|p|q|dp|dq|qi)"\s*:\s*"/;

const own = (holder: Container, key: string): unknown =>
  Object.hasOwn(holder, key) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;

/** Under `node.metadata` everything is masked: it holds what the environment of the pod held. */
function inNodeMetadata(path: readonly string[]): boolean {
  return path.some((key, at) => key === 'node' && path[at + 1] === 'metadata');
}

function isSensitive(path: readonly string[], value: string, holder: Container): boolean {
  if (PEM.test(value) || JWK_PRIVATE.test(value)) return true;
  if (inNodeMetadata(path)) return true;
  // Items of a list are named by the field that holds the list.
  const names = path.filter((key) => !/^\d+$/.test(key));
  const last = names.at(-1) ?? '';
  if (HARMLESS_FIELD.has(last)) return false;
  if (names.some((name) => SENSITIVE_FIELD.has(name))) return true;
  // `{key: authorization, value: …}`: headers and metadata name themselves beside the value.
  const named = own(holder, 'key');
  if ((last === 'value' || last === 'raw_value') && typeof named === 'string')
    return SENSITIVE_NAME.test(named);
  return SENSITIVE_NAME.test(last);
}

/**
 * A config_dump as it may leave this machine: credentials, scripts, private keys and the node's metadata are masked.
 * Envoy masks only fields marked sensitive in its protos, and not all of those (a second session ticket key stays in
 * clear); header values, Lua, JWKS, gRPC metadata and all metadata it prints as they are.
 * @param dump the parsed dump, or any part of it
 */
export function redactConfigDump(dump: object): Redacted {
  let masked = 0;
  const scalar = (path: readonly string[], value: Scalar, holder: Container): Scalar => {
    if (value === REDACTED || value === REDACTED_BASE64) return REDACTED;
    if (typeof value === 'string' && value !== '' && isSensitive(path, value, holder)) {
      masked += 1;
      return REDACTED;
    }
    if ((typeof value === 'number' || typeof value === 'boolean') && inNodeMetadata(path)) {
      masked += 1;
      return REDACTED;
    }
    return value;
  };
  const text = jsonText(dump, { scalar });
  return { text, masked };
}
