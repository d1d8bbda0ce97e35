import { type Container, jsonText, type Scalar } from '../envoy/json-text.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { isSecretSpot } from './spots.ts';

/** Envoy's own word for what it masks, and the same as it prints it in a `bytes` field (envoyproxy/envoy issue 10096). */
const ENVOYS = '[redacted]';
const ENVOYS_BASE64 = 'W3JlZGFjdGVkXQ==';

export interface RedactedDump {
  /** JSON text, indented by two. */
  readonly text: string;
  /** Values masked here; what Envoy had masked itself is not counted. */
  readonly masked: number;
}

const beside = (holder: Container) => (key: string) => {
  const value = Object.hasOwn(holder, key) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/**
 * A config_dump as it may leave this machine. Envoy masks only fields marked sensitive in its protos, and not all of those (a
 * second session ticket key stays in clear); header values, Lua, JWKS, gRPC metadata and the node's metadata it prints as they are.
 * @param dump the parsed dump, or any part of it
 */
export function redactConfigDump(dump: object, redactor: Redactor = createRedactor()): RedactedDump {
  let masked = 0;
  const scalar = (path: readonly string[], value: Scalar, holder: Container): Scalar => {
    if (value === ENVOYS || value === ENVOYS_BASE64) return ENVOYS;
    if (value === null || typeof value === 'boolean' || value === '') return value;
    const names = path.filter((key) => !/^\d+$/.test(key));
    const text = String(value);
    const shown = isSecretSpot({ names, beside: beside(holder) }, text)
      ? redactor.secret(text)
      : redactor.text(text);
    if (shown === text) return value;
    masked += 1;
    return shown;
  };
  return { text: jsonText(dump, { scalar }), masked };
}
