/**
 * Shapes of the few small JSON files of our own that every command reads at its start. They are told by hand: a schema
 * library takes longer to load than all of them to read.
 */

/** True for an object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an object whose `keys` are all texts. */
export function hasTexts<K extends string>(
  value: unknown,
  keys: readonly K[],
): value is Readonly<Record<string, unknown>> & Readonly<Record<K, string>> {
  return isRecord(value) && keys.every((key) => typeof value[key] === 'string');
}
