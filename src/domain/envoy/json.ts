/** A JSON object as it was parsed: keys may be anything, `__proto__` included, so only own properties are read. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The parsed value; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** An own property; undefined when there is none (never one of Object.prototype). */
export function own(object: JsonObject | null, key: string): unknown {
  return object !== null && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** An own property under its proto name or its JSON name: Envoy reads `port_value` and `portValue` alike. */
export function field(object: JsonObject | null, name: string): unknown {
  const value = own(object, name);
  return value === undefined
    ? own(
        object,
        name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      )
    : value;
}
