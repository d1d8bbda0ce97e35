/** Plain data as Envoy reads it. Objects have no prototype, so that a key of the user's is never more than a key. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object from entries, in their order; entries without a value are left out. */
export function object(entries: Iterable<readonly [string, Json | undefined]>): JsonObject {
  const made = Object.create(null) as { [key: string]: Json };
  for (const [key, value] of entries) if (value !== undefined) made[key] = value;
  return made;
}

/** A literal as an object without prototype, in the literal's order; keys without a value are left out. */
export function json(literal: { readonly [key: string]: Json | undefined }): JsonObject {
  return object(Object.entries(literal));
}

/** Keys in the order in which Go's encoding/json writes a map: by code units of UTF-8, which is by code point. */
export function sortedKeys(keys: Iterable<string>): readonly string[] {
  return [...keys].sort((a, b) => {
    const left = [...a];
    const right = [...b];
    for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
      const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
      if (difference !== 0) return difference;
    }
    return left.length - right.length;
  });
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function atPointer(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(here)) here = here[Number(step)];
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

export function pointerSteps(pointer: string): readonly string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerOf(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
