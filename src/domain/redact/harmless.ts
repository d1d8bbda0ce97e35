/** What is no secret under any name: switches, references to what holds the secret, what was masked before. */
const HARMLESS: readonly RegExp[] = [
  /^(?:true|false|yes|no|on|off|y|n|enabled?|disabled?|null|nil|none|~|default|auto|required|optional)?$/i,
  // Masked before, by whoever; Envoy's mask in a field of bytes is base64 (envoyproxy/envoy issue 10096).
  /^W3JlZGFjdGVkXQ==$/,
  /^["']?(?:[*•xX.]{3,}|[[<({]*(?:redacted|masked|hidden)[\])>}]*)["']?$/i,
  // Filled in later: by the kubelet, a shell, Helm, Envoy.
  /^\$\([\w.-]+\)$|^\$\{[^}]*\}$|^\$[A-Z_][A-Z0-9_]*$|^\{\{[\s\S]*\}\}$|^%[A-Z_]+(?:\([^)]*\))?%$|^<[a-z][\w -]*>$/,
  /^(?:Bearer|Basic|token)\s+\$[({]?\w+[)}]?$/i,
  // Where it lies.
  /^(?:\.{0,2}|~)\/(?:var|run|etc|opt|home|root|mnt|tmp|usr|srv|data|secrets?|vault|certs?|config|app|proc|dev)(?:\/[\w.@$(){}-]+)*\/?$/,
  /^(?:[\w.-]{1,64}\/){0,8}[\w.-]{1,64}\.(?:pem|crt|cer|key|json|ya?ml|txt|conf|toml|pub|p12|pfx|jks|env|lua|wasm|sock)$/,
  /^(?:file|vault|op|awssm|gcpsm|unix|secretKeyRef|configMapKeyRef|fieldRef|resourceFieldRef|fileKeyRef|arn:aws[\w-]*):[\w./:#@ {}-]*$/,
  /^projects\/[\w-]+\/secrets\//,
  // How long, how many.
  /^-?\d{1,3}$|^\d+(?:\.\d+)?(?:ns|us|ms|s|m|h|d)$/,
  // Words of Istio's own settings (JWT_POLICY, token audiences, TLS modes).
  /^(?:istio-ca|istio-token|istiod|third-party-jwt|first-party-jwt|kubernetes|(?:ISTIO_)?MUTUAL(?:_TLS)?|SIMPLE|PASSTHROUGH|GoogleComputeEngine)$/i,
];

/** Whether a value is no secret even where its name says that one stands there. */
export function isHarmless(value: string): boolean {
  const text = value.trim();
  return text.length < 200 && HARMLESS.some((pattern) => pattern.test(text));
}

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s./:,-]/] as const;
const kindsOf = (value: string): number => KINDS.filter((kind) => kind.test(value)).length;

/**
 * Whether a text looks like nobody's word or name: capitals and small letters, digits, signs mixed. So a sentence in a log
 * is told from a key, and what may be looked for in other texts from what stands there for itself.
 */
export function isUnusual(value: string): boolean {
  if (value.length < 6 || kindsOf(value) < 2) return false;
  return !/^(?:[A-Z]?[a-z]+|[A-Z]+)[.,:;!?)]?$/.test(value);
}

/** Whether a text looks drawn by lot, as keys are: three kinds of signs without a blank, or a long number to the base of 16. */
export function isKeyLike(value: string): boolean {
  if (value.length < 10 || /\s/.test(value)) return false;
  return kindsOf(value) >= 3 || /^(?=.*\d)[0-9a-f-]{24,}$/i.test(value);
}
